import { sql } from 'kysely';
import type * as z from 'zod';
import type { Input } from '#contract/kernel/op.ts';
import type { SettlementRow } from '#contract/settlements/settlement-card.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { LifeEventKind } from '#domain/parties/life-event.ts';
import type { PlanKind } from '#domain/settlements/plan.ts';
import {
  type CloseReason,
  type PriceStanding,
  type SettlementStatus,
  settlementMachine,
} from '#domain/settlements/settlement.ts';
import { type Day, daysBetween } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { paymentsStoppedBy, standsStill, stopsPayments } from '#server/modules/life-events/life-events.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { businessDay } from '#server/platform/state/business-day.ts';

type Row = z.input<typeof SettlementRow>;
type ListFilter = Pick<Input<typeof settlements.list>['query'], 'filter' | 'q'>;
interface Where {
  individualId?: number;
  legalEntityId?: number;
}

/** The first day that still waits for money, later than any where none does. */
const nextDue = sql<string>`coalesce(s.next_due_date, 'infinity')`;

export const settlementOrders = {
  createdAt: { columns: ['s.id'], direction: -1 },
  nextDueDate: { columns: [nextDue, 's.id'], direction: 1 },
} as const;

/** The debtor has asked for a pause, and nothing else waits for a word: the creditor's answer is awaited. */
const awaitsPause = sql<boolean>`(s.status = 'waiting_for_payment' and s.turn is null and exists (select from life_events l
  where l.settlement_id = s.id and l.status = 'waiting' and l.side = 'individual' and l.until is null))`;

/** The settlements of a place as searched and filtered. */
export function findSettlements(ctx: Ctx, { filter, q }: ListFilter, where: Where) {
  let rows = ctx.db.selectFrom('settlements as s').where(ctx.within('settlement', 's'));
  const company = where.legalEntityId ?? filter?.legalEntityId;
  const person = where.individualId ?? filter?.individualId;
  if (person !== undefined) rows = rows.where('s.individualId', '=', person);
  if (company !== undefined) rows = rows.where('s.legalEntityId', '=', company);
  if (filter?.status) rows = rows.where('s.status', 'in', filter.status);
  if (filter?.turn) {
    const { turn } = filter;
    rows = rows.where((eb) => eb.or([eb('s.turn', 'in', turn), ...(turn.includes('creditor') ? [awaitsPause] : [])]));
  }
  if (filter?.late) rows = rows.where(nextDue, '<', businessDay(ctx.day)).where((eb) => eb.not(stopsPayments));
  if (filter?.late === false)
    rows = rows.where((eb) => eb.or([eb(nextDue, '>=', businessDay(ctx.day)), stopsPayments]));
  if (filter?.price) rows = rows.where('s.priceStanding', 'in', filter.price);
  if (q) rows = rows.where(indexedColumnHolds('s.search', q));
  return rows;
}

/** Both sides by their names. */
export const sideNames = [
  sql<string>`(select concat_ws(' ', i.last_name, i.first_name, i.middle_name) from individuals i where i.id = s.individual_id)`.as(
    'debtor',
  ),
  sql<string>`(select le.short_name from legal_entities le where le.id = s.legal_entity_id)`.as('creditor'),
] as const;

export const rowColumns = [
  's.id',
  's.number',
  's.status',
  's.requestId',
  's.registryEntryId',
  's.individualId',
  's.legalEntityId',
  's.debtTotal',
  's.agreedAmount',
  sql<boolean>`coalesce(s.tariff ->> 'payer' = 'individual', false)`.as('feeByDebtor'),
  's.discountAmount',
  's.discountBps',
  's.planKind',
  's.payments',
  sql<string | null>`case when ${awaitsPause} then 'creditor' else s.turn end`.as('turn'),
  's.firstDueDate',
  's.lastDueDate',
  's.paidAmount',
  's.closeReason',
  's.signedAt',
  's.createdAt',
  's.priceStanding',
  's.priceProblem',
  sql<number>`s.round - s.rounds_before - s.rounds_returned`.as('round'),
  // Of several agreements about one claim the last one says what is owed, and never more than the claim itself. While a new
  // one is only bargained for, the debt is owed as before.
  sql<number | null>`(select least(e.total, greatest(0, s.debt_total - s.paid_amount)) from registry_entries e
    where e.id = s.registry_entry_id and s.close_reason = 'breached'
      and e.settled_at is null and e.withdrawn_at is null
      and not exists (select from settlements n
        where n.registry_entry_id = s.registry_entry_id and n.id > s.id and n.signed_at is not null))`.as('owedAgain'),
  ...sideNames,
  's.nextDueDate',
  sql<number | null>`(select i.amount - i.paid from schedule_items i
    where i.settlement_id = s.id and i.status in ('planned', 'due', 'overdue') order by i.due_date, i.no limit 1)`.as(
    'nextSum',
  ),
  sql<boolean>`${standsStill}`.as('standsStill'),
  sql<string | null>`${paymentsStoppedBy}`.as('stoppedBy'),
  sql<string>`(select e.contract_number from registry_entries e where e.id = s.registry_entry_id)`.as('contractNumber'),
  sql<Date | null>`(select o.expires_at from terms_offers o where o.settlement_id = s.id and o.status = 'active')`.as(
    'offerExpiresAt',
  ),
  sql<
    string | null
  >`(select o.side from terms_offers o where o.settlement_id = s.id and o.status = 'active' and o.kind = 'terms')`.as(
    'offerSide',
  ),
] as const;

/** What is not paid of the payments of `s` whose day was before this one, or before the open business day where that lags behind. */
export const overdueSum = (day: Day) =>
  sql<number>`(select coalesce(sum(i.amount - i.paid), 0)::bigint from schedule_items i
    where i.settlement_id = s.id and i.status in ('planned', 'due', 'overdue') and i.due_date < ${businessDay(day)})`.as(
    'overdueSum',
  );

/** A row as the table gives it. */
type SelectedRow = Omit<
  Row,
  'status' | 'planKind' | 'turn' | 'closeReason' | 'isLate' | 'priceStanding' | 'stoppedBy'
> & {
  status: string;
  planKind: string | null;
  turn: string | null;
  closeReason: string | null;
  priceStanding: string | null;
  stoppedBy: string | null;
  offerSide: string | null;
};

/**
 * For how many days the oldest payment of a schedule is overdue; 0 of one that is not late, nor is one that must not be paid today
 * (docs/decisions/0202).
 */
export const daysLate = (
  ctx: Ctx,
  { overdueSum, nextDueDate, stoppedBy }: { overdueSum: number; nextDueDate: string | null; stoppedBy: string | null },
): number =>
  overdueSum === 0 || nextDueDate === null || stoppedBy !== null ? 0 : daysBetween(nextDueDate as Day, ctx.day);

/** A settlement as lists show it. An offer whose time has run out counts as ended even before anybody has said so. */
export function settlementRow<R extends SelectedRow>(ctx: Ctx, { offerSide, ...row }: R) {
  const isOver = row.offerExpiresAt !== null && row.offerExpiresAt <= ctx.now;
  return {
    ...row,
    status: row.status as SettlementStatus,
    planKind: row.planKind as PlanKind | null,
    turn: (isOver ? offerSide : row.turn) as Side | null,
    closeReason: row.closeReason as CloseReason | null,
    priceStanding: row.priceStanding as PriceStanding | null,
    stoppedBy: row.stoppedBy as LifeEventKind | null,
    isLate: daysLate(ctx, row) > 0,
    offerExpiresAt: isOver ? null : row.offerExpiresAt,
  };
}

export const settlementList = defineList({
  rows: findSettlements,
  columns: (rows, ctx) => rows.select(rowColumns).select(overdueSum(ctx.day)),
  orders: settlementOrders,
  shown: (row, ctx) => settlementRow(ctx, row),
  states: { filter: 'status', of: settlementMachine.statuses, by: 's.status' },
});
