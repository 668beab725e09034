import { expect, test } from 'vitest';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { toDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { desiredTermsOf, draftOfDesired } from './desired-plan.ts';
import { desiredPlanText } from './desired-plan-text.ts';
import { build, draftOf, type PlanContext } from './plan-draft.ts';
import { paymentsOf } from './schedule-texts.ts';

const day = toDay('2026-11-20');
const context: PlanContext = {
  debt: [{ code: 'principal', amount: kopecks(3_000_000) }],
  by: 'individual',
  before: null,
  today: day,
  rates: KNOWN_RATES,
};

test.each([
  ['in equal payments', { payments: 6, downPayment: kopecks(0) }],
  ['in one payment', { payments: 1, downPayment: kopecks(0) }],
  ['with a part at first', { payments: 6, downPayment: kopecks(1_500_000) }],
  ['with a part at first and one payment', { payments: 1, downPayment: kopecks(700_000) }],
])('what the debtor has built in his request is what he signs: %s', (_, how) => {
  const seen = build({ ...draftOf(kopecks(3_000_000), 3, day), ...how }, context);
  const desired = desiredTermsOf({ ...draftOf(kopecks(3_000_000), 3, day), ...how }, seen);
  const signed = build(draftOfDesired(desired, context), context);
  expect(signed.problems).toEqual({});
  expect(signed.rows).toEqual(seen.rows);
});

test('a part that is paid at first is told beside the others', () => {
  const plan = { kind: 'equal', payments: 6, firstDate: '2027-02-01' } as const;
  expect(desiredPlanText(plan)).toBe(`${paymentsOf(6)}, первый 01.02.2027`);
  const sum = formatMoney(kopecks(1_500_000));
  expect(desiredPlanText({ ...plan, downPayment: 1_500_000 })).toBe(
    `сначала ${sum} — 01.02.2027, потом ${paymentsOf(6)}`,
  );
});
