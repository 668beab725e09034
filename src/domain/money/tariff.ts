import type { Rates } from '../rates/rates.ts';
import { generalVatBps } from '../rates/vat.ts';
import type { Day } from '../values/days.ts';
import { BPS, cumulativeShare, greater, lesser, minus, mulDiv } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { FEE_BASES, FEE_COLLECTIONS, FEE_PAYERS, FeeWay, VAT_MODES } from './fee-kinds.ts';

/** For whom a tariff is; null is for everybody. A tariff of one legal entity names nothing else. */
export type TariffKey = {
  readonly legalEntityId: number | null;
  readonly legalEntityTypeId: number | null;
  readonly individualCategoryId: number | null;
};

/**
 * How a fee is counted (docs/domain.md §6.2 Tariff, §8.12). `max` null is no ceiling; `validTo` is the last day, null for
 * ever.
 */
export type Tariff = TariffKey & {
  readonly payer: (typeof FEE_PAYERS)[number];
  readonly base: (typeof FEE_BASES)[number];
  readonly rateBps: number;
  readonly fixed: Kopecks;
  readonly min: Kopecks;
  readonly max: Kopecks | null;
  readonly vatMode: (typeof VAT_MODES)[number];
  readonly vatBps: number;
  readonly collect: (typeof FEE_COLLECTIONS)[number];
  readonly validFrom: Day;
  readonly validTo: Day | null;
};

/** How a fee is counted unless somebody decides otherwise: 5 % of each payment, withheld, with the VAT of the day inside. */
export const defaultFee = (rates: Rates, day: Day) =>
  ({ ...feeDefaults, vatBps: generalVatBps(rates, day) }) satisfies FeeRule;

/** What of a tariff counts a fee, whoever it is for and whenever it is valid. */
export type FeeRule = Omit<Tariff, keyof TariffKey | 'validFrom' | 'validTo'>;
const feeDefaults = {
  payer: 'creditor',
  base: 'paid_amount',
  rateBps: 500,
  fixed: kopecks(0),
  min: kopecks(0),
  max: null,
  vatMode: 'included',
  collect: 'withhold',
} as const satisfies Omit<FeeRule, 'vatBps'>;

/** A fee that the debtor pays is always on top of his payment; the creditor's is collected as the tariff says. */
export function feeWay({ payer, collect }: Pick<Tariff, 'payer' | 'collect'>): FeeWay {
  if (payer === 'individual') return 'on_top';
  return collect === 'withhold' ? 'withheld' : 'invoiced';
}

/** The fee of the platform as both see it before they agree. */
export type QuotedFee = Fee & { readonly payer: Tariff['payer']; readonly way: FeeWay };

/**
 * The most that a debtor pays the platform, in basis points of all his payments: what the usual tariff takes. No law names a share; it
 * is ours for the weaker side, since a ceiling of ПСК says nothing of a plan that is paid within days (docs/decisions/0114).
 */
export const MAX_DEBTOR_FEE_BPS = 500;

type TariffProblem = { readonly field: keyof Tariff; readonly message: string };

/** What is wrong with a tariff, by field. */
export function checkTariff(tariff: Tariff): TariffProblem[] {
  const { rateBps, fixed, min, max, vatMode, vatBps, validFrom, validTo } = tariff;
  const isOwnToo = tariff.legalEntityId !== null && tariff.legalEntityTypeId !== null;
  const isOwnAndCategory = tariff.legalEntityId !== null && tariff.individualCategoryId !== null;
  const isNothing = rateBps === 0 && fixed === 0 && min === 0;
  const rules: [keyof Tariff, boolean, string][] = [
    ['legalEntityTypeId', isOwnToo, 'Тариф компании не делится по видам'],
    ['individualCategoryId', isOwnAndCategory, 'Тариф компании не делится по категориям'],
    ['rateBps', !isBps(rateBps), 'От 0 до 100\u00A0%'],
    ['rateBps', isNothing, 'Укажите ставку или сумму'],
    ['rateBps', isDearForDebtor(tariff), `С заёмщика — не больше ${MAX_DEBTOR_FEE_BPS / 100}\u00A0% вместе с НДС`],
    ['fixed', fixed < 0, 'Сумма указана неверно'],
    ['min', min < 0, 'Сумма указана неверно'],
    ['max', max !== null && max < min, 'Не меньше наименьшей суммы'],
    ['vatBps', !isBps(vatBps), 'От 0 до 100\u00A0%'],
    ['vatBps', vatMode !== 'none' && vatBps === 0, 'Укажите ставку НДС'],
    ['validTo', validTo !== null && validTo < validFrom, 'Не раньше начала'],
  ];
  return rules.filter(([, isWrong]) => isWrong).map(([field, , message]) => ({ field, message }));
}

/** The share that a debtor pays, VAT included; what the least and the fixed sum add is asked of each offer. */
function isDearForDebtor({ payer, rateBps, vatMode, vatBps }: Tariff): boolean {
  if (payer !== 'individual') return false;
  return rateBps * (BPS + (vatMode === 'on_top' ? vatBps : 0)) > MAX_DEBTOR_FEE_BPS * BPS;
}

function isBps(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= BPS;
}

/** A fee in kopecks. `amount` is all that is taken, `vat` is within it. */
export type Fee = { readonly amount: Kopecks; readonly vat: Kopecks };
export const NO_FEE: Fee = { amount: kopecks(0), vat: kopecks(0) };

/** What tariff a settlement has on a day. */
type TariffSubject = {
  readonly legalEntityId: number;
  readonly legalEntityTypeId: number | null;
  readonly individualCategoryId: number | null;
  readonly day: Day;
};

/**
 * The tariff of a settlement: of the legal entity itself, else of its type and the debtor's category, else of the type, else of
 * the category, else the common one. Null when there is none.
 */
export function pickTariff<T extends Tariff>(tariffs: readonly T[], subject: TariffSubject): T | null {
  const fitting = tariffs.filter((tariff) => isValidOn(tariff, subject.day) && isFor(tariff, subject));
  return fitting.reduce<T | null>((best, tariff) => (best && rank(best) >= rank(tariff) ? best : tariff), null);
}

/** The tariffs of the same key whose days overlap with a new one: there may be none. */
export function overlappingTariffs<T extends Tariff>(tariffs: readonly T[], added: Tariff): T[] {
  return tariffs.filter(
    (tariff) =>
      tariff.legalEntityId === added.legalEntityId &&
      tariff.legalEntityTypeId === added.legalEntityTypeId &&
      tariff.individualCategoryId === added.individualCategoryId &&
      (tariff.validTo === null || tariff.validTo >= added.validFrom) &&
      (added.validTo === null || added.validTo >= tariff.validFrom),
  );
}

/**
 * The fee of a base in kopecks: clamp(round(base · rate) + fixed, min, max), then the VAT: of the fee when included, added
 * to it when on top. What is withheld from a payment is never more than the payment.
 * @param vatBps the rate of the day of service, where the law has changed it since the tariff was agreed; a debtor who pays
 * the fee pays what he has agreed to all the same
 */
export function feeOf(tariff: FeeRule, base: Kopecks, vatBps: number = tariff.vatBps): Fee {
  const counted = kopecks(mulDiv(base, tariff.rateBps, BPS) + tariff.fixed);
  const atLeast = greater(counted, tariff.min);
  const bare = tariff.max === null ? atLeast : lesser(atLeast, tariff.max);
  const onTop =
    tariff.vatMode === 'on_top'
      ? mulDiv(bare, tariff.payer === 'individual' ? tariff.vatBps : vatBps, BPS)
      : kopecks(0);
  const full = kopecks(bare + onTop);
  const amount = feeWay(tariff) === 'withheld' ? lesser(full, base) : full;
  return { amount, vat: tariff.vatMode === 'none' ? kopecks(0) : includedVat(amount, vatBps) };
}

/**
 * The whole fee of a settlement whose schedule is paid as agreed: of the agreed sum once, or of each payment by itself, because
 * the least and the greatest sum then hold for each.
 * @param vatOn the rate of VAT on the day of a payment
 */
export function quoteFee(
  tariff: FeeRule,
  agreed: Kopecks,
  payments: readonly { readonly amount: Kopecks; readonly dueDate: Day }[],
  vatOn: (day: Day) => number = () => tariff.vatBps,
): Fee {
  const [first] = payments;
  if (tariff.base === 'agreed_amount') return feeOf(tariff, agreed, first && vatOn(first.dueDate));
  const fees = payments.map(({ amount, dueDate }) => feeOf(tariff, amount, vatOn(dueDate)));
  return { amount: sumKopecks(fees.map(({ amount }) => amount)), vat: sumKopecks(fees.map(({ vat }) => vat)) };
}

/** The VAT within a sum: v = round(sum · bps / (10 000 + bps)). */
export function includedVat(amount: Kopecks, vatBps: number): Kopecks {
  return mulDiv(amount, vatBps, BPS + vatBps);
}

/**
 * What is still to be posted of a fee when `done` of `total` is reached and `posted` was posted before. A fee of the agreed
 * sum is charged so by payments, and any fee is reversed so by refunds: at the last kopeck all of it has been posted. Never
 * negative: where `total` has grown since, as by credit holidays, the next part waits until the share has caught up.
 */
export function nextFeePart(fee: Fee, posted: Fee, done: Kopecks, total: Kopecks): Fee {
  const reached = cumulativeShare(fee.amount, done, total);
  // By the fee and not by the money: a kopeck of VAT without one of the fee would be lost.
  const vatReached = fee.amount === 0 ? fee.vat : mulDiv(fee.vat, reached, fee.amount);
  const amount = greater(NO_FEE.amount, minus(reached, posted.amount));
  return { amount, vat: lesser(greater(NO_FEE.vat, minus(vatReached, posted.vat)), amount) };
}

function isValidOn({ validFrom, validTo }: Tariff, day: Day): boolean {
  return validFrom <= day && (validTo === null || day <= validTo);
}

function isFor(tariff: Tariff, subject: TariffSubject): boolean {
  const fits = (own: number | null, asked: number | null) => own === null || own === asked;
  return (
    fits(tariff.legalEntityId, subject.legalEntityId) &&
    fits(tariff.legalEntityTypeId, subject.legalEntityTypeId) &&
    fits(tariff.individualCategoryId, subject.individualCategoryId)
  );
}

function rank({ legalEntityId, legalEntityTypeId, individualCategoryId }: TariffKey): number {
  return (
    Number(legalEntityId !== null) * 4 + Number(legalEntityTypeId !== null) * 2 + Number(individualCategoryId !== null)
  );
}

/** What of a fee its debtor pays the platform beside his payments, in kopecks. */
export const feeOnTop = (fee: Pick<QuotedFee, 'payer' | 'amount'> | null): Kopecks =>
  fee?.payer === 'individual' ? fee.amount : NO_FEE.amount;
