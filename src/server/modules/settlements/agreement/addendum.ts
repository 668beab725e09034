import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { AddendumTerms } from '#domain/documents/addendum-template.ts';
import { LIFE_EVENTS, type LifeEventKind, type LifeSpan } from '#domain/parties/life-event.ts';
import { beginsInside } from '#domain/parties/life-moves.ts';
import { calendarOf } from '#domain/rates/calendar.ts';
import {
  addendumProblems,
  continuedRows,
  dearerObjections,
  interestOnRest,
  lastPaidNo,
  type Rest,
  restOf,
} from '#domain/settlements/addendum.ts';
import { dueBy } from '#domain/settlements/moved-schedule.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import { openPenalty } from '#domain/settlements/penalty-accrual.ts';
import { bearsInterest, type Plan, type PlanProblem } from '#domain/settlements/plan.ts';
import { type DebtorFee, upcomingDebtorFee } from '#domain/settlements/price/debtor-fee.ts';
import {
  type Objection,
  priceObjections,
  priceOfRest,
  problemOf,
  rateOf,
  startProblems,
  withoutEarned,
} from '#domain/settlements/price/offer-price.ts';
import { type ScheduleRow, scheduleTotal } from '#domain/settlements/schedule.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { issueAddendum } from '#server/modules/documents/documents.commands.ts';
import { revokeBreachNotices } from '#server/modules/documents/notices/notices.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { beginLifeEvent } from '#server/modules/life-events/life-events.commands.ts';
import { pauseOfOffer } from '#server/modules/life-events/life-events.queries.ts';
import { lifeSpans } from '#server/modules/life-events/life-spans.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { recountInterest } from '../money/early-payment.commands.ts';
import {
  demandNoReturn,
  type LockedSettlement,
  lockSettlement,
  lockWithAccruedPenalty,
  notifySides,
  totalOutstanding,
} from '../money/money.commands.ts';
import { countedTo, countPenalty, penaltyFrom } from '../money/penalty.commands.ts';
import { remind } from '../money/reminders.commands.ts';
import { demandMove } from '../negotiation/demands.ts';
import { demandPayable } from '../negotiation/identified.queries.ts';
import { demandNone, lateObstacles, type Obstacle, penaltyObstacles, priceObstacle } from '../negotiation/lawful.ts';
import { endOffer, lockNegotiation, moveNegotiation } from '../negotiation/negotiation.ts';
import type { NegotiationState } from '../negotiation/negotiation-state.queries.ts';
import { penaltyOfTerms } from '../negotiation/penalty-terms.ts';
import { readNewPlan } from '../negotiation/plan-form.ts';
import { demandScheduleWithin } from '../negotiation/policy.ts';
import { demandSigningCode, sign } from '../negotiation/signing.ts';
import { demandProposal, type PendingProposal, putProposal, termsInForce } from './proposals.ts';

type Form = Pick<
  Input<typeof settlements.rescheduleByCreditor>['body'],
  'plan' | 'comment' | 'code' | 'penaltyDayBps' | 'textHash'
>;
type Acceptance = Pick<Input<typeof settlements.acceptByDebtor>['body'], 'termsHash' | 'code'> & {
  read: string | null;
};

/**
 * Proposes another schedule for what is left of an agreement, signed by its author (docs/domain.md §7.3). It takes effect when
 * the other side signs it, too; until then the old one holds.
 * @throws Refusal `move.illegal`, `input.invalid`, `code.wrong`
 */
export async function proposeSchedule(ctx: Writing, id: number, side: Side, form: Form): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const { told, ...terms } = await readSchedule(ctx, negotiation, form);
  if (side === 'creditor') demandScheduleWithin(ctx, negotiation, terms.plan, terms.penalty);
  const by = await demandSigningCode(ctx, negotiation, side, form);
  const { amount } = terms;
  await putProposal(ctx, negotiation, {
    kind: 'addendum',
    side,
    ...terms,
    told,
    comment: form.comment,
    by,
    read: form.textHash,
    title: `${side === 'individual' ? 'Заёмщик' : 'Кредитор'} предложил новый график на остаток ${formatMoney(amount)}`,
  });
}

/**
 * Reads a new schedule for what is left of an agreement, with the rows as they go on after those that stay and with what its paper
 * says.
 * @throws Refusal `move.illegal`, `input.invalid`
 */
export async function readSchedule(
  ctx: Writing,
  negotiation: NegotiationState,
  form: Pick<Form, 'plan' | 'penaltyDayBps'>,
) {
  demandMove(negotiation, 'reschedule');
  await demandNoReturn(ctx.db, negotiation.id);
  const settlement = await lockSettlement(ctx.db, negotiation.id);
  const rest = restOf(settlement.rows, ctx.day, settlement.interest);
  const { principal } = rest;
  const inForce = (await termsInForce(ctx.db, negotiation.id)).plan as Plan;
  const life = await lifeSpans(ctx.db, { individualId: negotiation.individualId, settlementId: negotiation.id });
  const goOn = (rows: readonly ScheduleRow[]) => continuedRows(rows, rest.earned, lastPaidNo(settlement.rows));
  const made = readNewPlan(
    form.plan,
    { today: ctx.day, rates: negotiation.rates },
    {
      complete: (one) => ('rateBps' in one ? { ...one, interestOn: interestOnRest(inForce, principal) } : one),
      planProblems: (one) => addendumProblems(one, { principal, rateBps: rateOf(inForce) }),
      priceProblems: (one, made) => [
        ...startProblems(one, ctx.day),
        ...pauseProblems(one, made, life),
        ...costObjections(negotiation, settlement, { plan: one, rows: goOn(made), earned: rest.earned }, ctx.day).map(
          problemOf,
        ),
      ],
    },
  );
  const { plan } = made;
  const penalty = penaltyOfTerms(negotiation, plan, ctx.day, form.penaltyDayBps);
  const rows = goOn(made.rows);
  const told = await addendumTerms(ctx, settlement, { plan, rows, penalty, rest });
  return { plan, rows, penalty, amount: principal, told };
}

/** By what the debtor of an agreement pays the platform. */
const debtorFeeOf = ({ chargedFee, ...settlement }: LockedSettlement): DebtorFee => ({
  ...settlement,
  charged: chargedFee.amount,
});

/** Why a new schedule may not cost what it does: the same when it is proposed and when it is agreed to. */
function costObjections(
  { grounds, rates }: Pick<NegotiationState, 'grounds' | 'rates'>,
  settlement: LockedSettlement,
  { plan, rows, earned }: { plan: Plan; rows: readonly ScheduleRow[]; earned: Kopecks },
  today: Day,
): Objection[] {
  // A fee that was agreed to before keeps nobody from a new schedule without interest.
  const fee = bearsInterest(plan) ? upcomingDebtorFee(debtorFeeOf(settlement), rows) : kopecks(0);
  // Interest that was earned before is owed anyway: it is no price of the new schedule.
  const own = withoutEarned(rows, earned);
  return [...priceObjections(plan, own, grounds, { today, rates, fee }), ...dearer(settlement, rows)];
}

/** What of a new schedule makes an agreement dearer; a kopeck of each payment is for the rounding of its fee. */
function dearer(settlement: LockedSettlement, rows: readonly ScheduleRow[]): Objection[] {
  const fee = debtorFeeOf(settlement);
  const added = upcomingDebtorFee(fee, rows) - upcomingDebtorFee(fee, settlement.rows) - rows.length;
  return dearerObjections(rows, totalOutstanding(settlement), kopecks(Math.max(0, added)));
}

/** A new schedule asks for nothing while payments stand still. */
function pauseProblems(plan: Plan, rows: readonly ScheduleRow[], life: readonly LifeSpan[]): PlanProblem[] {
  const message = rows[0] ? beginsInside(life, rows[0].dueDate) : null;
  return message === null ? [] : [{ field: plan.kind === 'custom' ? 'parts' : 'firstDate', message }];
}

/**
 * The other side agrees to the new schedule, the very one that it has seen: unpaid rows are replaced, the ledger asks for what
 * they ask, the addendum is issued, in one transaction (docs/domain.md §7.3, §11).
 * @throws Refusal `move.illegal`, `offer.own`, `offer.replaced`, `code.wrong`
 */
export async function acceptSchedule(
  ctx: Writing,
  negotiation: NegotiationState,
  side: Side,
  { termsHash, read, code }: Acceptance,
): Promise<void> {
  const { id, number } = negotiation;
  demandMove(negotiation, 'reschedule');
  const offer = await demandProposal(ctx, negotiation, { side, termsHash, kind: 'addendum', read });
  const { plan, rows, penalty } = offer;
  const { earned, pause: paused } = offer.told;
  if (side === 'creditor') demandScheduleWithin(ctx, negotiation, plan);
  await demandNoReturn(ctx.db, id);
  const settlement = await lockWithAccruedPenalty(ctx.db, id, ctx.day);
  // Money that came or went back ends the proposal; should one ever outlive it, it is not about this rest.
  // Days that have passed only add to it.
  const rest = restOf(settlement.rows, ctx.day, paused ? null : settlement.interest);
  if (offer.told.principal + earned > rest.principal + rest.earned) throw new Refusal('offer.replaced');
  demandNone(scheduleObstacles(negotiation, settlement, offer, ctx.day));
  if (!paused) await demandPayable(ctx, negotiation, { fee: debtorFeeOf(settlement), rows, former: settlement.rows });
  const by = await demandSigningCode(ctx, negotiation, side, { code, textHash: read ?? termsHash });
  await endOffer(ctx, negotiation, 'accepted');
  await sign(ctx, { settlementId: id, offerId: offer.id, side, termsHash, by });
  const pause = await pauseOfOffer(ctx.db, offer.id);
  if (pause !== null) await beginLifeEvent(ctx, pause.id);
  await putInForce(ctx, negotiation, settlement, {
    offerId: offer.id,
    plan,
    rows,
    penalty,
    told: offer.told,
    version: offer.templateVersion,
    signed: offer.signed,
  });
  await notifySides(ctx.db, settlement, {
    event: 'settlement.concluded',
    title: `${number}. Новый график подписан обеими сторонами`,
  });
}

/** Why nobody may sign a proposed schedule on a day: it may be older than a rule. */
export function scheduleObstacles(
  negotiation: NegotiationState,
  settlement: LockedSettlement,
  { plan, rows, penalty, told: { earned, pause } }: Extract<PendingProposal, { kind: 'addendum' }>,
  day: Day,
): Obstacle[] {
  const late = lateObstacles(rows, day);
  // What would have been paid before it is signed has no price. A pause only moves what is owed, so that no ceiling of today is asked of it
  // (docs/decisions/0101).
  if (late.length > 0 || pause) return late;
  return [
    ...costObjections(negotiation, settlement, { plan, rows, earned }, day).map(priceObstacle),
    ...penaltyObstacles(negotiation, { plan, penalty }, day),
  ];
}

/** What takes effect: by both signatures, or by a right of the debtor. */
interface InForce {
  offerId: number;
  plan: Plan;
  rows: readonly ScheduleRow[];
  penalty: PenaltyRule | null;
  told: AddendumTerms;
  /** Of the form of its paper. */
  version: number;
  /** The fingerprint of the paper that both have signed; null where the debtor's right needs no signature. */
  signed: string | null;
}

/** The new schedule is the one that is waited for: its rows, its sum in the books, its paper. */
export async function putInForce(
  ctx: Writing,
  negotiation: NegotiationState,
  settlement: LockedSettlement,
  { offerId, plan, rows: signedRows, penalty, told, version, signed }: InForce,
): Promise<void> {
  const rows = dueBy(signedRows, calendarOf(negotiation.rates));
  // The old rows bear a penalty as far as it is counted and no further.
  const day = await countedTo(ctx.db, settlement, ctx.day);
  await replaceRows(ctx.db, settlement, rows, day);
  await bookChange(ctx, settlement, rows);
  await moveNegotiation(ctx, negotiation, 'reschedule', {
    set: { ...newTerms(settlement, plan, rows), ...penaltyFrom(penalty, day, settlement.penalty.terms) },
  });
  await recountInterest(ctx.db, await lockSettlement(ctx.db, settlement.id), null, { day, today: day });
  await revokeBreachNotices(ctx.db, settlement.id);
  await issueAddendum(ctx, { settlementId: settlement.id, offerId, version, terms: told, signed });
  await remind(ctx.db, [await lockSettlement(ctx.db, settlement.id)], ctx.now);
}

/** The old rows are waited for no more, and nobody is late by them. */
const newTerms = ({ rows: old }: LockedSettlement, plan: Plan, rows: readonly ScheduleRow[]) => ({
  turn: null,
  planKind: plan.kind,
  payments: old.filter(({ paid }) => paid > 0).length + rows.length,
  lastDueDate: rows.at(-1)?.dueDate,
});

/**
 * Unpaid rows leave the schedule and the new ones join it. A row that is paid in part stays as a paid one of what has come,
 * so every payment keeps the row that took it.
 */
async function replaceRows(
  tx: Tx,
  settlement: LockedSettlement,
  rows: readonly ScheduleRow[],
  day: Day,
): Promise<void> {
  const open = settlement.rows.filter(({ principal, interest }) => principal + interest > 0).map(({ id }) => id);
  await tx.updateTable('scheduleItems').set({ status: 'cancelled', replacedOn: day }).where('id', 'in', open).execute();
  // What has come pays the interest of a row first (docs/domain.md §8.8).
  await sql`
    insert into schedule_items (settlement_id, no, planned_date, due_date, interest, principal, amount, paid, status, added_on)
    select settlement_id, no, planned_date, due_date, least(interest, paid), paid - least(interest, paid), paid, paid, 'paid', ${day}
    from schedule_items where id = any(${open}) and paid > 0`.execute(tx);
  const added = rows.map((row) => ({ settlementId: settlement.id, ...row, addedOn: day }));
  await tx.insertInto('scheduleItems').values(added).execute();
}

async function bookChange(ctx: Writing, settlement: LockedSettlement, rows: readonly ScheduleRow[]): Promise<void> {
  const { id: settlementId, legalEntityId, individualId } = settlement;
  await bookEvent(
    ctx.db,
    {
      kind: 'rescheduled',
      settlementId,
      legalEntityId,
      individualId,
      before: totalOutstanding(settlement),
      after: scheduleTotal(rows),
    },
    { valueDate: ctx.day },
  );
}

interface Changed {
  plan: Plan;
  rows: readonly ScheduleRow[];
  penalty: PenaltyRule | null;
  rest: Rest;
  /** The pause that it is made for. */
  pause?: Pause;
}

/** A pause as its addendum describes it; `law` is that by which it is taken without the other side, null where both agree. */
interface Pause {
  kind: LifeEventKind;
  since: Day;
  until: Day;
  law: string | null;
}

/** What the paper of a new schedule says of the agreement as it is today. */
export async function addendumTerms(
  { db, day }: Pick<Writing, 'db' | 'day'>,
  settlement: LockedSettlement,
  { plan, rows, penalty, rest, pause }: Changed,
): Promise<AddendumTerms> {
  const rateBps = rateOf(plan);
  const fee = upcomingDebtorFee(debtorFeeOf(settlement), rows);
  // The days of a pause bear no penalty, and what has been counted of them is written off.
  const [to, before] = [await countedTo(db, settlement, day), pause && addDays(pause.since, -1)];
  const counted = await countPenalty(db, settlement, before && before < to ? before : to);
  return {
    concludedOn: day,
    paid: settlement.paid,
    principal: rest.principal,
    earned: rest.earned,
    forgiven: settlement.forgiven,
    former: settlement.rows
      .map(({ no, dueDate, principal, interest }) => ({ no, dueDate, amount: kopecks(principal + interest) }))
      .filter(({ amount }) => amount > 0),
    rows,
    rateBps,
    penalty,
    formerPenalty: settlement.penalty.terms.at(-1)?.rule ?? null,
    penaltyOpen: openPenalty(counted),
    fee,
    fullCost: priceOfRest(plan, rows, day, { earned: rest.earned, fee }).fullCost,
    ...(pause && { pause: pauseFacts(pause) }),
  };
}

const pauseFacts = ({ kind, since, until, law }: Pause): NonNullable<AddendumTerms['pause']> => ({
  title: LIFE_EVENTS[kind],
  since,
  until,
  byRight: law !== null,
  law: law ?? '',
});
