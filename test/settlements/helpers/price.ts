import { type InterestPlan } from '#domain/settlements/plan.ts';
import type { PriceGrounds } from '#domain/settlements/price/offer-price.ts';
import { makeSchedule, type ScheduleRow } from '#domain/settlements/schedule.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';

/** A long loan of a bank, of which all is known; its own rate is above every ceiling. */
export const GROUNDS: PriceGrounds = {
  right: 'lender',
  contractKind: 'consumer',
  contractDate: toDay('2024-03-10'),
  contractEnd: toDay('2026-03-10'),
  issuedAmount: kopecks(10_000_000),
  contractRateBps: 40_000,
  awarded: false,
  contractCharges: kopecks(0),
};
/** 100 000 ₽ in two years at 20 %. */
export const PLAN: InterestPlan = {
  kind: 'annuity',
  amount: kopecks(10_000_000),
  downPayment: kopecks(0),
  payments: 24,
  firstDate: toDay('2026-12-25'),
  periodMonths: 1,
  rateBps: 2000,
};

/** The schedule of a plan that can have one. */
export const rowsOf = (plan: InterestPlan): readonly ScheduleRow[] => {
  const schedule = makeSchedule(plan, KNOWN_CALENDAR);
  if (!schedule.ok) throw new Error(schedule.problems[0]?.message);
  return schedule.rows;
};
