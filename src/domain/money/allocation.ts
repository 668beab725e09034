import { lesser, minus } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';

/** What is still open of a row of a schedule, in kopecks. */
export type OpenRow = { readonly no: number; readonly principal: Kopecks; readonly interest: Kopecks };

/** Of a row of which some is paid the interest is paid first (docs/domain.md §8.8). */
export function outstandingOf({
  no,
  principal,
  interest,
  paid,
}: Record<'no' | 'principal' | 'interest' | 'paid', number>): OpenRow {
  const interestOpen = Math.max(0, interest - paid);
  return { no, interest: kopecks(interestOpen), principal: kopecks(principal + interest - paid - interestOpen) };
}

/** All that is open of rows, in kopecks. */
export const openTotal = (rows: readonly OpenRow[]): Kopecks =>
  sumKopecks(rows.map(({ principal, interest }) => kopecks(principal + interest)));

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
