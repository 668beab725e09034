import { capsOn, contractCaps, isLong } from '../../money/overpayment-caps.ts';
import type { InterestRight } from '../../parties/interest-right.ts';
import type { Rates } from '../../rates/rates.ts';
import { type ContractKind, isConsumerCredit } from '../../registries/registry-lists.ts';
import type { Day } from '../../values/days.ts';
import { BPS, lesser, minus, mulDivDown } from '../../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../../values/money.ts';
import { type Debt, type DebtPartCode, type DebtPartKind, debtTotal } from '../debt-structure.ts';
import { checkAgreed, discountOf, forgivenFirst } from '../discount.ts';

/** What is known of a contract by which the law caps all that it may ever bear (353-ФЗ, ст. 5, ч. 24); null is unknown. */
export type ChargedContract = {
  readonly right: InterestRight;
  readonly contractKind: ContractKind;
  readonly contractDate: Day;
  readonly contractEnd: Day | null;
  readonly issuedAmount: Kopecks | null;
  /** A court has decided, and its writ can be opened: what it has awarded is disputed in a court alone. */
  readonly awarded: boolean;
};

/** A claim as terms about it are judged. */
export type Claimed = {
  readonly debt: Debt;
  /** Which parts are forgiven first, in the creditor's own order. */
  readonly structure: readonly DebtPartKind[];
  /** What an agreement in force leaves of it; null while it is bargained about. */
  readonly agreed: Kopecks | null;
};

/** What ч. 24 counts: all but the loan itself and costs of court. */
const CHARGES: ReadonlySet<DebtPartCode> = new Set(['interest', 'interest_overdue', 'penalty', 'fine', 'fee']);
const chargesOf = (parts: readonly { readonly code: DebtPartCode; readonly amount: Kopecks }[]): Kopecks =>
  sumKopecks(parts.filter(({ code }) => CHARGES.has(code)).map(({ amount }) => amount));

/** All charges that a contract may ever bear, kopecks; null where nothing caps the whole of them, or too little is known. */
export function chargesLimit(contract: ChargedContract, rates: Rates): Kopecks | null {
  const { right, contractKind, contractDate, contractEnd, issuedAmount, awarded } = contract;
  if (awarded || !isConsumerCredit(contractKind, right) || contractEnd === null || issuedAmount === null) return null;
  const totalBps = capsOn(contractCaps(rates), contractDate)?.totalBps ?? null;
  if (totalBps === null || isLong({ contractDate, contractEnd })) return null;
  return mulDivDown(issuedAmount, totalBps, BPS);
}

/**
 * What an agreed sum leaves of the charges that a claim demands: so much at least the contract has borne, for of what was paid before
 * no registry tells. What is forgiven is charged to nobody (docs/decisions/0214).
 */
export function chargesLeft({ debt, structure }: Claimed, agreed: Kopecks): Kopecks {
  // A sum that nobody may agree on, as one that is just being typed, is refused by itself and forgives nothing.
  if (checkAgreed(debt, agreed, structure) !== null) return chargesOf(debt);
  const { parts } = discountOf(debt, agreed, structure);
  return chargesOf(parts.map(({ code, remains: amount }) => ({ code, amount })));
}

/** The most that may be agreed on so that no more than a limit is left of the charges. */
export function mostWithin({ debt, structure }: Claimed, limit: Kopecks): Kopecks {
  let most = debtTotal(debt);
  let over = kopecks(Math.max(0, chargesOf(debt) - limit));
  for (const { code } of forgivenFirst(structure)) {
    if (over === 0) return most;
    const amount = sumKopecks(debt.filter((part) => part.code === code).map((part) => part.amount));
    const taken = CHARGES.has(code) ? lesser(over, amount) : amount;
    most = minus(most, taken);
    if (CHARGES.has(code)) over = minus(over, taken);
  }
  return most;
}

/** The most that may be agreed on of a claim at all: what of its charges is above the law's limit is not. */
export function lawfulMost(claimed: Claimed, contract: ChargedContract, rates: Rates): Kopecks {
  const limit = chargesLimit(contract, rates);
  return limit === null ? debtTotal(claimed.debt) : mostWithin(claimed, limit);
}

/**
 * How much a penalty of terms may come to at most beside what they leave of the charges; null where nothing caps it.
 * @param beside what else is charged by the terms: their interest, the fee of the platform
 */
export function penaltyRoom(
  claimed: Claimed,
  contract: ChargedContract,
  { agreed, beside = kopecks(0), rates }: { agreed: Kopecks; beside?: Kopecks; rates: Rates },
): Kopecks | null {
  const limit = chargesLimit(contract, rates);
  return limit === null ? null : kopecks(Math.max(0, limit - chargesLeft(claimed, agreed) - beside));
}
