import { capsOn, contractCaps, isLong } from '../../money/overpayment-caps.ts';
import type { Rates } from '../../rates/rates.ts';
import { isForServices } from '../../registries/registry-lists.ts';
import { addMonths, type Day, formatDay } from '../../values/days.ts';
import { BPS, cumulativeShare, formatBps, formatFullCost, lesser, minus, mulDivDown } from '../../values/exact.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '../../values/money.ts';
import { type Debt, type DebtPartKind, debtTotal } from '../debt-structure.ts';
import { discountOf } from '../discount.ts';
import { bearsInterest, type InterestPlan, type Plan, type PlanField, type PlanProblem } from '../plan.ts';
import { type ScheduleRow, scheduleInterest, scheduleTotal } from '../schedule.ts';
import type { PriceStanding } from '../settlement.ts';
import { type ChargedContract, type Claimed, chargesLeft, chargesLimit, mostWithin } from './charges-limit.ts';
import { feeProblem } from './debtor-fee.ts';
import { fullCostOfSchedule } from './full-cost.ts';
import { categoryWords, type FullCostCap, fullCostCap } from './full-cost-cap.ts';

/** What is known of a claim, by which the law judges the price of an offer; sums in kopecks, null is unknown. */
export type PriceGrounds = ChargedContract & {
  /** The rate a year of the contract. */
  readonly contractRateBps: number | null;
  /** Interest, penalty and paid services that the contract has ever borne, those already paid included; no court costs. */
  readonly contractCharges: Kopecks | null;
};

/** What an offer costs its debtor (353-ФЗ, ст. 6, ч. 1): sums in kopecks. */
type OfferPrice = {
  /** All that is paid by the schedule, with the fee that the debtor pays beside it. */
  readonly total: Kopecks;
  readonly interest: Kopecks;
  /** What is paid above the debt by these terms: their interest, and the fee. */
  readonly overpaid: Kopecks;
  readonly rateBps: number;
  /** ПСК in thousandths of a percent a year; 0 without interest, null where no rate makes the flows equal. */
  readonly fullCost: number | null;
};

/**
 * The price of terms that are agreed on a day.
 * @param fee what the debtor pays the platform on top of his payments, with each in its share: a payment to a third person
 *   that the agreement asks for belongs to ПСК (353-ФЗ, ст. 6, ч. 4)
 */
export function priceOf(
  plan: Plan | Readonly<Record<string, never>>,
  rows: readonly ScheduleRow[],
  agreedOn: Day,
  fee = kopecks(0),
): OfferPrice {
  const total = kopecks(scheduleTotal(rows) + fee);
  return {
    total,
    interest: scheduleInterest(rows),
    overpaid: kopecks(scheduleInterest(rows) + fee),
    rateBps: rateOf(plan),
    fullCost: fullCostWith(rows, agreedOn, fee),
  };
}

/**
 * The rows of a new schedule without the interest that was earned before it: a plan made anew has it in its first row, one that a pause has
 * moved in the rows in which it was.
 */
export function withoutEarned(rows: readonly ScheduleRow[], earned: Kopecks): ScheduleRow[] {
  let left = earned;
  return rows.map((row) => {
    const before = lesser(left, row.interest);
    left = minus(left, before);
    return { ...row, interest: minus(row.interest, before), amount: minus(row.amount, before) };
  });
}

/** The price of a new schedule for what is left of an agreement. Interest that was earned before is no cost of it. */
export function priceOfRest(
  plan: Plan | Readonly<Record<string, never>>,
  rows: readonly ScheduleRow[],
  agreedOn: Day,
  { earned, fee }: { earned: Kopecks; fee: Kopecks },
): OfferPrice {
  const { overpaid, fullCost } = priceOf(plan, withoutEarned(rows, earned), agreedOn, fee);
  return { ...priceOf(plan, rows, agreedOn, fee), overpaid, fullCost };
}

/** ПСК of a schedule with the fee beside it; 0 where nothing is paid above the debt, null where no rate makes the flows equal. */
export function fullCostWith(rows: readonly ScheduleRow[], agreedOn: Day, fee: Kopecks): number | null {
  return scheduleInterest(rows) + fee === 0 ? 0 : fullCostOfSchedule(agreedOn, withFee(rows, fee));
}

/** The rows with the fee that falls on each payment. */
function withFee(rows: readonly ScheduleRow[], fee: Kopecks): ScheduleRow[] {
  const whole = scheduleTotal(rows);
  let done = kopecks(0);
  let taken = kopecks(0);
  return rows.map((row) => {
    done = kopecks(done + row.amount);
    const share = cumulativeShare(fee, done, whole);
    const amount = kopecks(row.amount + share - taken);
    taken = share;
    return { ...row, amount };
  });
}

/** The rate a year of a plan, in basis points; 0 for none. */
export const rateOf = (plan: Plan | Readonly<Record<string, never>>): number => ('rateBps' in plan ? plan.rateBps : 0);

/**
 * A plan of an agreed sum, whose interest grows on what of the sum is the principal of the loan: accrued interest, penalty and
 * costs never become principal (ГК РФ, ст. 317.1 п. 2, 809).
 * @param structure which parts are forgiven first, in the creditor's own order
 */
export function onPrincipal(plan: Plan, debt: Debt, structure?: readonly DebtPartKind[]): Plan {
  if (!('rateBps' in plan) || plan.amount > debtTotal(debt)) return plan;
  const remains = discountOf(debt, plan.amount, structure).parts.filter(({ code }) => code === 'principal');
  return { ...plan, interestOn: sumKopecks(remains.map((part) => part.remains)) } satisfies InterestPlan;
}

/** When terms are agreed: the ceiling of ПСК is that day's, the others are those of the contract's day. */
type PriceDay = {
  readonly today: Day;
  readonly rates: Rates;
  /** What the debtor pays the platform beside his payments. */
  readonly fee?: Kopecks;
  /** The claim of which a sum is agreed on; of one that has been agreed on before nothing is asked again. */
  readonly claimed?: Claimed;
};

/**
 * Why the law does not allow the price of terms, in the words of a person. What is unknown of the contract is decided for the debtor
 * (docs/decisions/0094, 0114, 0214).
 */
export function priceProblems(
  plan: Plan,
  rows: readonly ScheduleRow[],
  grounds: PriceGrounds,
  day: PriceDay,
): PlanProblem[] {
  return priceObjections(plan, rows, grounds, day).map(problemOf);
}

/** The same, with what is unknown told from what is too much, and the reason from the advice. */
export function priceObjections(
  plan: Plan,
  rows: readonly ScheduleRow[],
  grounds: PriceGrounds,
  day: PriceDay,
): Objection[] {
  const wrong = excessOf(plan, rows, grounds, day);
  return wrong === null ? [] : [{ field: bearsInterest(plan) ? 'rateBps' : 'amount', ...wrong }];
}

/** An objection as whoever makes the plan reads it beside its field. */
export const problemOf = ({ field, why, advice }: Objection): PlanProblem => ({ field, message: `${why}${advice}` });

/** Why a price may not be agreed on, for both sides, and what its author can do about it. */
export type Objection = Excess & Pick<PlanProblem, 'field'>;

/** Why the law does not allow a price: `unknown` where too little is known to say. What to do about it is said apart. */
type Excess = {
  readonly standing: Exclude<PriceStanding, 'within'>;
  readonly why: string;
  readonly advice: string;
  /** Where it is not what the price is judged at. */
  readonly field?: PlanField;
};

const above = (why: string, advice = ''): Excess => ({ standing: 'above', why, advice });
const unknown = (why: string, advice: string): Excess => ({ standing: 'unknown', why, advice });

/**
 * What of interest, of the debtor's fee and of the charges that terms leave is not allowed; null where all is. What is unknown of the
 * contract is decided for the debtor: against interest, which he need not owe, and not against a plan without it, which is the better for
 * him. What is known to be too much is told before what is not known.
 */
export function excessOf(
  plan: Plan,
  rows: readonly ScheduleRow[],
  grounds: PriceGrounds,
  { today, rates, fee = kopecks(0), claimed }: PriceDay,
): Excess | null {
  const costs: Costs = { interest: scheduleInterest(rows), fee };
  const dearFee = feeProblem(rows, fee);
  const tooMuch = dearFee === null ? null : above(dearFee, '. Предложите меньше платежей или напишите в поддержку');
  const overcharged = claimed?.agreed === null ? claimedProblem(plan, costs, { grounds, claimed }, rates) : null;
  if (!bearsInterest(plan)) return tooMuch ?? overcharged ?? knownTotalProblem(costs, grounds, rates);
  const ceiling = fullCostCap(rates, today, grounds);
  const wrong = [
    rightProblem(plan, grounds),
    tooMuch,
    overcharged,
    fullCostProblem(plan, priceOf(plan, rows, today, fee), ceiling),
    unknownCapProblem(plan, grounds, ceiling),
    chargesProblem(plan, costs, grounds, rates),
  ].filter((one) => one !== null);
  return wrong.find(({ standing }) => standing === 'above') ?? wrong[0] ?? null;
}

/** What a plan adds to the debt. The fee is no service of the creditor, but it is paid because of the debt: it counts (0114). */
type Costs = { readonly interest: Kopecks; readonly fee: Kopecks };

/**
 * Why interest may not begin so soon: the first instalment bears that of a whole period, so that it is due no sooner than a
 * period after the offer. A down payment bears none.
 */
export function startProblems(plan: Plan, today: Day): PlanProblem[] {
  if (!bearsInterest(plan) || !('periodMonths' in plan) || plan.downPayment > 0) return [];
  const first = addMonths(today, plan.periodMonths);
  if (plan.firstDate >= first) return [];
  const message = `Не раньше ${formatDay(first)}: проценты первого платежа считаются за целый период`;
  return [{ field: 'firstDate', message }];
}

/** Whether interest may be asked for on a claim at all, whatever the rate. */
export const mayBearInterest = ({ right, contractKind, contractRateBps }: PriceGrounds): boolean =>
  !isForServices(contractKind) && (right === 'lender' || (right === 'acquirer' && contractRateBps !== null));

/** Who may ask for interest at all, and a new creditor for no more than the contract that he has bought (ГК РФ, ст. 384). */
function rightProblem(plan: Plan, { right, contractKind, contractRateBps }: PriceGrounds): Excess | null {
  if (isForServices(contractKind)) {
    return above('Долг за услуги платят без процентов', ': предложите график без них');
  }
  if (right === 'none') {
    return above('Кредитор этого вида не выдаёт займов и процентов не берёт', ': предложите график без них');
  }
  if (right === 'lender') return null;
  if (contractRateBps === null) {
    return unknown(
      'Ставка договора неизвестна, а новый кредитор не берёт больше прежнего (ст. 384 ГК РФ)',
      ': предложите график без процентов',
    );
  }
  if (rateOf(plan) <= contractRateBps) return null;
  return above(
    `Не больше ставки договора, ${formatBps(contractRateBps)} годовых: новый кредитор не берёт больше прежнего (ст. 384 ГК РФ)`,
  );
}

/**
 * The rate by itself, since ПСК of the whole hides it where the principal is small within the sum, and ПСК (353-ФЗ, ст. 6,
 * ч. 11). The ceiling of all credits holds also while the Bank of Russia has suspended the other.
 */
function fullCostProblem(plan: Plan, { fullCost }: OfferPrice, ceiling: FullCostCap | null): Excess | null {
  if (ceiling === null) return null;
  const { rateBps: cap, category } = ceiling;
  const average = category === null ? '' : `: на треть больше среднего за квартал, «${categoryWords([category])}»`;
  const law = `закон разрешает не больше ${formatBps(cap)} (353-ФЗ, ст. 6, ч. 11${average})`;
  if (rateOf(plan) > cap) return above(`Ставка — ${formatBps(rateOf(plan))} годовых; ${law}`);
  // Thousandths of a percent against hundredths.
  if (fullCost !== null && fullCost <= cap * 10) return null;
  const shown = fullCost === null ? 'больше всякого предела' : formatFullCost(fullCost);
  return above(`Полная стоимость — ${shown} годовых; ${law}`);
}

/**
 * Where nobody knows the ceiling, since the average of the quarter is not entered, interest is no more than by the contract, which was lawful
 * on its own day; where that is not known either there is none (docs/decisions/0129).
 */
function unknownCapProblem(plan: Plan, { contractRateBps }: PriceGrounds, ceiling: FullCostCap | null): Excess | null {
  const { unknown: categories } = ceiling ?? { unknown: [] };
  if (categories.length === 0) return null;
  // Of what may be anything no category is named.
  const named = categories.length > 2 ? '' : ` («${categoryWords(categories)}»)`;
  const lacking = `среднее Банка России за этот квартал${named} не введено`;
  const law = '353-ФЗ, ст. 6, ч. 11';
  if (contractRateBps === null) {
    return unknown(
      `Ставка договора неизвестна, и ${lacking}: предел полной стоимости проверить нельзя (${law})`,
      '. Предложите график без процентов',
    );
  }
  if (rateOf(plan) <= contractRateBps) return null;
  return unknown(
    `Не больше ставки договора, ${formatBps(contractRateBps)} годовых: ${lacking}, и предел полной стоимости неизвестен (${law})`,
    '',
  );
}

/** The ceilings of the contract's day: a day's interest (353-ФЗ, ст. 5, ч. 23), and of a year's loan all its charges (ч. 24). */
function chargesProblem(plan: Plan, costs: Costs, grounds: PriceGrounds, rates: Rates): Excess | null {
  // A loan whose kind nobody names is owed by a person all the same, so that it is taken for a consumer's.
  if (isForServices(grounds.contractKind)) return null;
  const { contractDate, contractEnd } = grounds;
  const { dailyBps = null, totalBps = null } = capsOn(contractCaps(rates), contractDate) ?? {};
  if (dailyBps !== null && rateOf(plan) > dailyBps * 365) {
    return above(
      `Не больше ${formatBps(dailyBps)} в день, ${formatBps(dailyBps * 365)} годовых: договор от ${formatDay(contractDate)} (353-ФЗ, ст. 5, ч. 23)`,
    );
  }
  if (contractEnd !== null && isLong({ contractDate, contractEnd })) return null;
  return totalProblem(costs, grounds, totalBps);
}

/**
 * The same ceiling (ч. 24) of what terms leave of the charges that the claim demands: what is above it was never owed, and nobody
 * acknowledges it here (docs/decisions/0214).
 */
function claimedProblem(
  plan: Plan,
  { interest, fee }: Costs,
  { grounds, claimed }: { grounds: PriceGrounds; claimed: Claimed },
  rates: Rates,
): Excess | null {
  const limit = chargesLimit(grounds, rates);
  if (limit === null) return null;
  const beside = kopecks(interest + fee);
  const all = kopecks(chargesLeft(claimed, plan.amount) + beside);
  if (all <= limit) return null;
  const most = mostWithin(claimed, kopecks(Math.max(0, limit - beside)));
  return {
    ...above(
      `Процентов, неустойки и комиссий здесь ${formatMoney(all)}; по этому договору закон разрешает не больше ${formatMoney(limit)} (353-ФЗ, ст. 5, ч. 24)`,
      `: договоритесь не больше чем о ${formatMoney(most)}, прощают не меньше ${formatMoney(minus(debtTotal(claimed.debt), most))}`,
    ),
    field: 'amount',
  };
}

/** The same ceiling (ч. 24) of a plan that bears a fee alone, by what is known of the contract. */
function knownTotalProblem(costs: Costs, grounds: PriceGrounds, rates: Rates): Excess | null {
  const { contractDate, contractCharges } = grounds;
  if (costs.fee === 0 || chargesLimit(grounds, rates) === null) return null;
  const totalBps = capsOn(contractCaps(rates), contractDate)?.totalBps ?? null;
  return totalProblem(costs, { ...grounds, contractCharges: contractCharges ?? kopecks(0) }, totalBps);
}

function totalProblem(
  { interest, fee }: Costs,
  { contractEnd, issuedAmount, contractCharges }: PriceGrounds,
  totalBps: number | null,
): Excess | null {
  if (totalBps === null || contractEnd === null || issuedAmount === null || contractCharges === null) {
    const gaps = [
      contractEnd === null && 'срок договора',
      issuedAmount === null && 'сумма выдачи',
      contractCharges === null && 'сколько процентов и неустойки уже уплачено',
    ].filter(Boolean);
    const why = gaps.length > 0 ? `неизвестно: ${gaps.join(', ')}` : 'договор старше этого предела';
    return unknown(
      `Предел переплаты проверить нельзя, ${why}`,
      '. Предложите график без процентов (353-ФЗ, ст. 5, ч. 24)',
    );
  }
  const limit = mulDivDown(issuedAmount, totalBps, BPS);
  const all = kopecks(contractCharges + interest + fee);
  if (all <= limit) return null;
  const withFee = fee > 0 ? ' и комиссией площадки' : '';
  return above(
    `Вместе с начисленным раньше${withFee} переплата составит ${formatMoney(all)}; по этому договору закон разрешает не больше ${formatMoney(limit)} (353-ФЗ, ст. 5, ч. 24)`,
  );
}
