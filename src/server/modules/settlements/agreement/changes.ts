import type { Selectable } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { outstandingOf } from '#domain/money/allocation.ts';
import type { OfferKind, TermsOfferStatus } from '#domain/negotiation/terms-offer.ts';
import { interestOnRest, restOf } from '#domain/settlements/addendum.ts';
import type { InterestHistory } from '#domain/settlements/early-payment.ts';
import type { PenaltyTerm } from '#domain/settlements/penalty-accrual.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { type DebtorFee, upcomingDebtorFee } from '#domain/settlements/price/debtor-fee.ts';
import { priceOfRest, rateOf } from '#domain/settlements/price/offer-price.ts';
import { type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import { compareDays, type Day, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { kopecks } from '#domain/values/money.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { DB } from '#server/platform/database/schema.ts';

type Card = Answer<typeof settlements.get>;
type Proposal = Card['proposals'][number];

/** An offer of any kind as its table has it. */
export type OfferRecord = Selectable<DB['termsOffers']>;
type ItemRecord = Selectable<DB['scheduleItems']>;

/**
 * What was proposed about an agreement in force, in the order of the offers. One whose time is over counts as ended.
 * @param debtorFee by what the debtor pays the platform; of a schedule whose paper tells the fee, the paper is believed
 */
export function proposalsOf({ now }: Ctx, offers: readonly OfferRecord[], debtorFee: DebtorFee): Proposal[] {
  return offers
    .filter(({ kind }) => kind !== 'terms')
    .map(({ plan, ...row }) => ({
      ...row,
      kind: row.kind as Exclude<OfferKind, 'terms'>,
      side: row.side as Side,
      planKind: plan.kind ?? null,
      rows: [...row.rows],
      price: priceOfRest(plan, row.rows, moscowDay(row.createdAt), costsOf(row, debtorFee)),
      status: offerStatusAt(row, now),
    }));
}

/** What a schedule takes over of the agreement before it, and what the platform is paid beside it. */
function costsOf({ kind, told, rows }: Omit<OfferRecord, 'plan'>, debtorFee: DebtorFee) {
  const nothing = kopecks(0);
  if (kind !== 'addendum') return { earned: nothing, fee: nothing };
  const { earned, fee = upcomingDebtorFee(debtorFee, rows) } =
    told !== null && 'principal' in told ? told : { earned: nothing };
  return { earned, fee };
}

/** An offer whose time has run out counts as ended even before anybody has said so. */
export const offerStatusAt = ({ status, expiresAt }: Pick<OfferRecord, 'status' | 'expiresAt'>, now: Date) =>
  status === 'active' && expiresAt <= now ? 'expired' : (status as TermsOfferStatus);

/** From which days an agreement and its addenda hold; agreements of before name none. */
interface Holding {
  signedAt: Date | null;
  penaltyTerms: readonly PenaltyTerm[];
}

/**
 * The rows that new schedules have replaced, the last ones first: those of the day before. What money ahead, or the days before a schedule
 * that takes effect, have taken off the last rows is no schedule of its own.
 */
export function replacedRows(items: readonly ItemRecord[], { signedAt, penaltyTerms }: Holding): Card['replaced'] {
  const days = penaltyTerms.map(({ since }) => since);
  // Before the agreement there was none.
  const changed = signedAt !== null && days[0] === moscowDay(signedAt) ? days.slice(1) : days;
  return items
    .flatMap(({ replacedOn, ...row }) =>
      replacedOn === null || row.addedOn === replacedOn ? [] : [{ ...row, replacedOn }],
    )
    .filter(({ replacedOn }) => days.length === 0 || changed.includes(replacedOn as Day))
    .toSorted((one, other) => compareDays(other.replacedOn as Day, one.replacedOn as Day) || one.no - other.no);
}

/**
 * What a new schedule would be for; null when nothing can be changed.
 * @param interest by what the schedule bears interest; null where it bears none
 */
export function changeableRest(
  { day }: Ctx,
  status: SettlementStatus,
  {
    items,
    offers,
    interest,
  }: { items: readonly ItemRecord[]; offers: readonly OfferRecord[]; interest: InterestHistory | null },
): Card['rest'] {
  if (!settlementMachine.canMove(status, 'reschedule')) return null;
  const open = items
    .filter((row) => row.status !== 'cancelled')
    .map((row) => ({ ...outstandingOf(row), dueDate: row.dueDate as Day }));
  const inForce = offers.find((offer) => offer.status === 'accepted' && offer.kind !== 'annulment');
  const rest = restOf(open, day, interest);
  const plan = inForce?.plan ?? {};
  const interestOn = 'amount' in plan ? interestOnRest(plan as Plan, rest.principal) : kopecks(0);
  return { ...rest, rateBps: rateOf(plan), interestOn };
}

/** What a side may do about an agreement in force. */
export function changingMoves(
  { actor }: Ctx,
  row: { status: SettlementStatus; legalEntityId: number; paidAmount: number },
  side: Side | null,
  proposals: readonly Proposal[],
  mustAsk: boolean,
): Card['moves'] {
  if (side === null || !settlementMachine.canMove(row.status, 'reschedule')) return [];
  const activeOffer = proposals.find(({ status }) => status === 'active');
  const membership = actor?.memberships.find(({ legalEntityId }) => legalEntityId === row.legalEntityId);
  const mayReopen = side === 'individual' || membership?.permissions.has(settlements.reopenByCreditor.code) === true;
  const isTheirs = activeOffer !== undefined && activeOffer.side !== side;
  const moves: [Card['moves'][number], boolean][] = [
    ['reschedule', true],
    ['reopen', mayReopen && row.paidAmount === 0],
    ['acceptProposal', isTheirs && !mustAsk && (activeOffer.kind === 'addendum' || mayReopen)],
    ['askToAcceptProposal', isTheirs && mustAsk],
    ['rejectProposal', isTheirs],
    ['recallProposal', activeOffer?.side === side],
  ];
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}
