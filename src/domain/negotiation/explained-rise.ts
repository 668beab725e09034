import { type Rates, rateOn } from '../rates/rates.ts';
import { isConsumerCredit, isForServices } from '../registries/registry-lists.ts';
import { loanPenaltyCap } from '../settlements/penalty.ts';
import { MAX_PENALTY_DAY_BPS } from '../settlements/plan.ts';
import { addDays, type Day, daysBetween } from '../values/days.ts';
import { BPS, greater, lesser, mulDiv } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { type GrowingClaim, interestOf, leftOf } from './claim-growth.ts';

/** A claim of which a terminated agreement has left something; sums in kopecks. */
export type RestoredClaim = GrowingClaim & {
  /** What it has left, and on which day. */
  readonly left: Kopecks;
  readonly leftOn: Day;
  /** What the claim states now. */
  readonly total: Kopecks;
};

const DAYS_A_YEAR = 365;
/** An explanation holds for so many days to come: what is charged every month is explained twice a year. */
const AHEAD_DAYS = 183;
/** Of what was left, and at least: what a court may add that no formula knows. */
const COSTS_BPS = 1_000;
const LEAST_COSTS = kopecks(1_000_000);

/**
 * Up to which sum a creditor may explain a rise: what a terminated agreement has left, with the interest that he has declared and the
 * highest penalty of such a debt on all of it since that day and half a year ahead, within what the law lets a contract bear, and with
 * costs of a court (docs/decisions/0153).
 */
export function mostExplained(claim: RestoredClaim, rates: Rates, on: Day): Kopecks {
  const { left, leftOn, total } = claim;
  const days = daysBetween(leftOn, addDays(on, AHEAD_DAYS));
  const grown = sumKopecks([left, mulDiv(left, yearBps(claim, rates, on) * days, BPS * DAYS_A_YEAR)]);
  const chargeable = leftOf(claim, rates);
  const lawful = chargeable === null ? grown : lesser(grown, sumKopecks([total, chargeable]));
  return sumKopecks([greater(lawful, left), greater(mulDiv(left, COSTS_BPS, BPS), LEAST_COSTS)]);
}

/** Interest and penalty of a year at most. */
function yearBps(claim: RestoredClaim, rates: Rates, on: Day): number {
  const { contractKind, right, rateBps } = claim;
  if (isForServices(contractKind)) return servicePenaltyBps(claim, rates, on);
  const interest = rateBps === null ? 0 : interestOf({ ...claim, rateBps }, rates);
  const consumer = isConsumerCredit(contractKind, right);
  const cap = loanPenaltyCap({ consumer, contractKind, interestAccrues: interest > 0, day: on }, rates);
  const penalty = cap ?? { per: 'day', rateBps: MAX_PENALTY_DAY_BPS };
  return interest + (penalty.per === 'day' ? penalty.rateBps * DAYS_A_YEAR : penalty.rateBps);
}

/** Its greater part from some day on is asked for by nobody in an agreement, but the law gives it (ЖК РФ, ст. 155, ч. 14). */
function servicePenaltyBps({ contractKind }: RestoredClaim, rates: Rates, on: Day): number {
  const cap = contractKind === 'utilities' ? rateOn(rates, 'utilityPenaltyCap', 'utilities', on) : null;
  const key = rateOn(rates, 'keyRate', '', on);
  if (!cap || !key) return MAX_PENALTY_DAY_BPS * DAYS_A_YEAR;
  return Math.ceil((Math.min(key.rateBps, cap.rateCeilingBps) * DAYS_A_YEAR) / cap.secondPart);
}
