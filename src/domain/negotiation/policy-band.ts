import { DEBT_STRUCTURE, type DebtPartCode, type DebtPartKind } from '../settlements/debt-structure.ts';
import { MAX_SHIFT_EVERY, MIN_SHIFT_EVERY, type ShiftEvery } from '../settlements/payment-shift.ts';
import { MAX_PAYMENTS, MAX_PENALTY_DAY_BPS, type PlanKind } from '../settlements/plan.ts';
import { BPS, mulDivUp } from '../values/exact.ts';
import type { Side } from '../values/machine.ts';
import { type Kopecks, kopecks } from '../values/money.ts';

/**
 * One row of a creditor's matrix of conditions (docs/domain.md §6.2 SettlementPolicy): for which debts it is, and what he
 * agrees to. `To` bounds are included, null has no bound. Shares are of the whole debt, in basis points.
 */
export type PolicyBand = {
  readonly dpdFrom: number;
  readonly dpdTo: number | null;
  readonly debtFrom: Kopecks;
  readonly debtTo: Kopecks | null;
  readonly categoryId: number | null;
  /** The least share for one payment, and for a plan. */
  readonly minLumpBps: number;
  readonly minPlanBps: number;
  readonly maxPayments: number;
  readonly minPayment: Kopecks;
  /** The least down payment of a plan, as a share of the agreed sum. */
  readonly minDownBps: number;
  readonly maxDaysToFirst: number;
  readonly maxPlanDays: number;
  readonly offerTtlDays: number;
  readonly maxRounds: number;
  /** From this share an offer is accepted at once; below that one refused at once; null never. */
  readonly autoAcceptBps: number | null;
  readonly autoRejectBps: number | null;
  /** Below this share the head approves what the manager offers or accepts. */
  readonly approvalBelowBps: number | null;
  /** The penalty of an overdue payment, basis points of the overdue sum a day; null has none. The law may set less. */
  readonly penaltyDayBps: number | null;
  /** An agreement that is not kept ends by itself when its time to cure is over; otherwise the creditor decides each time. */
  readonly breachByRule: boolean;
  /** Once in how many payments the debtor may shift one by a week, alone; null where he may not. */
  readonly shiftEvery: ShiftEvery;
  /** In which order parts of the debt are forgiven; those not named keep their own order after them. */
  readonly componentOrder: readonly DebtPartCode[];
};

/** What a new band begins with: everything by hand, nothing forgiven. */
export const DEFAULT_BAND: PolicyBand = {
  dpdFrom: 0,
  dpdTo: null,
  debtFrom: kopecks(0),
  debtTo: null,
  categoryId: null,
  minLumpBps: BPS,
  minPlanBps: BPS,
  maxPayments: 12,
  minPayment: kopecks(0),
  minDownBps: 0,
  maxDaysToFirst: 30,
  maxPlanDays: 366,
  offerTtlDays: 7,
  maxRounds: 10,
  autoAcceptBps: null,
  autoRejectBps: null,
  approvalBelowBps: null,
  penaltyDayBps: null,
  breachByRule: false,
  shiftEvery: null,
  componentOrder: [],
};

/** A debtor is bound by his own offer no longer, whatever his creditor's conditions say (docs/decisions/0145). */
const DEBTOR_OFFER_DAYS = 14;

/** For how many days an offer, or a proposed change of an agreement, binds who makes it. */
export const offerDays = (by: Side, band: Pick<PolicyBand, 'offerTtlDays'> | null): number => {
  const { offerTtlDays } = band ?? DEFAULT_BAND;
  return by === 'individual' ? Math.min(offerTtlDays, DEBTOR_OFFER_DAYS) : offerTtlDays;
};

/** A stored band with every condition: one from before a condition existed gets what a new band begins with. */
export const bandWithDefaults = (stored: Partial<PolicyBand>): PolicyBand => ({ ...DEFAULT_BAND, ...stored });

/** The debt a band is sought for: days overdue, the whole debt, the debtor's category. */
export type PolicySubject = { readonly dpd: number; readonly debt: Kopecks; readonly categoryId: number | null };

/** The band of a debt: one of the debtor's category before a common one; null when the creditor has none for it. */
export function pickBand<T extends PolicyBand>(bands: readonly T[], subject: PolicySubject): T | null {
  const fitting = bands.filter(
    (band) =>
      within(subject.dpd, band.dpdFrom, band.dpdTo) &&
      within(subject.debt, band.debtFrom, band.debtTo) &&
      (band.categoryId === null || band.categoryId === subject.categoryId),
  );
  return fitting.find(({ categoryId }) => categoryId !== null) ?? fitting[0] ?? null;
}

/** The bands of the same category that share a debt with a new one: there may be none, so that one band answers. */
export function overlappingBands<T extends PolicyBand>(bands: readonly T[], added: PolicyBand): T[] {
  return bands.filter(
    (band) =>
      band.categoryId === added.categoryId &&
      meets(band.dpdFrom, band.dpdTo, added.dpdFrom, added.dpdTo) &&
      meets(band.debtFrom, band.debtTo, added.debtFrom, added.debtTo),
  );
}

export type BandProblem = { readonly field: keyof PolicyBand; readonly message: string };

/** What is wrong with a band, by field. */
export function checkBand(band: PolicyBand): BandProblem[] {
  return [...checkBounds(band), ...checkTerms(band), ...checkShares(band)];
}

function checkBounds({ dpdFrom, dpdTo, debtFrom, debtTo }: PolicyBand): BandProblem[] {
  return [
    ...wrong('dpdFrom', !isWhole(dpdFrom, 0, MAX_DAYS), 'Дни просрочки указаны неверно'),
    ...wrong('dpdTo', dpdTo !== null && !isWhole(dpdTo, dpdFrom, MAX_DAYS), 'Не меньше начала'),
    ...wrong('debtFrom', debtFrom < 0, 'Сумма указана неверно'),
    ...wrong('debtTo', debtTo !== null && debtTo < debtFrom, 'Не меньше начала'),
  ];
}

const MAX_DAYS = 36_500;
const MAX_TTL_DAYS = 90;
const MAX_ROUNDS = 100;

function checkTerms(band: PolicyBand): BandProblem[] {
  const { penaltyDayBps, shiftEvery } = band;
  return [
    ...wrong('maxPayments', !isWhole(band.maxPayments, 1, MAX_PAYMENTS), `От 1 до ${MAX_PAYMENTS}`),
    ...wrong('minPayment', band.minPayment < 0, 'Сумма указана неверно'),
    ...wrong('minDownBps', !isWhole(band.minDownBps, 0, BPS - 1), 'От 0 до 99,99\u00A0%'),
    ...wrong('maxDaysToFirst', !isWhole(band.maxDaysToFirst, 0, MAX_DAYS), 'Число дней указано неверно'),
    ...wrong('maxPlanDays', !isWhole(band.maxPlanDays, 0, MAX_DAYS), 'Число дней указано неверно'),
    ...wrong('offerTtlDays', !isWhole(band.offerTtlDays, 1, MAX_TTL_DAYS), `От 1 до ${MAX_TTL_DAYS} дней`),
    ...wrong('maxRounds', !isWhole(band.maxRounds, 1, MAX_ROUNDS), `От 1 до ${MAX_ROUNDS}`),
    ...wrong(
      'penaltyDayBps',
      penaltyDayBps !== null && !isWhole(penaltyDayBps, 1, MAX_PENALTY_DAY_BPS),
      'От 0,01 до 1\u00A0% в день',
    ),
    ...wrong(
      'shiftEvery',
      shiftEvery !== null && !isWhole(shiftEvery, MIN_SHIFT_EVERY, MAX_SHIFT_EVERY),
      `От ${MIN_SHIFT_EVERY} до ${MAX_SHIFT_EVERY}`,
    ),
  ];
}

function checkShares(band: PolicyBand): BandProblem[] {
  const { minLumpBps, minPlanBps, autoAcceptBps, autoRejectBps, approvalBelowBps } = band;
  const least = Math.min(minLumpBps, minPlanBps);
  const shares = { minLumpBps, minPlanBps, autoAcceptBps, autoRejectBps, approvalBelowBps };
  const outside = Object.entries(shares).flatMap(([field, share]) =>
    wrong(field as keyof typeof shares, share !== null && !isWhole(share, 0, BPS), 'От 0 до 100\u00A0%'),
  );
  const rejectsAllowed = autoRejectBps !== null && autoRejectBps > least;
  const acceptsBelow = autoAcceptBps !== null && autoAcceptBps < least;
  const acceptsUnapproved = autoAcceptBps !== null && approvalBelowBps !== null && autoAcceptBps < approvalBelowBps;
  return [
    ...outside,
    ...wrong('autoRejectBps', rejectsAllowed, 'Не больше наименьшей допустимой доли'),
    ...wrong('autoAcceptBps', acceptsBelow, 'Не меньше наименьшей допустимой доли'),
    ...wrong('autoAcceptBps', acceptsUnapproved, 'Не меньше доли, требующей согласования'),
  ];
}

/** The least sum of a share of a debt: nothing below it reaches the share. */
export function shareOf(debt: Kopecks, bps: number): Kopecks {
  return mulDivUp(debt, bps, BPS);
}

/** The least share a band allows for a kind of plan. */
export function leastBps(band: PolicyBand, kind: PlanKind): number {
  return kind === 'at_once' ? band.minLumpBps : band.minPlanBps;
}

/** The structure of debts with the creditor's own order of forgiving. */
export function structureOf(
  band: PolicyBand,
  structure: readonly DebtPartKind[] = DEBT_STRUCTURE,
): readonly DebtPartKind[] {
  const named = band.componentOrder;
  return structure.map((kind) => {
    const rank = named.indexOf(kind.code);
    return { ...kind, forgivenAs: rank < 0 ? named.length + kind.forgivenAs : rank };
  });
}

function within(value: number, from: number, to: number | null): boolean {
  return value >= from && (to === null || value <= to);
}

function meets(from: number, to: number | null, otherFrom: number, otherTo: number | null): boolean {
  return (to === null || otherFrom <= to) && (otherTo === null || from <= otherTo);
}

function wrong(field: keyof PolicyBand, isWrong: boolean, message: string): BandProblem[] {
  return isWrong ? [{ field, message }] : [];
}

function isWhole(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to;
}
