import { formatMoneyOf } from '#web/ui/format.ts';
import {
  type NextPayment,
  type OwnClaim,
  owesPenaltyAlone,
  paymentWords,
  type Standing,
  signedOf,
} from './next-step.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;
type Owed = Standing &
  Pick<
    OwnClaim,
    | 'id'
    | 'creditor'
    | 'contractNumber'
    | 'contractDate'
    | 'contested'
    | 'totalAmount'
    | 'frozen'
    | 'settled'
    | 'rejectReason'
  >;
type Next = NextPayment & { creditor: string; settlementId: number };

interface Totals {
  /** How many debts are owed, and how much by all of them; kopecks. */
  count: number;
  total: number;
  /** What of it is left by the schedules of agreements, and how many these are. */
  agreed: { count: number; sum: number };
  /** How many creditors state the rest. */
  claimed: number;
  /** Some of these agreements bear the platform's fee on top. */
  andFee: boolean;
  /** By some of them a penalty may be owed, which is no part of the sum. */
  andPenalty: boolean;
  /** The first agreement of which a penalty alone is left, and how many these are. */
  penaltyAlone: number | undefined;
  penaltiesAlone: number;
  /** What two creditors demand: it was counted once; it was paid to one of them. */
  isOnce: boolean;
  isPaidOnce: boolean;
  /** How many debts are left out because he does not agree. */
  rejected: number;
  /** The first payment that is asked for. */
  next: Next | undefined;
}

/**
 * How much a person owes in all: of what is signed what is left by the schedule, of anything else what its creditor states. A contract of
 * which two creditors demand the money is owed once, and what he does not agree with is left out. Nothing where an older node tells nothing
 * of an agreement.
 * @param isHeld whether a payment of a settlement on a day is not asked for
 */
export function totalsOf(
  claims: readonly Owed[],
  isHeld: (settlementId: number, dueDate: string) => boolean,
): Totals | undefined {
  if (claims.some(({ frozen, settled, settlement }) => frozen && !settled && settlement === undefined))
    return undefined;
  const [agreedWith, rejected] = divided(claims, (claim) => claim.rejectReason === null || isAgreed(claim));
  const [once, again] = divided(agreedWith, isCounted);
  const owed = once.filter((claim) => !isDone(claim));
  const signed = owed.flatMap((claim) => {
    const settlement = signedOf(claim);
    return settlement ? [{ ...settlement, creditor: claim.creditor }] : [];
  });
  const [alone, scheduled] = divided(signed, owesPenaltyAlone);
  const stated = owed.filter((claim) => !signedOf(claim));
  const agreed = sumOf(scheduled, ({ left }) => left);
  return {
    count: owed.length,
    total: agreed + sumOf(stated, ({ totalAmount }) => totalAmount),
    agreed: { count: scheduled.length, sum: agreed },
    claimed: new Set(stated.map(({ creditor }) => creditor)).size,
    andFee: scheduled.some(({ feeByDebtor }) => feeByDebtor),
    andPenalty: signed.some(({ owesPenalty, overdueSum }) => owesPenalty !== false || overdueSum !== 0),
    penaltyAlone: alone[0]?.id,
    penaltiesAlone: alone.length,
    isOnce: again.some((claim) => !isDone(claim) && !isDoneElsewhere(claim, once)),
    isPaidOnce: again.some((claim) => !isDone(claim) && isDoneElsewhere(claim, once)),
    rejected: rejected.filter(({ settled }) => !settled).length,
    next: firstOf(scheduled, isHeld),
  };
}

/** Of what the sum consists, and what is no part of it, sentence by sentence; the first one tells of a penalty alone where there is no sum. */
export function totalWords(totals: Totals): string[] {
  const { penaltyAlone, penaltiesAlone, count, andPenalty, isOnce, isPaidOnce, rejected } = totals;
  const isSummed = penaltiesAlone < count;
  return [
    ...(isSummed ? [sumOfWords(totals)] : []),
    ...(!isSummed && penaltyAlone !== undefined ? [penaltiesAlone === 1 ? t.penaltyStep : t.totals.penalties] : []),
    ...(isSummed && andPenalty ? [t.totals.withoutPenalty] : []),
    ...(isOnce ? [t.totals.once] : []),
    ...(isPaidOnce ? [t.totals.paidOnce] : []),
    ...(rejected > 0 ? [t.totals.rejected(rejected)] : []),
  ];
}

function sumOfWords({ count, agreed, claimed }: Totals): string {
  if (agreed.count === 0) return t.totals.claimed(count, claimed);
  if (claimed === 0) return t.totals.agreed(count, agreed.count);
  return t.totals.both(count, formatMoneyOf(agreed.sum), { schedules: agreed.count, creditors: claimed });
}

/** The next payment in words, with whom it is for. */
export const nextWords = (next: Next): string =>
  t.totals.of(
    paymentWords(next, (day, sum = '') => t.totals.next(sum, day)),
    next.creditor,
  );

function firstOf(
  scheduled: readonly (NonNullable<ReturnType<typeof signedOf>> & { creditor: string })[],
  isHeld: (settlementId: number, dueDate: string) => boolean,
): Next | undefined {
  const [next] = scheduled
    .flatMap(({ id, creditor, nextDueDate, nextSum, overdueSum, feeByDebtor }) =>
      nextDueDate !== null && nextSum && !isHeld(id, nextDueDate)
        ? [{ nextSum, overdueSum, nextDueDate, feeByDebtor, creditor, settlementId: id }]
        : [],
    )
    .toSorted((one, other) => (one.nextDueDate < other.nextDueDate ? -1 : 1));
  return next;
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

function divided<Item>(
  items: readonly Item[],
  holds: (item: Item, at: number, all: readonly Item[]) => boolean,
): [those: Item[], others: Item[]] {
  return [items.filter(holds), items.filter((...item) => !holds(...item))];
}

const isAgreed = (claim: Owed): boolean => signedOf(claim) !== undefined;

/** Nothing of it is owed any more. */
const isDone = (claim: Owed): boolean => claim.settled || signedOf(claim)?.status === 'paid';

/** Whether no other claim of the same contract counts in its place. */
const isCounted = (claim: Owed, _at: number, all: readonly Owed[]): boolean =>
  !claim.contested || !all.some((other) => isOfSameContract(claim, other) && outweighs(other, claim));

const isDoneElsewhere = (claim: Owed, all: readonly Owed[]): boolean =>
  all.some((other) => isOfSameContract(claim, other) && isDone(other));

const isOfSameContract = (one: Owed, other: Owed): boolean =>
  one.id !== other.id &&
  other.contested &&
  one.contractNumber === other.contractNumber &&
  one.contractDate === other.contractDate;

/** Of two claims of one contract the one that counts: what is paid, else what is agreed on, else the greater, else the newer. */
function outweighs(one: Owed, other: Owed): boolean {
  const [weight, otherWeight] = [weightOf(one), weightOf(other)];
  if (weight !== otherWeight) return weight > otherWeight;
  return one.totalAmount === other.totalAmount ? one.id > other.id : one.totalAmount > other.totalAmount;
}

const weightOf = (claim: Owed): number => (isDone(claim) ? 2 : isAgreed(claim) ? 1 : 0);
