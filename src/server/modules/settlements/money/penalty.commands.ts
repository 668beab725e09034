import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { OpenRow } from '#domain/money/allocation.ts';
import type { LedgerEvent, PenaltyEnd } from '#domain/money/ledger.ts';
import { feeOnTop, type QuotedFee } from '#domain/money/tariff.ts';
import { bandWithDefaults, DEFAULT_BAND, type PolicyBand, structureOf } from '#domain/negotiation/policy-band.ts';
import { stillDays } from '#domain/parties/life-table.ts';
import type { Rates } from '#domain/rates/rates.ts';
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
import { type Claimed, penaltyRoom } from '#domain/settlements/price/charges-limit.ts';
import type { PriceGrounds } from '#domain/settlements/price/offer-price.ts';
import { type ScheduleRow, scheduleInterest } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';
import { lesser } from '#domain/values/exact.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { bookEvent, bookEvents } from '#server/modules/ledger/ledger.commands.ts';
import { spansOfSettlements } from '#server/modules/life-events/life-spans.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { Settlements } from '#server/platform/database/schema.ts';
import { businessDay } from '#server/platform/state/business-day.ts';
import { priceGroundsOf } from '../price-grounds.queries.ts';

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

type Counted = Pick<Owing, 'id' | 'penalty'>;

/**
 * Up to which day an agreement is counted on a day in Moscow: the open business day, and never before the day that it was counted up to
 * already or that its terms hold from (docs/decisions/0179).
 */
export const countedTo = async (db: Db, of: Counted, today: Day): Promise<Day> =>
  (await notBack(db, [of], businessDay(today)))(of);

/** The same of many when a day is closed, which brings agreements to the morning after it. */
export const countedToMorning = (db: Db, of: readonly Counted[], morning: Day): Promise<(of: Counted) => Day> =>
  notBack(db, of, sql<Day>`${morning}::date`);

async function notBack(db: Db, of: readonly Counted[], day: RawBuilder<Day>): Promise<(of: Counted) => Day> {
  const { rows } = await sql<{ id: number; day: Day }>`select a.id, greatest(${day}, (select max(e.value_date)
      from ledger_entries e where e.settlement_id = a.id
        and (e.kind = 'penalty_accrued' or e.kind = 'penalty_waived' and e.event ->> 'why' = 'recounted'))) as day
    from unnest(${of.map(({ id }) => id)}::bigint[]) as a (id)`.execute(db);
  const days = new Map(rows.map((row) => [row.id, row.day]));
  return ({ id, penalty: { terms } }) => {
    const [counted, since] = [days.get(id)!, terms.at(-1)?.since];
    return since !== undefined && since > counted ? since : counted;
  };
}

/** The penalty of an agreement counted up to a day, as its books would be then; nothing is written. */
export const countPenalty = async (db: Db, settlement: Counted, to: Day, taken?: Taken): Promise<PenaltySums> =>
  (await countPenalties(db, [settlement], to, taken))(settlement);

/**
 * The same of many, by as few questions as of one.
 * @param taken money of this very transaction; who takes it counts one alone
 */
async function countPenalties(
  db: Db,
  settlements: readonly Counted[],
  to: Day,
  taken?: Taken,
): Promise<(settlement: Counted) => PenaltySums> {
  const bearing = settlements.filter(({ penalty: { terms } }) => terms.some(({ rule }) => rule !== null));
  if (bearing.length === 0) return ({ penalty }) => penalty.sums;
  const ids = bearing.map(({ id }) => id);
  const spansOf = await spansOfSettlements(db, ids);
  const agreed = await agreedOf(db, ids);
  const rates = await ratesOf(db);
  const groundsOf = await priceGroundsOf(
    db,
    [...agreed.values()].map(({ registryEntryId }) => registryEntryId),
  );
  const livesOf = await livesOfRows(db, ids, to, taken);
  return ({ id, penalty: { terms, sums } }) => {
    const found = agreed.get(id);
    if (!found) return sums;
    const lives = livesOf(id, remainsOf(found));
    const counted = penaltyBy(lives, lawfulTermsOf(found, terms, rates), to, stillDays(spansOf(id), 'penalty'));
    const room = counted === 0 ? null : roomOf(found, groundsOf(found.registryEntryId), rates);
    return recounted(sums, room === null ? counted : lesser(counted, room));
  };
}

/**
 * How much the penalty of an agreement may come to in all, beside what it leaves of the charges of the claim, its interest and the fee
 * that its debtor bears (353-ФЗ, ст. 5, ч. 24; docs/decisions/0214); null where nothing caps it.
 */
function roomOf({ signed, ...row }: Agreed, grounds: PriceGrounds, rates: Rates): Kopecks | null {
  const claimed = claimedBy(row);
  const beside = kopecks(scheduleInterest(signed?.rows ?? []) + feeOnTop(signed?.fee ?? null));
  return penaltyRoom(claimed, grounds, { agreed: claimed.agreed ?? debtTotal(claimed.debt), beside, rates });
}

/** What the signed terms cost beside the debt. */
interface SignedCosts {
  rows: readonly ScheduleRow[];
  fee: QuotedFee | null;
}

/** The claim of a settlement as its terms are judged. */
export const claimedBy = ({
  debt,
  agreedAmount,
  band,
}: Pick<Selectable<Settlements>, 'debt' | 'agreedAmount' | 'band'>): Claimed => ({
  debt,
  structure: structureOf(band === null ? DEFAULT_BAND : bandWithDefaults(band)),
  agreed: agreedAmount === null ? null : kopecks(agreedAmount),
});

/** What of these agreements says by which terms and of what a penalty is counted. */
async function agreedOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select(['s.id', 's.registryEntryId', 'e.contractKind', 's.consumer', 's.debt', 's.agreedAmount', 's.band'])
    .select(
      sql<SignedCosts | null>`(select jsonb_build_object('rows', o.rows, 'fee', o.fee) from terms_offers o
        where o.settlement_id = s.id and o.status = 'accepted' and o.kind = 'terms' order by o.id desc limit 1)`.as(
        'signed',
      ),
    )
    .select(
      sql<Plan[]>`(select coalesce(jsonb_agg(o.plan order by o.id desc), '[]') from terms_offers o
        where o.settlement_id = s.id and o.status = 'accepted' and o.kind <> 'annulment')`.as('plans'),
    )
    .where('s.id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type Agreed = Awaited<ReturnType<typeof agreedOf>> extends Map<number, infer Row> ? Row : never;

/** The terms of an agreement as the law leaves them on their days. */
function lawfulTermsOf({ contractKind, consumer, plans }: Agreed, terms: readonly PenaltyTerm[], rates: Rates) {
  // Each began with the agreement or an addendum, and the last plans are theirs. Where none is known the lower ceiling holds.
  const agreed = terms.map((term, index) => {
    const plan = plans[terms.length - 1 - index];
    return { ...term, interestAccrues: plan === undefined || bearsInterest(plan) };
  });
  return lawfulTerms(agreed, { contractKind: contractKind as ContractKind, consumer }, rates);
}

/** What an agreement leaves to be paid of each part of the debt. */
function remainsOf(row: Agreed): Discount['parts'] {
  const { debt, structure, agreed } = claimedBy(row);
  return discountOf(debt, agreed ?? debtTotal(debt), structure).parts;
}

/**
 * Books the penalty of an agreement up to a day: what has been counted by then less what was booked before
 * (docs/domain.md §8.7, §9 E10). When money told of late leaves less, the difference is written off.
 * @param taken money of this very transaction that the rows do not show yet
 * @returns the agreement with its penalty as it is now
 */
export async function accruePenalty<T extends Owing>(tx: Tx, settlement: T, to: Day, taken?: Taken): Promise<T> {
  const [accrued] = await accruePenalties(tx, [settlement], to, taken);
  return accrued!;
}

/** The same of many, each as it is now in their order. @param taken who takes money counts one alone */
export async function accruePenalties<T extends Owing>(
  tx: Tx,
  settlements: readonly T[],
  to: Day,
  taken?: Taken,
): Promise<T[]> {
  const sumsOf = await countPenalties(tx, settlements, to, taken);
  const counted = settlements.map((settlement) => {
    const sums = sumsOf(settlement);
    const change = sums.accrued - settlement.penalty.sums.accrued;
    return { settlement, sums, change };
  });
  const changed = counted.filter(({ change }) => change !== 0);
  await bookEvents(
    tx,
    changed.map(({ settlement, change }) => recountedBy(settlement, change)),
    { valueDate: to },
  );
  if (changed.length > 0) {
    const ids = changed.map(({ settlement }) => settlement.id);
    const accrued = changed.map(({ sums }) => sums.accrued);
    await sql`update settlements set penalty_accrued = c.accrued
      from unnest(${ids}::bigint[], ${accrued}::bigint[]) as c (id, accrued) where settlements.id = c.id`.execute(tx);
  }
  return counted.map(({ settlement, sums, change }) =>
    change === 0 ? settlement : { ...settlement, penalty: { ...settlement.penalty, sums } },
  );
}

/** What the books are told of a penalty that has become so much more, or less. */
const recountedBy = (settlement: Owing, change: number): LedgerEvent =>
  change > 0
    ? { kind: 'penalty_accrued', ...partiesOf(settlement), amount: kopecks(change) }
    : { kind: 'penalty_waived', ...partiesOf(settlement), why: 'recounted', amount: kopecks(-change) };

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

/** The rows of all schedules of these settlements, each with the money that it got and gave back by a day. */
async function livesOfRows(
  db: Db,
  ids: readonly number[],
  to: Day,
  taken: Taken | undefined,
): Promise<(id: number, remains: Discount['parts']) => RowLife[]> {
  const items = await db
    .selectFrom('scheduleItems')
    .select(['settlementId', 'no', 'dueDate', 'principal', 'interest', 'amount', 'addedOn', 'replacedOn'])
    .where('settlementId', '=', anyOf(ids))
    .where('dueDate', '<', to)
    .execute();
  const { rows: got } = await sql<RowMoney & { settlementId: number; no: number }>`
    select a.settlement_id, a.no, p.value_date as day, (a.principal + a.interest)::bigint as amount
      from payment_allocations a join payments p on p.id = a.payment_id
      where a.settlement_id = any(${ids}::bigint[]) and a.no is not null and p.value_date < ${to}
    union all
    select r.settlement_id, a.no, r.value_date, -(a.principal + a.interest)::bigint
      from refund_allocations a join refunds r on r.id = a.refund_id
      where r.settlement_id = any(${ids}::bigint[]) and a.no is not null and r.value_date < ${to}`.execute(db);
  const now = (taken?.rows ?? []).map(({ no, principal, interest }) => ({
    settlementId: ids[0]!,
    no,
    day: taken!.day,
    amount: principal + interest,
  }));
  const keyOf = ({ settlementId, no }: { settlementId: number; no: number }): string => `${settlementId} ${no}`;
  const money = Map.groupBy([...got, ...now], keyOf);
  const rows = Map.groupBy(items, ({ settlementId }) => settlementId);
  return (id, remains) =>
    (rows.get(id) ?? []).map((item) => ({
      dueDate: item.dueDate as Day,
      amount: kopecks(item.amount),
      bearing: penaltyBase({ principal: kopecks(item.principal), interest: kopecks(item.interest) }, remains),
      from: item.addedOn as Day | null,
      until: item.replacedOn as Day | null,
      money: money.get(keyOf(item)) ?? [],
    }));
}
