import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { contacts } from '#contract/registries/contacts.ts';
import type { ContactKind } from '#domain/parties/contact-law.ts';
import { contactWords } from '#domain/parties/contact-words.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { instantAt } from '#domain/values/local-time.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type ClaimDebtor, claimDebtor, judgeDebtor } from './debtor.queries.ts';
import { mayFail } from './may-fail.ts';
import { holdDebtor } from './reservation.commands.ts';

/** Further ahead nobody plans a call, and further back the law keeps no journal. */
const AHEAD_DAYS = 45;
const BACK_DAYS = 3 * 366;

/** So long ago that the journal is kept no more. */
export const isForgotten = (day: Day, today: Day): boolean => day < addDays(today, -BACK_DAYS);

/**
 * A call or a meeting that somebody of the creditor enters. One that is to come takes its place among those that the law allows, or is refused;
 * one that has been is kept as it was, also against the law, which it then says. Where the same was planned for that day, it is the planned one.
 * @throws Refusal `move.illegal` with the law's reason and the next moment, `input.invalid` at `day`
 */
export async function enterContact(
  { db, now, actor }: Writing,
  entryId: number,
  { kind, day, time, note }: Input<typeof contacts.enter>['body'],
): Promise<void> {
  const debtor = await claimDebtor(db, entryId);
  const today = moscowDay(now);
  if (day > addDays(today, AHEAD_DAYS) || isForgotten(day, today)) {
    throw new Refusal('input.invalid', {
      fields: { day: 'Не раньше чем три года назад и не позже чем через 45 дней' },
    });
  }
  const at = instantAt(debtor.zone, day, time);
  await holdDebtor(db, debtor);
  const isAhead = at > now;
  const planned = isAhead ? undefined : await plannedOn(db, debtor, kind, at);
  const answer = await judgeDebtor(db, debtor, { kind, at, now, ...(planned && { own: planned.at }) });
  if (isAhead && !answer.allowed) {
    throw new Refusal('move.illegal', { detail: contactWords(answer, { kind, zone: debtor.zone, now }) });
  }
  const told = { at, reason: answer.reason, accountId: actor.accountId, note: note ?? null };
  if (planned) {
    await db
      .updateTable('contactRecords')
      .set({ ...told, status: 'held', createdAt: now })
      .where('id', '=', planned.id)
      .execute();
    return;
  }
  const { legalEntityId, registryEntryId, individualId } = debtor;
  const of = { legalEntityId, registryEntryId, individualId };
  const status = isAhead ? 'planned' : 'held';
  await db
    .insertInto('contactRecords')
    .values({ ...of, ...told, kind, source: 'hand', status })
    .execute();
}

/** What was planned with the debtor for the same day and of which nobody has told yet: told of, it is entered after its hour. */
async function plannedOn(
  db: Tx,
  { registryEntryId, zone }: ClaimDebtor,
  kind: ContactKind,
  at: Date,
): Promise<{ id: number; at: Date } | undefined> {
  return db
    .selectFrom('contactRecords')
    .select(['id', 'at'])
    .where('registryEntryId', '=', registryEntryId)
    .where('kind', '=', kind)
    .where('source', '=', 'hand')
    .where('status', 'in', ['planned', 'held'])
    .where(
      sql<boolean>`created_at < at and (at at time zone ${zone})::date = (${at}::timestamptz at time zone ${zone})::date`,
    )
    .orderBy('id')
    .executeTakeFirst();
}

/** A call or a meeting that did not come about counts no more; of one that was held one may say so for three days. @throws Refusal `move.illegal` */
export async function failContact({ db, now }: Writing, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('contactRecords')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where(mayFail('contact_records', now))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  throw new Refusal('move.illegal', { detail: 'Так отмечают звонок или встречу, и не позже чем через три дня' });
}
