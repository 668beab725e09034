import * as z from 'zod';
import { DEBT_PART_CODES } from '#domain/settlements/debt-structure.ts';
import { MAX_SHIFT_EVERY, MIN_SHIFT_EVERY } from '#domain/settlements/payment-shift.ts';
import { MAX_PAYMENTS, MAX_PENALTY_DAY_BPS } from '#domain/settlements/plan.ts';
import { shareBps, sumOrNone } from '../kernel/fields.ts';

const bps = shareBps();
export const days = z.int().min(0).max(36_500);

/** A penalty by its rate a day; null is none. */
export const penaltyDayBps = shareBps(1, MAX_PENALTY_DAY_BPS).nullable();

/** Once in how many payments the debtor may shift one by a week; null is never. */
export const shiftEvery = z.int().min(MIN_SHIFT_EVERY).max(MAX_SHIFT_EVERY).nullable();

/** One row of the matrix; which values go together is told by the rules of conditions (docs/domain.md §6.2). */
export const band = z.strictObject({
  dpdFrom: days,
  dpdTo: days.nullable(),
  debtFrom: sumOrNone,
  debtTo: sumOrNone.nullable(),
  minLumpBps: bps,
  minPlanBps: bps,
  maxPayments: z.int().min(1).max(MAX_PAYMENTS),
  minPayment: sumOrNone,
  minDownBps: bps,
  maxDaysToFirst: days,
  maxPlanDays: days,
  offerTtlDays: z.int().min(1).max(90),
  maxRounds: z.int().min(1).max(100),
  autoAcceptBps: bps.nullable(),
  autoRejectBps: bps.nullable(),
  approvalBelowBps: bps.nullable(),
  penaltyDayBps: penaltyDayBps.default(null),
  breachByRule: z.boolean().default(false),
  shiftEvery: shiftEvery.default(null),
  componentOrder: z.array(z.enum(DEBT_PART_CODES)).max(DEBT_PART_CODES.length),
});
