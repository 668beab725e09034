import { type Day, toDay } from '../values/days.ts';
import { lesser, minus } from '../values/exact.ts';
import { type Kopecks, kopecks } from '../values/money.ts';

/** What a payment may be taken for. */
export const DUE_KINDS = [
  'costs',
  'interest_overdue',
  'principal_overdue',
  'interest',
  'principal',
  'penalty',
  'other',
] as const;
export type DueKind = (typeof DUE_KINDS)[number];

/** Orders of consumer credit by the day of the payment (353-ФЗ, ст. 5, ч. 20; 607-ФЗ since 01.07.2024). */
export const CONSUMER_ORDERS: readonly { readonly from: Day; readonly order: readonly DueKind[] }[] = [
  {
    from: toDay('2014-07-01'),
    order: ['interest_overdue', 'principal_overdue', 'penalty', 'interest', 'principal', 'costs', 'other'],
  },
  {
    from: toDay('2024-07-01'),
    order: ['interest_overdue', 'principal_overdue', 'interest', 'principal', 'penalty', 'costs', 'other'],
  },
];

/** ГК РФ, ст. 319: costs of the demand, interest, principal; penalties and fees after them. */
export const CIVIL_ORDER: readonly DueKind[] = [
  'costs',
  'interest_overdue',
  'interest',
  'principal_overdue',
  'principal',
  'penalty',
  'other',
];

/** The order in which a payment of a day that is not enough is taken (docs/domain.md §8.8). */
export function allocationOrder(consumer: boolean, paymentDay: Day, orders = CONSUMER_ORDERS): readonly DueKind[] {
  const found = consumer ? orders.findLast(({ from }) => from <= paymentDay) : undefined;
  return found?.order ?? CIVIL_ORDER;
}

export type Dues = Readonly<Partial<Record<DueKind, Kopecks>>>;

/** How a payment is taken by kinds, in kopecks; `overpaid` goes to the debtor's suspense account, never silently kept. */
export type Allocation = { readonly taken: Dues; readonly overpaid: Kopecks };

/** Takes a payment in an order; what is taken and what is overpaid add up to it. */
export function allocate(amount: Kopecks, dues: Dues, order: readonly DueKind[]): Allocation {
  const taken: Partial<Record<DueKind, Kopecks>> = {};
  let left = refuseNegative(amount);
  for (const kind of order) {
    const part = lesser(left, dues[kind] ?? kopecks(0));
    if (part > 0) taken[kind] = part;
    left = minus(left, part);
  }
  return { taken, overpaid: left };
}

/** What is still open of a row of a schedule, in kopecks. */
export type OpenRow = { readonly no: number; readonly principal: Kopecks; readonly interest: Kopecks };

/** How a payment of a settlement is taken: by rows, then by penalty. Rows that get nothing are left out. */
export type ScheduleAllocation = {
  readonly rows: readonly OpenRow[];
  readonly penalty: Kopecks;
  readonly overpaid: Kopecks;
};

/**
 * Inside a settlement: the oldest row first, in it interest before principal; the penalty after all rows, also those not yet
 * due, which is to the debtor's good (docs/domain.md §8.8). `open` goes in the order of the schedule.
 */
export function allocateToSchedule(amount: Kopecks, open: readonly OpenRow[], penalty: Kopecks): ScheduleAllocation {
  let left = refuseNegative(amount);
  const take = (due: Kopecks): Kopecks => {
    const part = lesser(left, due);
    left = minus(left, part);
    return part;
  };
  const rows: OpenRow[] = [];
  for (const row of open) {
    const interest = take(row.interest);
    const principal = take(row.principal);
    if (interest + principal > 0) rows.push({ no: row.no, interest, principal });
  }
  return { rows, penalty: take(penalty), overpaid: left };
}

function refuseNegative(amount: Kopecks): Kopecks {
  if (amount < 0) throw new RangeError('A payment is not below zero');
  return amount;
}
