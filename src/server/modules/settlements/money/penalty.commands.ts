import { sql } from 'kysely';
import type { OpenRow } from '#domain/money/allocation.ts';
import type { PenaltyEnd } from '#domain/money/ledger.ts';
import { bandWithDefaults, DEFAULT_BAND, type PolicyBand, structureOf } from '#domain/negotiation/policy-band.ts';
import type { ContractKind } from '#domain/registries/registry-lists.ts';
import { debtTotal } from '#domain/settlements/debt-structure.ts';
import { type Discount, discountOf } from '#domain/settlements/discount.ts';
import { dailyPenalty, type PenaltyRule } from '#domain/settlements/penalty.ts';
import {
  lawfulTerms,
  openPenalty,
  type PenaltySums,
  type PenaltyTerm,
  penaltyBase,
  penaltyBy,
  type RowLife,
  type RowMoney,
  recounted,
} from '#domain/settlements/penalty-accrual.ts';
import { bearsInterest, type Plan } from '#domain/settlements/plan.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { stillDaysOf } from '#server/modules/life-events/life-events.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';

/** The penalty of an agreement as its row keeps it. */
export interface SettlementPenalty {
  terms: readonly PenaltyTerm[];
  sums: PenaltySums;
}

/** Whose penalty it is. */
interface Owing {
  id: number;
  individualId: number;
  legalEntityId: number;
  penalty: SettlementPenalty;
}

/** Money that is just being taken and is in no row yet. */
export interface Taken {
  day: Day;
  rows: readonly OpenRow[];
}

/** The columns of a settlement about its penalty. */
export const penaltyColumns = ['penaltyTerms', 'penaltyAccrued', 'penaltyPaid', 'penaltyWaived'] as const;

/**
 * What they hold once a penalty begins to hold. The day itself still counts under the rule before it.
 * @param before what has held till then, none at a first agreement
 */
export const penaltyFrom = (rule: PenaltyRule | null, since: Day, before: readonly PenaltyTerm[] = []) => ({
  penalty: rule && jsonText(rule),
  penaltyTerms: jsonText([...before, { since, rule }] satisfies PenaltyTerm[]),
});

/** What they hold while nothing is agreed: the penalty of the creditor's conditions is in force, and none has been counted. */
export function penaltyBefore(band: Pick<PolicyBand, 'penaltyDayBps'> | null | undefined) {
  const rule = dailyPenalty(band?.penaltyDayBps ?? null);
  const sums = { penaltyAccrued: 0, penaltyPaid: 0, penaltyWaived: 0 };
  return { penalty: rule && jsonText(rule), penaltyTerms: jsonText([]), ...sums };
}

/** Reads them. */
export const settlementPenalty = (row: {
  penaltyTerms: readonly PenaltyTerm[];
  penaltyAccrued: number;
  penaltyPaid: number;
  penaltyWaived: number;
}): SettlementPenalty => ({
  terms: row.penaltyTerms,
  sums: {
    accrued: kopecks(row.penaltyAccrued),
    paid: kopecks(row.penaltyPaid),
    waived: kopecks(row.penaltyWaived),
  },
});

/** The penalty of an agreement counted up to a day, as its books would be then; nothing is written. */
export async function countPenalty(
  db: Db,
  { id, penalty: { terms, sums } }: Pick<Owing, 'id' | 'penalty'>,
  to: Day,
  taken?: Taken,
): Promise<PenaltySums> {
  if (terms.every(({ rule }) => rule === null)) return sums;
  const free = await stillDaysOf(db, id, 'penalty');
  const lawful = await lawfulTermsOf(db, id, terms);
  return recounted(sums, penaltyBy(await livesOf(db, id, to, taken), lawful, to, free));
}

/** The terms of an agreement as the law leaves them on their days. */
async function lawfulTermsOf(db: Db, settlementId: number, terms: readonly PenaltyTerm[]) {
  const { contractKind, consumer, plans } = await db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select(['e.contractKind', 's.consumer'])
    .select(
      sql<Plan[]>`(select coalesce(jsonb_agg(o.plan order by o.id desc), '[]') from terms_offers o
        where o.settlement_id = s.id and o.status = 'accepted' and o.kind <> 'annulment')`.as('plans'),
    )
    .where('s.id', '=', settlementId)
    .executeTakeFirstOrThrow();
  // Each began with the agreement or an addendum, and the last plans are theirs. Where none is known the lower ceiling holds.
  const agreed = terms.map((term, index) => {
    const plan = plans[terms.length - 1 - index];
    return { ...term, interestAccrues: plan === undefined || bearsInterest(plan) };
  });
  return lawfulTerms(agreed, { contractKind: contractKind as ContractKind, consumer }, await ratesOf(db));
}

/**
 * Books the penalty of an agreement up to a day: what has been counted by then less what was booked before
 * (docs/domain.md §8.7, §9 E10). When money told of late leaves less, the difference is written off.
 * @param taken money of this very transaction that the rows do not show yet
 * @returns the agreement with its penalty as it is now
 */
export async function accruePenalty<T extends Owing>(tx: Tx, settlement: T, to: Day, taken?: Taken): Promise<T> {
  const sums = await countPenalty(tx, settlement, to, taken);
  const change = sums.accrued - settlement.penalty.sums.accrued;
  if (change === 0) return settlement;
  const ledgerEntry = { valueDate: to };
  if (change > 0) {
    await bookEvent(tx, { kind: 'penalty_accrued', ...partiesOf(settlement), amount: kopecks(change) }, ledgerEntry);
  } else {
    const event = { kind: 'penalty_waived' as const, ...partiesOf(settlement), why: 'recounted' as const };
    await bookEvent(tx, { ...event, amount: kopecks(-change) }, ledgerEntry);
  }
  await tx.updateTable('settlements').set({ penaltyAccrued: sums.accrued }).where('id', '=', settlement.id).execute();
  return { ...settlement, penalty: { ...settlement.penalty, sums } };
}

/** Writes off what is open of a penalty (docs/domain.md §9 E11). @returns the agreement as it is now */
export async function endPenalty<T extends Owing>(
  tx: Tx,
  settlement: T,
  why: Exclude<PenaltyEnd, 'recounted'>,
  day: Day,
): Promise<T> {
  const open = openPenalty(settlement.penalty.sums);
  if (open === 0) return settlement;
  await bookEvent(tx, { kind: 'penalty_waived', ...partiesOf(settlement), amount: open, why }, { valueDate: day });
  const waived = kopecks(settlement.penalty.sums.waived + open);
  await tx.updateTable('settlements').set({ penaltyWaived: waived }).where('id', '=', settlement.id).execute();
  return { ...settlement, penalty: { ...settlement.penalty, sums: { ...settlement.penalty.sums, waived } } };
}

const partiesOf = ({ id: settlementId, legalEntityId, individualId }: Owing) => ({
  settlementId,
  legalEntityId,
  individualId,
});

/** What was paid of the penalty of an agreement, and given up of it, by a day. An agreement before it has ended with its own. */
export async function penaltySettledBy(
  db: Db,
  { id: settlementId, penalty: { terms } }: Pick<Owing, 'id' | 'penalty'>,
  on: Day,
): Promise<{ paid: Kopecks; waived: Kopecks }> {
  const since = terms[0]?.since ?? on;
  const { rows } = await sql<{ paid: number; waived: number }>`
    select (coalesce((select sum(a.penalty) from payment_allocations a join payments p on p.id = a.payment_id
        where a.settlement_id = ${settlementId} and p.value_date <= ${on}), 0)
      - coalesce((select sum(a.penalty) from refund_allocations a join refunds r on r.id = a.refund_id
        where r.settlement_id = ${settlementId} and r.value_date <= ${on}), 0))::bigint as paid,
      coalesce((select sum((e.event ->> 'amount')::bigint) from ledger_entries e
        where e.settlement_id = ${settlementId} and e.kind = 'penalty_waived' and e.event ->> 'why' <> 'recounted'
          and e.value_date > ${since} and e.value_date <= ${on}), 0)::bigint as waived`.execute(db);
  const { paid, waived } = rows[0]!;
  return { paid: kopecks(paid), waived: kopecks(waived) };
}

/** The rows of all schedules of a settlement, each with the money that it got and gave back by a day. */
async function livesOf(db: Db, settlementId: number, to: Day, taken?: Taken): Promise<RowLife[]> {
  const items = await db
    .selectFrom('scheduleItems')
    .select(['no', 'dueDate', 'principal', 'interest', 'amount', 'addedOn', 'replacedOn'])
    .where('settlementId', '=', settlementId)
    .where('dueDate', '<', to)
    .execute();
  if (items.length === 0) return [];
  const { rows: got } = await sql<RowMoney & { no: number }>`
    select a.no, p.value_date as day, (a.principal + a.interest)::bigint as amount
      from payment_allocations a join payments p on p.id = a.payment_id
      where a.settlement_id = ${settlementId} and a.no is not null and p.value_date < ${to}
    union all
    select a.no, r.value_date, -(a.principal + a.interest)::bigint
      from refund_allocations a join refunds r on r.id = a.refund_id
      where r.settlement_id = ${settlementId} and a.no is not null and r.value_date < ${to}`.execute(db);
  const now = taken?.rows.map(({ no, principal, interest }) => ({ no, day: taken.day, amount: principal + interest }));
  const money = Map.groupBy([...got, ...(now ?? [])], ({ no }) => no);
  const remains = await remainsOf(db, settlementId);
  return items.map(({ no, dueDate, principal, interest, amount, addedOn, replacedOn }) => ({
    dueDate: dueDate as Day,
    amount: kopecks(amount),
    bearing: penaltyBase({ principal: kopecks(principal), interest: kopecks(interest) }, remains),
    from: addedOn as Day | null,
    until: replacedOn as Day | null,
    money: money.get(no) ?? [],
  }));
}

/** What an agreement leaves to be paid of each part of the debt. */
async function remainsOf(db: Db, settlementId: number): Promise<Discount['parts']> {
  const { debt, agreedAmount, band } = await db
    .selectFrom('settlements')
    .select(['debt', 'agreedAmount', 'band'])
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  const structure = structureOf(band === null ? DEFAULT_BAND : bandWithDefaults(band));
  return discountOf(debt, agreedAmount === null ? debtTotal(debt) : kopecks(agreedAmount), structure).parts;
}
