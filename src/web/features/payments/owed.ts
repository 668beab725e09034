import type { NextPayment } from './payment-outcome.tsx';

/** What of an agreement says how much is to be paid. */
export interface Scheduled {
  /** What pays off all of it today, with the penalty. */
  payOff?: number | undefined;
  /** Of a penalty for late payments what is to be paid now. */
  penaltyOpen: number;
  schedule: readonly { dueDate: string; amount: number; paid: number; status: string }[];
}

export interface Sums {
  /** What pays off all of it today: the schedule without interest of days to come, and the penalty; kopecks. */
  rest: number;
  /** What is to be paid by whoever goes on by the schedule; kopecks. */
  bySchedule: number;
  /** Paying all of it today is known to cost whoever owes nothing late what paying by the schedule does. */
  savesNothing: boolean;
  next: NextPayment | undefined;
  /** The next payment is all there is. */
  isOnly: boolean;
}

/** The payments of a schedule that are still to be made, or a part of them. */
export const openRows = (schedule: Scheduled['schedule']) =>
  schedule.filter(({ status }) => status !== 'paid' && status !== 'cancelled');

const isLate = ({ status }: { status: string }): boolean => status === 'overdue';

/** How much is to be paid by an agreement today, and how much next. */
export function owedOf({ schedule, penaltyOpen, ...told }: Scheduled): Sums {
  const rows = openRows(schedule);
  const bySchedule = rows.reduce((sum, { amount, paid }) => sum + amount - paid, penaltyOpen);
  // A node from before an update, which still runs beside this one, tells no other sum.
  const { payOff = bySchedule } = told;
  const [nearest] = rows;
  // Before its day the last payment has not earned all of its interest.
  const next = nearest && Math.min(nearest.amount - nearest.paid, payOff - penaltyOpen);
  return {
    rest: payOff,
    bySchedule,
    // A penalty grows by the day: whoever is late saves by paying at once.
    savesNothing: told.payOff === bySchedule && penaltyOpen === 0 && !schedule.some(isLate),
    next: nearest && {
      dueDate: nearest.dueDate,
      rest: next ?? 0,
      isLate: isLate(nearest),
      late: rows.filter(isLate).length,
    },
    isOnly: !nearest || next === payOff,
  };
}
