import type { Result } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { formatShare } from '#domain/settlements/discount.ts';
import { PLAN_LABELS } from '#domain/settlements/plan.ts';
import { awaitedSide, CLOSE_REASONS, PRICE_STANDINGS, settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, daysBetween } from '#domain/values/days.ts';
import { SettlementTag } from '#web/features/life/settlement-tag.tsx';
import { paymentsOf } from '#web/features/plan/schedule-texts.ts';
import { lastMomentOf } from '#web/features/settlements/time-left.ts';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { sumsColumn } from '#web/kit/list/table/cells.tsx';
import { idColumn } from '#web/kit/list/table/verified.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { dash, formatAmountOf, formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { listTexts } from './list-texts.ts';

const { columns: titles, filters } = listTexts;
const sides = { individual: listTexts.awaited.individual, creditor: listTexts.awaited.creditor };

type Row = Result<typeof settlements.list>['items'][number];

const columns: readonly Column<Row>[] = [
  { key: 'number', title: titles.number, cell: (row) => row.number },
  { key: 'debtor', title: titles.debtor, cell: (row) => row.debtor },
  { key: 'creditor', title: titles.creditor, cell: (row) => row.creditor },
  { key: 'status', title: titles.status, cell: (row) => <SettlementTag of={row} /> },
  {
    key: 'nextDueDate',
    title: titles.nextDueDate,
    sortable: true,
    cell: (row) => <NextDue row={row} />,
  },
  { key: 'turn', title: titles.turn, exports: [], cell: (row) => <Turn row={row} /> },
  {
    key: 'until',
    title: titles.until,
    exports: [],
    cell: ({ offerExpiresAt }) => (offerExpiresAt ? formatInstantDay(lastMomentOf(offerExpiresAt)) : dash),
  },
  sumsColumn('debtTotal', titles.debtTotal),
  {
    key: 'overdueSum',
    title: titles.overdueSum,
    numeric: true,
    wide: true,
    cell: ({ isLate, overdueSum }) => (isLate ? formatAmountOf(overdueSum) : dash),
  },
  {
    key: 'daysLate',
    title: titles.daysLate,
    numeric: true,
    wide: true,
    cell: (row) => (daysLateOf(row) === 0 ? dash : daysLateOf(row)),
  },
  sumsColumn('agreedAmount', titles.agreedAmount, { wide: true }),
  sumsColumn('paidAmount', titles.paidAmount, { wide: true }),
  {
    key: 'discount',
    title: titles.discount,
    wide: true,
    numeric: true,
    exports: ['discountAmount'],
    cell: ({ discountBps }) => (discountBps === null ? dash : formatShare(discountBps)),
  },
  {
    key: 'plan',
    title: titles.plan,
    wide: true,
    exports: ['planKind', 'payments'],
    cell: ({ planKind, payments }) => (planKind ? `${PLAN_LABELS[planKind]}, ${paymentsOf(payments ?? 1)}` : dash),
  },
  {
    key: 'createdAt',
    title: titles.createdAt,
    sortable: true,
    wide: true,
    cell: (row) => formatInstantDay(row.createdAt),
  },
  { key: 'contractNumber', title: titles.contractNumber, extra: true, cell: (row) => row.contractNumber },
  {
    key: 'signedAt',
    title: titles.signedAt,
    extra: true,
    cell: ({ signedAt }) => (signedAt ? formatInstantDay(signedAt) : dash),
  },
  {
    key: 'closeReason',
    title: titles.closeReason,
    extra: true,
    cell: ({ closeReason }) => (closeReason ? CLOSE_REASONS[closeReason] : dash),
  },
  {
    key: 'price',
    title: titles.price,
    extra: true,
    exports: ['priceProblem'],
    cell: ({ priceStanding, priceProblem }) => (priceProblem ? <Price of={priceStanding} why={priceProblem} /> : dash),
  },
  { ...idColumn(titles.id), exports: [] },
];

/** For how many days the oldest payment of the schedule is overdue; 0 of one that is not late. */
const daysLateOf = ({ nextDueDate, isLate }: Row): number =>
  isLate && nextDueDate !== null ? daysBetween(nextDueDate as Day, serverDay()) : 0;

/** The day of the next payment; of one who is late how long ago it was, of one who must not pay now why. */
function NextDue({ row }: { row: Row }) {
  const { nextDueDate, stoppedBy } = row;
  // An older node that still runs beside this one does not tell what stops it.
  if (nextDueDate !== null && stoppedBy) return <Tag tone="neutral">{listTexts.stopped(stoppedBy)}</Tag>;
  const days = daysLateOf(row);
  return days === 0 ? formatDayOf(nextDueDate) : <Tag tone="danger">{listTexts.late(days)}</Tag>;
}

/** An agreement that the law of its day would not allow, with the figure. */
const Price = ({ of, why }: { of: Row['priceStanding']; why: string }) => (
  <>
    {of && <Tag tone={of === 'above' ? 'danger' : 'warning'}>{PRICE_STANDINGS[of]}</Tag>} {why}
  </>
);

function Turn({ row }: { row: Row }) {
  const awaited = awaitedSide({ ...row, hasOffer: row.offerExpiresAt !== null });
  return awaited === null ? dash : <Tag tone="warning">{listTexts.awaited[awaited]}</Tag>;
}

const statuses = choicesOf(settlementMachine);

/** The list of settlements within reach: those of the company, or all. */
export const settlementsList: ListDefinition<typeof settlements.list> = {
  screen: 'settlements',
  title: listTexts.title,
  operation: settlements.list,
  excel: settlements.exportExcel,
  remember: 'sortSettlements',
  columns,
  nameOf: ({ number }) => number,
  status: { filter: 'status', choices: statuses, counts: settlements.counts },
  filters: {
    status: { label: filters.status, values: statuses },
    late: { label: filters.late },
    turn: { label: filters.turn, values: sides },
    price: { label: filters.price, values: { above: PRICE_STANDINGS.above, unknown: PRICE_STANDINGS.unknown } },
    legalEntityId: { label: filters.legalEntityId },
    individualId: { label: filters.individualId },
  },
  searchHint: listTexts.searchHint,
  hrefOf: (id) => `/settlement-${id}`,
  empty: listTexts.empty,
};
