import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { contactRights, contacts } from '#contract/registries/contacts.ts';
import { contactWords } from '#domain/parties/contact-words.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { instantAt } from '#domain/values/local-time.ts';
import { holdsPlace } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { claimDebtor, judgeDebtor } from './debtor.queries.ts';
import { type Entered, enteredWith, plannedFor, sameOf } from './entered.queries.ts';
import { tellRecorded } from './recorded.commands.ts';
import { holdDebtor } from './reservation.commands.ts';
import { isTold, KEPT, keptBy, mayFail } from './told.ts';

/** Further ahead nobody plans a call, and further back the law keeps no journal. */
const AHEAD_DAYS = 45;
const BACK_DAYS = 3 * 366;

const REFUTED = 'Оператор установил по жалобе, что этого не было: внести это снова нельзя';

/** So long ago that the journal is kept no more. */
export const isForgotten = (day: Day, today: Day): boolean => day < addDays(today, -BACK_DAYS);

/**
 * A call or a meeting that somebody of the creditor enters. One that is to come takes its place among those that the law allows, or is refused;
 * one that has been is kept as it was, also against the law, which it then says. Where the same was planned for that day, it is the planned one.
 * @throws Refusal `contact.refused` with the law's reason and the next moment, `input.invalid` at `day`, or at `time` of what operators have found not
 *   to have been or keep as it is, `access.denied` of somebody who is dismissed at this moment
 */
export async function enterContact(
  { db, now, actor }: Writing,
  entryId: number,
  { kind, day, time, note }: Input<typeof contacts.enter>['body'],
): Promise<void> {
  const found = await claimDebtor(db, entryId);
  const today = moscowDay(now);
  if (day > addDays(today, AHEAD_DAYS) || isForgotten(day, today)) {
    throw new Refusal('input.invalid', {
      fields: { day: 'Не раньше чем три года назад и не позже чем через 45 дней' },
    });
  }
  // His place first: a dismissal, which calls off what he has planned, either waits for this plan or is waited for.
  if (!(await holdsPlace(db, found.legalEntityId, actor.accountId, contacts.enter))) throw new Refusal('access.denied');
  const debtor = await holdDebtor(db, found);
  const at = instantAt(debtor.zone, day, time);
  const isAhead = at > now;
  const met = { inn: debtor.inn!, kind, at };
  const entered = isAhead ? [] : await enteredWith(db, debtor.legalEntityId, [met.inn], { from: at, until: at });
  // Told of twice, as when the answer was lost, it is one.
  const same = sameOf(entered, met);
  if (same?.isTold && same.status === 'held') return;
  if (same?.isRefuted) throw new Refusal('input.invalid', { fields: { time: REFUTED } });
  const planned = plannedFor(entered, met);
  const kept = same?.kept ?? planned?.kept;
  if (kept) throw new Refusal('input.invalid', { fields: { time: KEPT[kept] } });
  const answer = await judgeDebtor(db, debtor, { kind, at, now, ...(planned && { own: planned.at }) });
  if (isAhead && !answer.allowed) {
    throw new Refusal('contact.refused', { detail: contactWords(answer, { ...debtor, kind, now }) });
  }
  const told = { at, reason: answer.reason, accountId: actor.accountId };
  if (planned) return tellRecorded(db, await tellOfPlanned(db, planned, { ...told, note: note ?? planned.note }, now));
  const { legalEntityId, registryEntryId, individualId } = debtor;
  const { id } = await db
    .insertInto('contactRecords')
    .values({
      legalEntityId,
      registryEntryId,
      individualId,
      ...told,
      note: note ?? null,
      kind,
      source: 'hand',
      ...(isAhead ? { status: 'planned', askedAt: now } : { status: 'held', toldAt: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isAhead) await tellRecorded(db, [id]);
}

/** What is told of a contact that has been. */
export interface HeldContact {
  at: Date;
  reason: string | null;
  accountId: number;
  note: string | null;
}

/**
 * What was planned has come about: it is the same contact, and nothing is told of it again.
 * @returns it, where its debtor has not heard of it yet (`tellRecorded`): once its hour had come he has
 */
export async function tellOfPlanned(db: Tx, { id }: Entered, told: HeldContact, now: Date): Promise<number[]> {
  const { status } = await db
    .selectFrom('contactRecords')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('contactRecords')
    .set({ ...told, status: 'held', toldAt: now, createdAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['planned', 'held'])
    .execute();
  return status === 'planned' ? [id] : [];
}

/**
 * A call or a meeting that did not come about counts no more. One that was told of is denied for three days, by whoever has told of it or may
 * deny what others have, who says why. What operators look at by a complaint, or have found to have been, nobody denies.
 * @throws Refusal `move.illegal`, `input.invalid` at `why`
 */
export async function failContact(ctx: Writing, id: number, why: string | null): Promise<void> {
  const { db, now, actor } = ctx;
  const { legalEntityId } = await db
    .selectFrom('contactRecords')
    .select('legalEntityId')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const found = await db
    .selectFrom('contactRecords as c')
    .select([isTold('c').as('needsWhy'), keptBy('c').as('kept')])
    .where('c.id', '=', id)
    .where(mayFail('c', { ...actor, now, deniesOthers: ctx.may(contactRights.failOthers, { legalEntityId }) }))
    .executeTakeFirst();
  if (!found) throw new Refusal('move.illegal', { detail: mayNotFail });
  if (found.kept !== null) throw new Refusal('move.illegal', { detail: KEPT[found.kept] });
  if (found.needsWhy && why === null)
    throw new Refusal('input.invalid', { fields: { why: 'Напишите, почему: о нём уже рассказали' } });
  await db
    .updateTable('contactRecords')
    .set({ status: 'failed', toldAt: now, failedBy: actor.accountId, failedWhy: why })
    .where('id', '=', id)
    .execute();
}

const mayNotFail =
  'Так отмечают звонок или встречу. Если о них уже рассказали, это делает тот, кто рассказал, или руководитель, не позже чем через три дня';
