import type { ScheduleRow } from '../settlements/schedule.ts';
import { addDays, compareDays, type Day, daysBetween } from '../values/days.ts';
import { mulDivDown } from '../values/exact.ts';
import { kopecks } from '../values/money.ts';

/**
 * The rows of a schedule as they are owed when interest stands still from a day on (127-ФЗ, ст. 213.11, п. 2; ст. 223.4, п. 1 [K]).
 * A row that was due by then keeps its interest. Of the row whose period the day falls into what the days before it have earned
 * is owed, by the day and without a fraction of a kopeck, for the debtor; rows of later periods bear none (docs/decisions/0101).
 * @param rows with the day of the addendum that has made them; null is the agreement itself
 * @param signed the day of the agreement, from which the first row's interest grows
 * @param stopped the first day that earns nothing
 */
export function interestBefore<Row extends ScheduleRow & { readonly addedOn: Day | null }>(
  rows: readonly Row[],
  signed: Day,
  stopped: Day,
): Row[] {
  const lastEarning = addDays(stopped, -1);
  return rows.map((row, index) => {
    if (row.dueDate <= stopped) return row;
    const begins = [rows[index - 1]?.plannedDate, row.addedOn].filter((day) => day != null);
    const from = begins.toSorted(compareDays).at(-1) ?? signed;
    const period = daysBetween(from, row.plannedDate);
    const earning = Math.min(Math.max(daysBetween(from, lastEarning), 0), period);
    const interest = period > 0 ? mulDivDown(row.interest, earning, period) : kopecks(0);
    return { ...row, interest, amount: kopecks(row.principal + interest) };
  });
}
