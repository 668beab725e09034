import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { endings } from '#contract/settlements/endings.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { feeOnTop } from '#domain/money/tariff.ts';
import { otherSide } from '#domain/negotiation/negotiation.ts';
import { bandWithDefaults, DEFAULT_BAND, offerDays, structureOf } from '#domain/negotiation/policy-band.ts';
import { groundWords, type SigningAct } from '#domain/parties/signing-right.ts';
import type { SettingValues } from '#domain/settings/settings.ts';
import type { Debt, DebtPartKind } from '#domain/settlements/debt-structure.ts';
import { discountOf } from '#domain/settlements/discount.ts';
import { type DisputedPart, disputedOf, sameMarks } from '#domain/settlements/disputed-parts.ts';
import type { FeedbackStatus } from '#domain/settlements/feedback.ts';
import { openPenalty, type PenaltySums } from '#domain/settlements/penalty-accrual.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { planFigures } from '#domain/settlements/plan-form.ts';
import { priceOf } from '#domain/settlements/price/offer-price.ts';
import { courtPapersOf, formatProceedings, proceedingsOf } from '#domain/settlements/proceedings.ts';
import { type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { kopecks } from '#domain/values/money.ts';
import { signingRights } from '#server/modules/employees/signing-right.queries.ts';
import { lifeOfSettlement } from '#server/modules/life-events/life-events.queries.ts';
import { stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { hasWrit, judgedStage } from '#server/modules/registries/papers/enforcement.queries.ts';
import { claimLimitation } from '#server/modules/registries/registries.queries.ts';
import { partiesProblemIn } from '#server/modules/verification/verified-parties.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { personName } from '#server/platform/person-name.ts';
import { settingsOf } from '#server/platform/settings.ts';
import {
  changeableRest,
  changingMoves,
  type OfferRecord,
  offerStatusAt,
  proposalsOf,
  replacedRows,
} from './agreement/changes.ts';
import { ownShift, shiftsOf } from './agreement/payment-shift.queries.ts';
import { itemsOf, scheduleOf } from './agreement/shown-schedule.queries.ts';
import { upcomingBreach } from './endings/breach.queries.ts';
import { mayRate } from './endings/feedback.ts';
import { restoredOf } from './endings/restored.queries.ts';
import { toldBreach } from './endings/rule-signer.queries.ts';
import { breachTermsOf, shownBreach } from './endings/shown-breach.ts';
import { scheduleDueNow } from './money/money.commands.ts';
import { countedTo, countPenalty, penaltyColumns, settlementPenalty } from './money/penalty.commands.ts';
import { namesEndedRule } from './negotiation/ended-rule.queries.ts';
import { debtorFeeOf } from './negotiation/fee.ts';
import { bindingBand, brokenBySchedule, brokenRules } from './negotiation/policy.ts';
import { stoppedBy } from './negotiation/stopped-by.queries.ts';
import { openMoves } from './open-moves.ts';
import { pauseMoves } from './pauses/pause-moves.ts';
import { priceGrounds } from './price-grounds.queries.ts';
import { overdueSum, rowColumns, settlementRow } from './rows.ts';
import { shownForgiven, shownTax } from './terms/asked-cost.ts';
import { headApprovalsOf } from './terms/head-approval.ts';

type Card = Answer<typeof settlements.get>;
/** While one of these two may still agree on something new. */
const OPEN: ReadonlySet<SettlementStatus> = new Set(['negotiation', 'waiting_for_payment']);

type Offer = Card['offers'][number];
/** An offer with its plan as the rules know it; the answer leaves that out. */
type Known = Offer & { terms: Plan };

/** A settlement within the viewer's reach. @throws Refusal `object.absent` */
export async function findCard(ctx: Ctx, id: number): Promise<Card> {
  const row = await ctx.db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select([...rowColumns, 's.debt', 's.disputed', 's.debtAsOf', 's.band', 's.updatedAt', 's.penalty', 's.consumer'])
    .select([...penaltyColumns, 's.policyId', 's.shiftEvery', overdueSum(ctx.day)])
    .select(['s.closedAt', 's.paidOn', 's.rating', 's.feedbackText', 's.feedbackStatus', 's.feedbackReason'])
    .select([judgedStage.as('judgedStage'), hasWrit.as('isProved')])
    .select(['e.contractDate', 'e.registryId', 'e.stage', 'e.caseNo', 'e.court', 'e.noBailiffsAt'])
    .where('s.id', '=', id)
    .where(ctx.within('settlement', 's'))
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { debt, penalty: rule, consumer } = row;
  const ownBand = row.band === null ? null : bandWithDefaults(row.band);
  const band = ownBand ?? DEFAULT_BAND;
  const structure = structureOf(band);
  const shown = settlementRow(ctx, row);
  const records = await offersOf(ctx.db, id);
  const items = await itemsOf(ctx.db, id);
  const offers = termsOf(ctx, records, debt, structure);
  const agreed = shown.agreedAmount === null ? null : discountOf(debt, kopecks(shown.agreedAmount), structure);
  const activeOffer = offers.find(({ status }) => status === 'active');
  const side = sideOf(ctx, shown);
  const rates = await ratesOf(ctx.db);
  const grounds = await priceGrounds(ctx.db, shown.registryEntryId);
  const bargained = {
    band: ownBand,
    legalEntityId: shown.legalEntityId,
    debt,
    penalty: rule,
    consumer,
    grounds,
    claimed: { debt, structure, agreed: agreed && agreed.agreed },
    rates,
  };
  const binding = side === 'creditor' ? bindingBand(ctx, bargained) : null;
  const mustAsk =
    binding !== null && activeOffer !== undefined && brokenRules(ctx, bargained, activeOffer.terms).length > 0;
  const { disputed, disputedSinceOffer } = disputeOf(row, records);
  const namesEnded = await namesEndedRule(ctx, row, records);
  const isStale = disputedSinceOffer || namesEnded;
  const shownTerms = agreed ?? (activeOffer ? discountOf(debt, kopecks(activeOffer.amount), structure) : null);
  const debtorFee = await debtorFeeOf(ctx, shown);
  const proposals = proposalsOf(ctx, records, debtorFee);
  const day = await countedTo(ctx.db, { id, penalty: settlementPenalty(row) }, ctx.day);
  const penalty = await penaltyNow(ctx.db, shown, { row, day });
  const { due, interest } = await scheduleDueNow(ctx.db, shown, ctx.day);
  const life = await lifeOfSettlement(ctx, shown.individualId, id);
  const stopped = await stoppingEventOf(ctx.db, id, 'bargaining', ctx.day);
  const payable = (moves: Card['moves']) => (stopped === null ? moves : moves.filter((move) => move !== 'pay'));
  const unverified = await partiesProblemIn(ctx.db, shown);
  const agreeable = (moves: Card['moves']) =>
    openMoves(moves, { isStopped: stopped !== null, isVerified: unverified === null });
  const shifts = await shiftsOf(ctx.db, id);
  const hasProposal = proposals.some(({ status }) => status === 'active');
  const shift = await ownShift(ctx, { ...shown, shiftEvery: row.shiftEvery, hasProposal });
  const standing = shown.status === 'waiting_for_payment' ? await toldBreach(ctx.db, shown, ctx.day) : null;
  return {
    ...shown,
    proceedings: shownProceedings(row, shown.status),
    forgivenOrder: structure.toSorted((one, other) => one.forgivenAs - other.forgivenAs).map(({ code }) => code),
    grounds,
    limitation: await claimLimitation(ctx.db, shown.registryEntryId, ctx.day),
    disputed,
    disputedSinceOffer,
    namesEndedRule: namesEnded,
    debt: debt.map((part, index) => ({ ...part, remains: agreed?.parts[index]?.remains ?? null })),
    offers,
    schedule: scheduleOf(items, shifts, day),
    replaced: replacedRows(items, row),
    proposals,
    rest: changeableRest(ctx, shown.status, { items, offers: records, interest }),
    debtorFee: debtorFee.tariff && { ...debtorFee, tariff: debtorFee.tariff },
    penalty: rule,
    shiftEvery: row.shiftEvery,
    shift,
    shifts,
    consumer,
    payOff: kopecks(due + openPenalty(penalty)),
    penaltyOpen: openPenalty(penalty),
    penaltyPaid: penalty.paid,
    signatures: await signaturesOf(ctx, id),
    taxNote: shownTerms && shownTax(shownTerms, disputed, conditionDay(row, activeOffer) ?? ctx.day, rates),
    maxRounds: band.maxRounds,
    offerDays: { individual: offerDays('individual', band), creditor: offerDays('creditor', band) },
    feedback: feedbackOf(row),
    life,
    stoppedBy: await stoppedBy(ctx.db, shown),
    breachTerms: breachTermsOf(standing),
    breach: shownBreach(standing),
    breachAhead: standing?.oldest && !standing.notice ? await upcomingBreach(ctx.db, id, ctx.day) : null,
    restored: shown.closeReason === 'breached' ? await restoredOf(ctx, shown) : null,
    moves: [
      ...agreeable(movesFor(shown, { side, activeOffer, maxRounds: band.maxRounds, mustAsk, isStale })),
      ...agreeable(
        changingMoves(ctx, shown, side, proposals, side === 'creditor' && asksHead(ctx, bargained, records)),
      ),
      ...payable(
        endingMoves(
          ctx,
          { ...row, hasPenalty: openPenalty(penalty) > 0, isRipe: standing?.isRipe ?? false },
          await settingsOf(ctx.db),
        ),
      ),
      ...agreeable(pauseMoves(ctx, shown, { life, grounds })),
      ...(shift?.closed === null ? (['shiftPayment'] as const) : []),
    ],
    cannotAgree: OPEN.has(shown.status) ? unverified : null,
    cannotSign: await cannotSign(ctx, shown.legalEntityId),
    asked: await headApprovalsOf(ctx, id, shown.legalEntityId),
    bound: binding && { ...binding, componentOrder: [...binding.componentOrder] },
  };
}

/** The day on which the forgiveness takes effect: that of the last kopeck, until then the one that the schedule names. */
const conditionDay = (
  { paidOn, lastDueDate }: { paidOn: string | null; lastDueDate: string | null },
  offer: Offer | undefined,
): Day | null => (paidOn ?? offer?.rows.at(-1)?.dueDate ?? lastDueDate) as Day | null;

/** What of the debt is disputed, by the agreement or now, and whether that has changed since the offer on the table. */
function disputeOf(
  { debt, disputed, judgedStage, signedAt }: Disputing,
  records: readonly OfferRecord[],
): Pick<Card, 'disputed' | 'disputedSinceOffer'> {
  if (signedAt !== null) return { disputed: [...disputed], disputedSinceOffer: false };
  const now = disputedOf(debt, disputed, judgedStage);
  const offer = records.find(({ status, kind }) => status === 'active' && kind === 'terms');
  // An offer by an older form names nothing disputed.
  const isStale = offer !== undefined && !sameMarks(disputedOf(debt, offer.disputed ?? [], judgedStage), now);
  return { disputed: now, disputedSinceOffer: isStale };
}
interface Disputing {
  debt: Debt;
  disputed: readonly DisputedPart[];
  judgedStage: string;
  signedAt: Date | null;
}

/** Whether the schedule that the debtor has proposed is outside the conditions that bind the viewer. */
function asksHead(
  ctx: Ctx,
  bargained: Parameters<typeof brokenBySchedule>[1],
  records: readonly OfferRecord[],
): boolean {
  const proposed = records.find(
    ({ kind, side, status }) => kind === 'addendum' && side === 'individual' && status === 'active',
  );
  return proposed !== undefined && brokenBySchedule(ctx, bargained, proposed.plan as Plan).length > 0;
}

/** The penalty up to the day to which the agreement is counted, whether or not it has been booked yet. */
async function penaltyNow(
  db: Ctx['db'],
  { id, status }: { id: number; status: SettlementStatus },
  { row, day }: { row: Parameters<typeof settlementPenalty>[0]; day: Day },
): Promise<PenaltySums> {
  const penalty = settlementPenalty(row);
  return status === 'waiting_for_payment' ? countPenalty(db, { id, penalty }, day) : penalty.sums;
}

/** Everything that was offered, of every kind, the newest first. */
const offersOf = (db: Ctx['db'], settlementId: number) =>
  db.selectFrom('termsOffers').selectAll().where('settlementId', '=', settlementId).orderBy('id', 'desc').execute();

/** The rounds of the bargaining. */
function termsOf(
  { now }: Ctx,
  records: readonly OfferRecord[],
  debt: Debt,
  structure: readonly DebtPartKind[],
): Known[] {
  const terms = records.filter(({ kind }) => kind === 'terms');
  return terms.map(({ plan: kept, rows: schedule, ...row }) => {
    const plan = kept as Plan;
    return {
      ...row,
      terms: plan,
      side: row.side as Side,
      planKind: plan.kind,
      decision: row.decision && { ...row.decision, steps: [...row.decision.steps] },
      plan: planFigures(plan),
      rows: [...schedule],
      price: priceOf(plan, schedule, moscowDay(row.createdAt), feeOnTop(row.fee)),
      ...shownForgiven(discountOf(debt, kopecks(row.amount), structure)),
      status: offerStatusAt(row, now),
    };
  });
}

async function signaturesOf({ db }: Ctx, settlementId: number): Promise<Card['signatures']> {
  const rows = await db
    .selectFrom('signatures')
    .select(['side', 'method', 'termsHash', 'signedAt', 'signatory', personName('signatures.accountId').as('signer')])
    .where('settlementId', '=', settlementId)
    .orderBy('id')
    .execute();
  return rows.map(({ signatory, ...row }) => ({
    ...row,
    side: row.side as Side,
    signer: signatory?.fullName ?? row.signer ?? '',
    position: signatory?.position ?? null,
    ground: signatory && groundWords(signatory.ground),
  }));
}

/** What keeps an employee of the creditor from signing, act by act. */
async function cannotSign({ db, day, actor }: Ctx, legalEntityId: number): Promise<Card['cannotSign']> {
  if (!actor?.memberships.some((one) => one.legalEntityId === legalEntityId)) return null;
  const rightTo = await signingRights({ db, day, actor }, legalEntityId);
  const why = (act: SigningAct): string | null => {
    const right = rightTo([act]);
    return right.ok ? null : right.problem;
  };
  return { conclude: why('conclude'), change: why('change'), certify: why('certify') };
}

/** The side that the viewer acts for, and null for those who only look. */
function sideOf({ actor }: Ctx, row: { individualId: number; legalEntityId: number }): Side | null {
  if (actor?.individualId === row.individualId) return 'individual';
  const membership = actor?.memberships.find((one) => one.legalEntityId === row.legalEntityId);
  return membership?.permissions.has(settlements.acceptByCreditor.code) ? 'creditor' : null;
}

/** What the debtor says of it. */
function feedbackOf(row: {
  rating: number | null;
  feedbackText: string | null;
  feedbackStatus: string;
  feedbackReason: string | null;
}): Card['feedback'] {
  if (row.rating === null) return null;
  const status = row.feedbackStatus as FeedbackStatus;
  return { rating: row.rating, text: row.feedbackText, status, reason: row.feedbackReason };
}

/** The case of the debt; drafts come with an agreement that is in force. */
function shownProceedings(
  claim: Parameters<typeof proceedingsOf>[0] & { isProved: boolean; noBailiffsAt: Date | null },
  status: SettlementStatus,
): Card['proceedings'] {
  const of = proceedingsOf(claim);
  if (!of) return null;
  const papers = status === 'waiting_for_payment' ? [...courtPapersOf(of)] : [];
  return {
    stage: of.stage,
    deniedAt: claim.noBailiffsAt,
    proved: claim.isProved,
    words: formatProceedings(of),
    papers,
  };
}

/** What may be done with an agreement: the debtor pays it and says what he thinks of it, the creditor ends it. */
function endingMoves(
  { actor, now }: Ctx,
  row: {
    status: string;
    individualId: number;
    legalEntityId: number;
    closedAt: Date | null;
    closeReason: string | null;
    hasPenalty: boolean;
    /** The time to cure a breach is over. */
    isRipe: boolean;
  },
  settings: SettingValues,
): Card['moves'] {
  const status = row.status as SettlementStatus;
  const isDebtor = actor?.individualId === row.individualId;
  const membership = actor?.memberships.find((one) => one.legalEntityId === row.legalEntityId);
  const moves: [Card['moves'][number], boolean][] = [
    ['pay', isDebtor && settlementMachine.canMove(status, 'payOff')],
    [
      'stateOutside',
      (isDebtor || membership?.permissions.has(payments.stateByCreditor.code) === true) &&
        settlementMachine.canMove(status, 'payOutside'),
    ],
    ['rate', isDebtor && mayRate(row, now, settings)],
    [
      'fulfil',
      membership?.permissions.has(endings.fulfil.code) === true && settlementMachine.canMove(status, 'fulfil'),
    ],
    [
      'breach',
      row.isRipe &&
        membership?.permissions.has(endings.breach.code) === true &&
        settlementMachine.canMove(status, 'breach'),
    ],
  ];
  const mayWaive =
    membership?.permissions.has(endings.waivePenalty.code) === true && settlementMachine.canMove(status, 'payOff');
  moves.push(['waivePenalty', mayWaive && row.hasPenalty]);
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}

interface Table {
  side: Side | null;
  activeOffer: Offer | undefined;
  maxRounds: number;
  /** The active offer is below the conditions that bind the viewer. */
  mustAsk: boolean;
  /** It names another dispute than there is now, or a rule that acts no more, so that nobody may accept it. */
  isStale: boolean;
}

function movesFor(
  row: ReturnType<typeof settlementRow>,
  { side, activeOffer, maxRounds, mustAsk, isStale }: Table,
): Card['moves'] {
  if (side === null || !settlementMachine.canMove(row.status, 'offer')) return [];
  const theirs = activeOffer?.side === otherSide(side);
  const moves: [Card['moves'][number], boolean][] = [
    ['offer', row.round < maxRounds && (activeOffer === undefined || row.turn === side)],
    ['accept', theirs && !mustAsk && !isStale],
    ['askToAccept', theirs && mustAsk && !isStale],
    ['reject', theirs],
    ['recall', activeOffer?.side === side],
    ['stop', true],
    ['dispute', side === 'individual'],
  ];
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}
