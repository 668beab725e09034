import { type RawBuilder, sql } from 'kysely';
import type { ContactFinding } from '#domain/parties/complaint.ts';
import type { ContactState } from '#domain/parties/contact-record.ts';

/** So long one may say that a contact of which one has told did not come about. */
const regretMs = 3 * 24 * 3_600_000;

const columnsOf = (alias: string) => (name: string) => sql.ref(`${alias}.${name}`);

/** Whether nobody has told yet of a call or a meeting that was planned, as an expression. */
export function isUntold(alias: string): RawBuilder<boolean> {
  const column = columnsOf(alias);
  return sql`(${column('kind')} <> 'message' and ${column('told_at')} is null and ${column('created_at')} < ${column('at')})`;
}

/** The state of a contact as people read it, as an expression. */
export function stateOf(alias: string): RawBuilder<ContactState> {
  const status = columnsOf(alias)('status');
  return sql`case when ${status} = 'held' and ${isUntold(alias)} then 'untold' else ${status} end`;
}

/** What operators have found of it by a complaint, as an expression; null where nothing. */
export const findingOf = (alias: string): RawBuilder<ContactFinding | null> =>
  sql`(select k.finding from complaints k where k.contact_id = ${columnsOf(alias)('id')} and k.finding is not null order by k.id desc limit 1)`;

/**
 * Why operators keep a contact from being denied or told of otherwise, as an expression: they look at it by a complaint, or have said that it was. That it was follows from each
 * complaint about it that was upheld, and from one that it was not and that was dismissed (docs/decisions/0206). A complaint about what was denied keeps also the
 * very same that was entered again beside it: it is what counts.
 */
export const keptBy = (alias: string): RawBuilder<Kept | null> =>
  sql`(select case when bool_or(k.status = 'open') then 'checked' when bool_or(k.status = 'upheld' or k.kind = 'untrue' and k.contact_status = 'held')
    then 'found' end from complaints k where k.contact_id in (${sameAs(alias)}))`;
export type Kept = 'checked' | 'found';

/** A contact and those of its creditor with the same debtor, of the same kind and minute, by whichever claim: what was denied and entered again is one (`sameOf`). */
function sameAs(alias: string): RawBuilder<unknown> {
  const column = columnsOf(alias);
  const minute = sql`date_trunc('minute', ${column('at')})`;
  return sql`select ${column('id')} union all
    select twin.id from contact_records twin join registry_entries of_twin on of_twin.id = twin.registry_entry_id
      join registry_entries own on own.id = ${column('registry_entry_id')} and own.debtor_inn = of_twin.debtor_inn
    where twin.legal_entity_id = ${column('legal_entity_id')} and twin.kind = ${column('kind')} and twin.kind <> 'message'
      and twin.at >= ${minute} and twin.at < ${minute} + interval '1 minute'`;
}

/** The same in words for people of the creditor. */
export const KEPT: Readonly<Record<Kept, string>> = {
  checked: 'Оператор площадки проверяет эту запись: пока он не решил, её не меняют',
  found: 'Оператор площадки проверил эту запись и решил, что контакт был',
};

/** Who denies a contact, and whether also one of which a colleague has told. */
interface Denying {
  accountId: number;
  deniesOthers: boolean;
  now: Date;
}

/**
 * Whether somebody may still say that a contact did not come about, as an expression: anybody of one of which nobody has told, whenever he comes;
 * whoever has told of one for three days, and so long whoever may deny what others have told. What operators keep (`keptBy`) is asked beside it.
 */
export function mayFail(alias: string, { accountId, deniesOthers, now }: Denying): RawBuilder<boolean> {
  const column = columnsOf(alias);
  const isFresh = sql`greatest(${column('at')}, ${column('created_at')}) > ${new Date(now.getTime() - regretMs)}`;
  const isHis = deniesOthers ? sql`true` : sql`${column('account_id')} = ${accountId}`;
  return sql`(${column('kind')} <> 'message' and (${column('status')} = 'planned' or ${column('status')} = 'held'
    and (${isUntold(alias)} or ${isFresh} and ${isHis})))`;
}

/** Whether somebody has told that it was held, as an expression: who denies it says why. */
export const isTold = (alias: string): RawBuilder<boolean> =>
  sql`(${columnsOf(alias)('status')} = 'held' and not ${isUntold(alias)})`;
