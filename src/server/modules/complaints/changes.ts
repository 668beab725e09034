import { type RawBuilder, sql } from 'kysely';

/** What becomes of a thing that somebody has complained of: its message is called `m`, its contact `r`, the complaint `k`. */

/** It as it stands now, in a word that changes with it: whoever decides gives back the one that he has read. */
export const seenOf: RawBuilder<string> = sql`md5(jsonb_build_array(m.text, extract(epoch from m.edited_at), extract(epoch from m.deleted_at),
  (select extract(epoch from o.deleted_at) from owned_files o where o.id = m.file_id),
  r.status, extract(epoch from r.at), extract(epoch from r.told_at), r.note, r.reason, r.failed_why)::text)`;

/** What a message said when the complaint was decided, where it has been edited since. */
const saidThen = sql`(select e.text from chat_edits e where e.message_id = m.id and e.written_at <= k.decided_at order by e.id desc limit 1)`;

/**
 * Whether it has changed since the complaint was decided, as an expression: a contact stands as something else, a message says something else. A contact of which a
 * complaint was upheld nobody changes any more but by that decision, which does not count (docs/decisions/0206).
 */
export const hasChanged: RawBuilder<boolean> = sql`(k.status <> 'open' and coalesce(
  case when k.contact_id is null then m.edited_at > k.decided_at and m.text is distinct from ${saidThen}
    else k.status = 'dismissed' and r.status in ('held', 'failed') and r.status <> k.contact_status end, false))`;
