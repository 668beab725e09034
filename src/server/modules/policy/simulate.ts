import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { policy } from '#contract/settlements/policy.ts';
import { judgeOffer } from '#domain/negotiation/policy.ts';
import { type PolicyBand, pickBand } from '#domain/negotiation/policy-band.ts';
import { calendarOf } from '#domain/rates/calendar.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { Debt } from '#domain/settlements/debt-structure.ts';
import { currentPenalty, dailyPenalty } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { planOf } from '#domain/settlements/plan-form.ts';
import { makeSchedule } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

type Simulated = Answer<typeof policy.simulate>;
type SimulateInput = Input<typeof policy.simulate>['body'];

/** What a matrix would answer to a debtor's first offer, and for which of the company's open claims it answers at all. */
export async function simulatePolicy(
  db: Db,
  legalEntityId: number,
  bands: readonly PolicyBand[],
  { dpd, debt, plan: form }: SimulateInput,
  today: Day,
): Promise<Simulated> {
  const plan = planOf(form);
  if (plan === null) throw new Refusal('input.invalid', { fields: { 'plan.firstDate': 'Поле должно быть заполнено' } });
  const whole: Debt = [{ code: 'principal', amount: kopecks(debt) }];
  const found = pickBand(bands, { dpd, debt: kopecks(debt), categoryId: null });
  const decision = found && judgeOffer(found, { plan, debt: whole, today, round: 1, creditorsLast: null });
  const rates = await ratesOf(db);
  const counts = await countClaims(db, legalEntityId, bands, today);
  return {
    band: found === null ? null : bands.indexOf(found),
    decision: decision?.kind ?? null,
    steps: [...(decision?.trace ?? [])],
    penalty:
      found &&
      currentPenalty(
        // The conditions are asked about a loan: what is owed for services the law limits further (docs/decisions/0105).
        { penalty: dailyPenalty(found.penaltyDayBps), consumer: true, grounds: anyLoan(today), claimed: null, rates },
        plan,
        today,
      ),
    counter: decision?.kind === 'counter' ? scheduled(decision.plan, rates) : null,
    claims: bands.map((_, index) => counts.get(index) ?? 0),
    uncovered: counts.get(-1) ?? 0,
  };
}

/** A loan of which nothing is known. */
const anyLoan = (contractDate: Day) =>
  ({
    right: 'lender',
    contractKind: 'consumer',
    contractDate,
    contractEnd: null,
    issuedAmount: null,
    awarded: false,
  }) as const;

function scheduled(plan: Plan, rates: Rates): Simulated['counter'] {
  const schedule = makeSchedule(plan, calendarOf(rates));
  return schedule.ok ? { amount: plan.amount, rows: [...schedule.rows] } : null;
}

/** Open claims by the first band that answers for them; −1 for those without one. */
async function countClaims(
  db: Db,
  legalEntityId: number,
  bands: readonly PolicyBand[],
  today: Day,
): Promise<Map<number, number>> {
  const bounds = JSON.stringify(
    bands.map(({ dpdFrom, dpdTo, debtFrom, debtTo }, index) => ({ index, dpdFrom, dpdTo, debtFrom, debtTo })),
  );
  const { rows } = await sql<{ index: number; count: number }>`
    with bands as (
      select * from jsonb_to_recordset(${bounds}::jsonb)
        as b (index int, "dpdFrom" int, "dpdTo" int, "debtFrom" bigint, "debtTo" bigint))
    select coalesce(b.index, -1) as index, count(*) as count
    from registry_entries e
    left join lateral (
      select index from bands
      where ${today}::date - e.overdue_from >= "dpdFrom" and ${today}::date - e.overdue_from <= coalesce("dpdTo", 2147483647)
        and e.total >= "debtFrom" and e.total <= coalesce("debtTo", 9223372036854775807)
      order by index limit 1) b on true
    where e.legal_entity_id = ${legalEntityId} and e.withdrawn_at is null and e.frozen_at is null
    group by 1`.execute(db);
  return new Map(rows.map(({ index, count }) => [index, count]));
}
