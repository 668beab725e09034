import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { ContactAnswer } from '#domain/parties/contact-law.ts';
import { isCounted } from '#domain/parties/contact-record.ts';
import { contactWords } from '#domain/parties/contact-words.ts';
import { withdrewConsent } from '#server/modules/consents/consents.queries.ts';
import {
  answerHours,
  type ContactDebtor,
  claimDebtor,
  flagSaid,
  judgeDebtor,
} from '#server/modules/contacts/debtor.queries.ts';
import { holdDebtor } from '#server/modules/contacts/reservation.commands.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A chat as the law of contact asks about it. */
interface AskedChat {
  id: number;
  kind: string;
}

/** Somebody whom a creditor's next word would contact. */
interface TalkDebtor extends ContactDebtor {
  /** He has asked, and it is night: the answer waits for the morning, and is no contact then. */
  readonly isAnswer: boolean;
}

type Asking = Pick<Ctx, 'now'> & { db: Db; actor: Pick<Actor, 'kind'> | null };

/**
 * The debtor of a chat where the next word of its reader is a contact by the law (docs/decisions/0184): a creditor's word about a debt that answers
 * nothing. Null where it is none.
 */
export async function contactedBy({ db, actor, now }: Asking, chat: AskedChat): Promise<TalkDebtor | null> {
  if (actor?.kind !== 'employee' || chat.kind !== 'request') return null;
  const said = { ...(await lastWordOfDebtor(db, chat.id)), now };
  if (!isCounted({ ...said, isNight: true })) return null;
  const debtor = await debtorOf(db, chat.id);
  const isNight = !(await answerHours(db, debtor, now)).allowed;
  if (!isCounted({ ...said, isNight })) return null;
  return { ...debtor, isAnswer: !isCounted({ ...said, isNight: false }) };
}

/** What the law says of it, and in which words; null where the next word is no contact. */
export async function contactNow(asking: Asking, chat: AskedChat): Promise<(ContactAnswer & { words: string }) | null> {
  const debtor = await contactedBy(asking, chat);
  if (debtor === null) return null;
  const answer = await judgeTalk(asking.db, debtor, { now: asking.now });
  return { ...answer, words: contactWords(answer, { ...debtor, kind: 'message', now: asking.now }) };
}

/**
 * A debtor who has taken back his consent to letters of creditors is not spoken to first, nor by a creditor who names no phone. An answer wants neither,
 * only the morning.
 * @param own the place that the very word has already
 */
export async function judgeTalk(
  db: Db,
  debtor: TalkDebtor,
  { now, own }: { now: Date; own?: Date },
): Promise<ContactAnswer> {
  if (debtor.isAnswer) return answerHours(db, debtor, now);
  const answer = await judgeDebtor(db, debtor, { kind: 'message', at: now, now, ...(own && { own }) });
  const isOpen = answer.reason === null || answer.nextAt !== null;
  if (!isOpen) return answer;
  const never = { ...answer, allowed: false, nextAt: null };
  if (await hasWithdrawn(db, debtor)) return { ...never, reason: 'no_consent' };
  return (await namesPhone(db, debtor)) ? answer : { ...never, reason: 'no_channel' };
}

const hasWithdrawn = async (db: Db, { individualId }: ContactDebtor): Promise<boolean> =>
  individualId !== null && (await withdrewConsent(db, individualId, 'interaction-channels'));

/** The law wants the creditor's phone where he writes first. */
async function namesPhone(db: Db, { legalEntityId }: ContactDebtor): Promise<boolean> {
  const company = db.selectFrom('legalEntities').select('phone').where('id', '=', legalEntityId);
  return (await company.executeTakeFirstOrThrow()).phone !== null;
}

/** Takes the place of a word that counts. @throws Refusal `move.illegal` with why and when next */
export async function demandContact({ db, now }: Pick<Writing, 'db' | 'now'>, debtor: TalkDebtor): Promise<void> {
  const answer = await judgeTalk(db, await holdDebtor(db, debtor), { now });
  if (!answer.allowed) throw closed(answer, debtor, now);
}

/**
 * What was said once, and counted then, is changed or brought back only while its debtor may be spoken to; it takes no place anew.
 * @throws Refusal `move.illegal` with why and when next
 */
export async function demandOpen(ctx: Writing, chat: AskedChat): Promise<void> {
  const debtor = await contactedBy(ctx, chat);
  if (debtor === null) return;
  const answer = await judgeTalk(ctx.db, debtor, ctx);
  const isUsedUp = answer.reason?.endsWith('_limit') === true;
  if (!answer.allowed && !isUsedUp) throw closed(answer, debtor, ctx.now);
}

const closed = (answer: ContactAnswer, debtor: ContactDebtor, now: Date): Refusal =>
  new Refusal('move.illegal', { detail: contactWords(answer, { ...debtor, kind: 'message', now }) });

/** When the debtor has last said something, and whether his creditor has after that. */
async function lastWordOfDebtor(db: Db, chatId: number): Promise<{ debtorSpokeAt: Date | null; isAnswered: boolean }> {
  const { rows } = await sql<{ debtorSpokeAt: Date; isAnswered: boolean }>`
    select m.created_at as debtor_spoke_at, exists (select from chat_messages a
      where a.chat_id = m.chat_id and a.no > m.no and a.side = 'creditor') as is_answered
    from chat_messages m where m.chat_id = ${chatId} and m.side = 'individual' and m.deleted_at is null order by m.no desc limit 1`.execute(
    db,
  );
  return rows[0] ?? { debtorSpokeAt: null, isAnswered: false };
}

/** By the claim that the settlement or the request is about; of a debt in no registry by the person himself and the zone that he has named. */
async function debtorOf(db: Db, chatId: number): Promise<ContactDebtor> {
  const { rows } = await sql<ContactDebtor & { entryId: number | null }>`
    select coalesce(s.registry_entry_id, r.registry_entry_id) as entry_id, c.legal_entity_id, c.individual_id,
      null::bigint as registry_entry_id, i.inn, n.zone, null as zones,
      ${flagSaid({ inn: sql.ref('i.inn'), creditor: sql.ref('c.legal_entity_id') })} as flag
    from chats c join individuals i on i.id = c.individual_id
      left join requests r on r.id = c.request_id
      left join settlements s on s.id = c.settlement_id
      left join notification_schedules n on n.account_id = i.account_id
    where c.id = ${chatId}`.execute(db);
  const { entryId, ...person } = rows[0]!;
  return entryId === null ? person : claimDebtor(db, entryId);
}
