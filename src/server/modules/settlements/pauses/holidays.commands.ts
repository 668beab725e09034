import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { lifeEvents } from '#contract/parties/life-events.ts';
import type { pauses } from '#contract/settlements/pauses.ts';
import { ADDENDUM_TEMPLATE } from '#domain/documents/addendum-template.ts';
import { LIFE_EVENTS } from '#domain/parties/life-event.ts';
import { interestOnRest, lastPaidNo, type Rest, restOf } from '#domain/settlements/addendum.ts';
import {
  HOLIDAY_GROUNDS,
  HOLIDAY_KIND,
  HOLIDAY_OBJECTIONS,
  type HolidayAsk,
  type HolidayGround,
  holidayProblems,
  isOpenEnded,
  MAX_HOLIDAY_MONTHS,
  objectionsTo,
} from '#domain/settlements/holidays.ts';
import { movedPlan, movedRows, pauseUntil } from '#domain/settlements/moved-schedule.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { rateOf } from '#domain/settlements/price/offer-price.ts';
import { type Day, formatDay, toDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { addLifeEvent, countLifeEvent } from '#server/modules/life-events/life-events.commands.ts';
import { closesGround } from '#server/modules/life-events/life-events.queries.ts';
import { lifeSpans } from '#server/modules/life-events/life-spans.queries.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import { judgedStageOf } from '#server/modules/registries/papers/enforcement.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { addendumTerms, putInForce } from '../agreement/addendum.ts';
import { termsInForce } from '../agreement/proposals.ts';
import {
  demandNoReturn,
  dropProposal,
  type LockedSettlement,
  lockSettlement,
  lockWithAccruedPenalty,
  notifySides,
} from '../money/money.commands.ts';
import { demandRightOf } from '../negotiation/demands.ts';
import { lockNegotiation } from '../negotiation/negotiation.ts';
import type { NegotiationState } from '../negotiation/negotiation-state.queries.ts';

type Form = Input<typeof pauses.takeHolidays>['body'];

/** By which law each ground is a right. */
export const LAWS: Readonly<Record<HolidayGround, string>> = {
  income: 'статья 6.1-2 Федерального закона «О потребительском кредите (займе)»',
  emergency: 'статья 6.1-2 Федерального закона «О потребительском кредите (займе)»',
  service: 'Федеральный закон от 07.10.2022 № 377-ФЗ',
  family: 'Федеральный закон от 07.10.2022 № 377-ФЗ',
  mortgage: 'статья 6.1-1 Федерального закона «О потребительском кредите (займе)»',
};

/**
 * A borrower takes the holidays that the law gives him: they begin today, the schedule moves, and his creditor is told, not
 * asked (353-ФЗ, ст. 6.1-2; docs/decisions/0101).
 * @throws Refusal `input.invalid` at the field that stands in the way, `move.illegal`, `quota.exceeded`
 */
export async function takeHolidays(ctx: Writing, id: number, form: Form, file: Uploaded): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  demandRightOf(negotiation, 'reschedule');
  await demandNoReturn(ctx.db, id);
  await demandRight(ctx, negotiation, askOf(form));
  const settlement = await lockWithAccruedPenalty(ctx.db, id, ctx.day);
  const { ground, since, months = MAX_HOLIDAY_MONTHS } = form;
  if (isOpenEnded(ground) && since !== undefined)
    return beginService(ctx, settlement, { ground, since: toDay(since) }, file);
  await dropProposal(ctx, settlement, 'Начались кредитные каникулы: график перенесён');
  const pause = { since: ctx.day, months };
  const until = pauseUntil(pause);
  const moved = await moveSchedule(ctx, settlement, pause, true);
  const penalty = settlement.penalty.terms.at(-1)?.rule ?? null;
  const offerId = await insertTerms(ctx, negotiation, moved, penalty);
  const kind = HOLIDAY_KIND[ground];
  const { individualId, legalEntityId } = settlement;
  const of = { individualId, legalEntityId, settlementId: id };
  const days = { since: ctx.day, until, months };
  const eventId = await addLifeEvent(
    ctx,
    { kind, ...of, ...days, side: 'individual', status: 'in_force', ground, offerId, comment: HOLIDAY_GROUNDS[ground] },
    file,
  );
  // The days of holidays bear no penalty: what was counted of them is written off before the paper names what is open.
  await countLifeEvent(ctx, eventId);
  const counted = await lockSettlement(ctx.db, id);
  const told = await addendumTerms(ctx, counted, {
    ...moved,
    penalty,
    pause: { kind, since: ctx.day, until, law: LAWS[ground] },
  });
  const { plan, rows } = moved;
  await putInForce(ctx, negotiation, counted, {
    offerId,
    plan,
    rows,
    penalty,
    told,
    version: ADDENDUM_TEMPLATE.version,
    signed: null,
  });
  const title = `${settlement.number}. ${LIFE_EVENTS[kind]} по ${formatDay(until)}: график перенесён`;
  const detail = `${HOLIDAY_GROUNDS[ground]}. Это право заёмщика: согласия не нужно. Возразить можно оператору, если условий закона нет`;
  await notifySides(ctx.db, settlement, { event: 'settlement.life', title, detail }, ['creditor']);
}

/**
 * Holidays that last as long as a service: payments stand still since its first day, and the schedule moves when it is over
 * (docs/decisions/0212).
 */
async function beginService(
  ctx: Writing,
  settlement: LockedSettlement,
  { ground, since }: { ground: HolidayGround; since: Day },
  file: Uploaded,
): Promise<void> {
  const { id: settlementId, number, individualId, legalEntityId } = settlement;
  await dropProposal(ctx, settlement, 'Начались кредитные каникулы на время службы');
  const kind = HOLIDAY_KIND[ground];
  const of = { individualId, legalEntityId, settlementId, side: 'individual', status: 'in_force' } as const;
  const eventId = await addLifeEvent(ctx, { kind, since, ground, comment: HOLIDAY_GROUNDS[ground], ...of }, file);
  await countLifeEvent(ctx, eventId);
  const title = `${number}. Каникулы на время службы с ${formatDay(since)}`;
  const detail = `${HOLIDAY_GROUNDS[ground]}. Это право заёмщика: согласия не нужно. График сдвинется, когда служба закончится. Возразить можно оператору, если условий закона нет`;
  await notifySides(ctx.db, settlement, { event: 'settlement.life', title, detail }, ['creditor']);
}

const askOf = ({ ground, months, since, incomeBefore, incomePrevious, incomeNow, car = false }: Form): HolidayAsk => ({
  ground,
  months: months ?? null,
  since: since === undefined ? null : toDay(since),
  car,
  incomeBefore: incomeBefore === undefined ? null : kopecks(incomeBefore),
  incomePrevious: incomePrevious === undefined ? null : kopecks(incomePrevious),
  incomeNow: incomeNow === undefined ? null : kopecks(incomeNow),
});

async function demandRight(ctx: Writing, negotiation: NegotiationState, ask: HolidayAsk): Promise<void> {
  const { id: settlementId, individualId, registryEntryId, grounds, rates } = negotiation;
  const stage = await judgedStageOf(ctx.db, registryEntryId);
  const taken = await ctx.db
    .selectFrom('lifeEvents as l')
    .innerJoin('settlements as s', 's.id', 'l.settlementId')
    .select(['l.ground', closesGround.as('isClosed')])
    .where('s.registryEntryId', '=', registryEntryId)
    .where('l.ground', 'is not', null)
    // What operators have opened again counts as never taken.
    .where('l.reopenedAt', 'is', null)
    .execute();
  const [problem] = holidayProblems(ask, {
    contractKind: grounds.contractKind,
    right: grounds.right,
    issuedAmount: grounds.issuedAmount,
    stage,
    life: await lifeSpans(ctx.db, { individualId, settlementId }),
    taken: taken.map(({ ground }) => ground as HolidayGround),
    denied: taken.filter(({ isClosed }) => isClosed).map(({ ground }) => ground as HolidayGround),
    today: ctx.day,
    rates,
  });
  if (problem) throw new Refusal('input.invalid', { fields: { [problem.field]: problem.message } });
}

interface MovedTerms {
  plan: Plan;
  rows: ReturnType<typeof movedRows>;
  rest: Rest;
}

/** The schedule as a pause moves it. @param bears whether the interest of its days is to be paid */
export async function moveSchedule(
  ctx: Writing,
  settlement: LockedSettlement,
  pause: { since: Day; months: number; until?: Day },
  bears: boolean,
): Promise<MovedTerms> {
  const open = settlement.rows.filter(({ principal, interest }) => principal + interest > 0);
  if (open.length === 0) throw new Refusal('move.illegal', { detail: 'По графику платить больше нечего' });
  // All rows move as they are: nothing is paid off by a pause.
  const rest = restOf(settlement.rows, ctx.day);
  const inForce = (await termsInForce(ctx.db, settlement.id)).plan as Plan;
  const on = interestOnRest(inForce, rest.principal);
  const rows = movedRows(open, pause, {
    calendar: await calendarIn(ctx.db),
    after: lastPaidNo(settlement.rows),
    interest: bears ? { rateBps: rateOf(inForce), on } : null,
  });
  return { plan: movedPlan(inForce, rows, on), rows, rest };
}

/** The terms of a right: nobody else has to sign them. */
export async function insertTerms(
  ctx: Writing,
  { id: settlementId, number, individualId }: Pick<NegotiationState, 'id' | 'number' | 'individualId'>,
  { plan, rows, rest }: MovedTerms,
  penalty: LockedSettlement['penalty']['terms'][number]['rule'],
): Promise<number> {
  const { last } = await ctx.db
    .selectFrom('termsOffers')
    .select((eb) => eb.fn.max('round').as('last'))
    .where('settlementId', '=', settlementId)
    .where('kind', '=', sql.lit('addendum'))
    .executeTakeFirstOrThrow();
  const round = (last ?? 0) + 1;
  const amount: Kopecks = rest.principal;
  const { id } = await ctx.db
    .insertInto('termsOffers')
    .values({
      settlementId,
      kind: 'addendum',
      round,
      side: 'individual',
      accountId: await accountOf(ctx, individualId),
      amount,
      plan: jsonText(plan),
      rows: jsonText(rows),
      penalty: penalty && jsonText(penalty),
      termsHash: hashOf({ number, kind: 'holidays', round, amount, plan, rows }),
      status: 'accepted',
      expiresAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The right is the debtor's, also where an operator has confirmed what it follows from. */
async function accountOf({ db, actor }: Writing, individualId: number): Promise<number> {
  const row = await db.selectFrom('individuals').select('accountId').where('id', '=', individualId).executeTakeFirst();
  return row?.accountId ?? actor.accountId;
}

/** The holidays of an agreement that go on; undefined when there are none. */
const holidaysOf = (tx: Tx, settlementId: number, day: Writing['day']) =>
  tx
    .selectFrom('lifeEvents')
    .select(['id', 'kind', 'ground', 'individualId', 'objectedAt'])
    .where('settlementId', '=', settlementId)
    .where('ground', 'is not', null)
    .where('status', '=', 'in_force')
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>=', day)]))
    .forUpdate()
    .executeTakeFirst();

/**
 * The creditor objects that what the law wants is not there. Nothing stops by that: an operator looks, and two of them may end the
 * holidays.
 * @throws Refusal `move.illegal` when none go on, or he has objected already, `input.invalid` for what another ground wants
 */
export async function objectToHolidays(
  ctx: Writing,
  id: number,
  { ground, reason }: Input<typeof pauses.object>['body'],
): Promise<void> {
  const event = await holidaysOf(ctx.db, id, ctx.day);
  if (!event) throw new Refusal('move.illegal', { detail: 'Каникул по этому соглашению сейчас нет' });
  if (event.objectedAt !== null) throw new Refusal('move.illegal', { detail: 'Возражение уже у оператора' });
  if (!objectionsTo(event.ground as HolidayGround).includes(ground)) {
    throw new Refusal('input.invalid', { fields: { ground: 'Эти каникулы взяты по другому основанию' } });
  }
  const detail = `${HOLIDAY_OBJECTIONS[ground]}. ${reason}`;
  await ctx.db
    .updateTable('lifeEvents')
    .set({ objectedAt: ctx.now, reason: detail, version: sql<number>`version + 1` })
    .where('id', '=', event.id)
    .execute();
  await notify(ctx.db, await operatorsWith(ctx.db, lifeEvents.end), {
    event: 'settlement.life',
    title: 'Кредитор возразил против кредитных каникул',
    detail,
    link: pagePath('/individual-{$id}', { id: event.individualId }),
    about: { table: 'lifeEvents', id: event.id },
    topic: 'holidays.objected',
  });
}
