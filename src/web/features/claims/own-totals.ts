import { type OwnClaim, signedOf } from './next-step.ts';

type Owed = Pick<
  OwnClaim,
  'id' | 'creditor' | 'contractNumber' | 'contractDate' | 'contested' | 'totalAmount' | 'settled' | 'settlement'
>;

export interface Totals {
  /** How many debts are owed, and how much by all of them; kopecks. */
  count: number;
  total: number;
  /** What of it is left by agreements that are signed. */
  agreed: number;
  /** Some of these agreements bear the platform's fee on top. */
  andFee: boolean;
  /** The first payment that is asked for. */
  next: { sum: number; dueDate: string; creditor: string; settlementId: number } | undefined;
}

/**
 * How much a person owes in all: of what is signed what is left by the schedule, of anything else what its creditor states. A contract of
 * which two creditors demand the money is owed once.
 * @param isHeld whether a payment of a settlement on a day is not asked for
 */
export function totalsOf(claims: readonly Owed[], isHeld: (settlementId: number, dueDate: string) => boolean): Totals {
  const owed = claims.filter((claim) => !claim.settled && signedOf(claim)?.status !== 'paid').filter(isOnce);
  const signed = owed.flatMap((claim) => {
    const settlement = signedOf(claim);
    return settlement ? [{ ...settlement, creditor: claim.creditor }] : [];
  });
  const agreed = signed.reduce((sum, { left }) => sum + left, 0);
  const claimed = owed.reduce((sum, claim) => sum + (signedOf(claim) ? 0 : claim.totalAmount), 0);
  const [next] = signed
    .flatMap(({ id, creditor, nextDueDate, nextSum }) =>
      nextDueDate !== null && nextSum && !isHeld(id, nextDueDate)
        ? [{ sum: nextSum, dueDate: nextDueDate, creditor, settlementId: id }]
        : [],
    )
    .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
  return {
    count: owed.length,
    total: agreed + claimed,
    agreed,
    andFee: signed.some(({ feeByDebtor }) => feeByDebtor),
    next,
  };
}

/** Whether no other claim of the same contract counts in its place. */
const isOnce = (claim: Owed, _at: number, all: readonly Owed[]): boolean =>
  !claim.contested || !all.some((other) => isOfSameContract(claim, other) && outweighs(other, claim));

const isOfSameContract = (one: Owed, other: Owed): boolean =>
  one.id !== other.id &&
  other.contested &&
  one.contractNumber === other.contractNumber &&
  one.contractDate === other.contractDate;

/** Of two claims of one contract the one that counts: what is agreed on, else the greater, else the newer. */
function outweighs(one: Owed, other: Owed): boolean {
  const isSigned = signedOf(one) !== undefined;
  if (isSigned !== (signedOf(other) !== undefined)) return isSigned;
  return one.totalAmount === other.totalAmount ? one.id > other.id : one.totalAmount > other.totalAmount;
}
