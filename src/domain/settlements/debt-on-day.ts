import { allocateToSchedule, type OpenRow, type ScheduleAllocation } from '../money/allocation.ts';
import { addDays, compareDays, type Day, daysBetween } from '../values/days.ts';
import { minus, mulDivDown } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { type PenaltyRule, penaltyFor } from './penalty.ts';
import type { ScheduleRow } from './schedule.ts';

/** Money received for a settlement, by the day on which it counts. */
export type IncomingPayment = { readonly day: Day; readonly amount: Kopecks };

/**
 * A new schedule for what is still open, in place of the rows before it. It takes effect when the payments of its day have
 * been taken; its rows add up to what is open then.
 */
type Addendum = { readonly day: Day; readonly rows: readonly ScheduleRow[] };

/** All that a settlement's debt depends on. Incoming payments and addenda may be told in any order. */
type History = {
  readonly schedule: readonly ScheduleRow[];
  readonly incoming: readonly IncomingPayment[];
  readonly addenda?: readonly Addendum[];
  readonly rule?: PenaltyRule | null;
};

/** The state of a row of a schedule on a day. `cancelled` is set by an addendum, not by a day. */
type RowStatus = 'planned' | 'due' | 'overdue' | 'paid';

/** A settlement on a day, all sums in kopecks. */
type DebtOnDay = {
  readonly on: Day;
  readonly received: Kopecks;
  readonly overpaid: Kopecks;
  /** Not yet paid of the whole schedule, due or not. */
  readonly principal: Kopecks;
  readonly interest: Kopecks;
  /** Of these, what is overdue: due before the day. */
  readonly overdue: Kopecks;
  readonly penalty: { readonly accrued: Kopecks; readonly paid: Kopecks; readonly open: Kopecks };
  /** Days since the oldest unpaid row fell due; zero when nothing is overdue. */
  readonly daysOverdue: number;
  /** The rows in force: of the last addendum, or of the first schedule. */
  readonly rows: readonly (OpenRow & { readonly dueDate: Day; readonly status: RowStatus })[];
  /** How each payment was taken, in order of days; `addendum` says whose rows, 0 for the first schedule's. */
  readonly allocations: readonly (IncomingPayment & ScheduleAllocation & { readonly addendum: number })[];
};

type Row = OpenRow & { readonly dueDate: Day };
type State = {
  readonly rows: readonly Row[];
  readonly day: Day;
  readonly kopeckDays: bigint;
  readonly penaltyPaid: Kopecks;
  readonly addendum: number;
  readonly allocations: DebtOnDay['allocations'];
};

const ZERO = kopecks(0);

/**
 * «Долг на дату»: what is owed by a schedule on a day after the payments up to it (docs/domain.md §8.7–8.8). A pure function of
 * the history, so a payment entered late or reversed needs no recalculation of anything stored.
 * A penalty counts from the day after the day due; the day of a payment still counts on the base before it.
 */
export function debtOnDay({ schedule, incoming, addenda = [], rule = null }: History, on: Day): DebtOnDay {
  const steps: Step[] = [
    ...incoming.map((payment) => ({ day: payment.day, apply: (state: State) => receive(state, payment, rule) })),
    ...addenda.map((addendum) => ({ day: addendum.day, apply: (state: State) => replace(state, addendum) })),
  ];
  const known = steps.filter(({ day }) => day <= on).sort((a, b) => compareDays(a.day, b.day));
  const first = [on, ...schedule.map(({ dueDate }) => dueDate), ...known.map(({ day }) => day)].sort()[0] as Day;
  const begun = { day: first, kopeckDays: 0n, penaltyPaid: ZERO, addendum: 0, allocations: [] };
  const now = known.reduce<State>((state, { day, apply }) => apply(passTo(state, day)), { rows: schedule, ...begun });
  return debtIn(passTo(now, on), rule);
}

type Step = { readonly day: Day; readonly apply: (state: State) => State };

/** An addendum that does not add up to what is open would make money or lose it. */
function replace(state: State, { day, rows }: Addendum): State {
  const wasOpen = sumKopecks(state.rows.map(({ principal }) => principal));
  const isOpen = sumKopecks(rows.map(({ principal }) => principal));
  if (wasOpen !== isOpen) throw new RangeError(`The addendum of ${day} is not for what is open`);
  return { ...state, rows, addendum: state.addendum + 1 };
}

/** Counts the overdue base of every day up to and including `to`. */
function passTo(state: State, to: Day): State {
  const between = state.rows.map(({ dueDate }) => dueDate).filter((day) => day > state.day && day < to);
  const marks = [state.day, ...new Set(between), to].sort();
  let { kopeckDays } = state;
  for (const [index, mark] of marks.slice(0, -1).entries()) {
    const base = openOf(state.rows.filter(({ dueDate }) => dueDate <= mark));
    kopeckDays += BigInt(base) * BigInt(daysBetween(mark, marks[index + 1] as Day));
  }
  return { ...state, day: to, kopeckDays };
}

function receive(state: State, payment: IncomingPayment, rule: PenaltyRule | null): State {
  const open = minus(accrued(state, rule), state.penaltyPaid);
  const allocation = allocateToSchedule(payment.amount, state.rows, open);
  const taken = new Map(allocation.rows.map((row) => [row.no, row]));
  return {
    ...state,
    rows: state.rows.map((row) => {
      const { principal = ZERO, interest = ZERO } = taken.get(row.no) ?? {};
      return { ...row, principal: minus(row.principal, principal), interest: minus(row.interest, interest) };
    }),
    penaltyPaid: kopecks(state.penaltyPaid + allocation.penalty),
    allocations: [...state.allocations, { ...payment, ...allocation, addendum: state.addendum }],
  };
}

function accrued({ kopeckDays }: State, rule: PenaltyRule | null): Kopecks {
  return rule ? penaltyFor(rule, kopeckDays) : ZERO;
}

function debtIn(state: State, rule: PenaltyRule | null): DebtOnDay {
  const { rows, day: on, allocations, penaltyPaid } = state;
  const late = rows.filter((row) => row.dueDate < on && openOf([row]) > 0);
  const oldest = late.map(({ dueDate }) => dueDate).sort()[0];
  const penalty = accrued(state, rule);
  return {
    on,
    received: sumKopecks(allocations.map(({ amount }) => amount)),
    overpaid: sumKopecks(allocations.map(({ overpaid }) => overpaid)),
    principal: sumKopecks(rows.map(({ principal }) => principal)),
    interest: sumKopecks(rows.map(({ interest }) => interest)),
    overdue: openOf(late),
    penalty: { accrued: penalty, paid: penaltyPaid, open: minus(penalty, penaltyPaid) },
    daysOverdue: oldest ? daysBetween(oldest, on) : 0,
    rows: rows.map(({ no, dueDate, principal, interest }) => ({
      no,
      dueDate,
      principal,
      interest,
      status: rowStatus(dueDate, kopecks(principal + interest), on),
    })),
    allocations,
  };
}

/** What a row of a schedule is on a day, wherever it is told: by what is open of it and its due day. */
export function rowStatus(dueDate: Day, open: number, on: Day): RowStatus {
  if (open === 0) return 'paid';
  if (dueDate === on) return 'due';
  return dueDate < on ? 'overdue' : 'planned';
}

function openOf(rows: readonly Row[]): Kopecks {
  return sumKopecks(rows.map(({ principal, interest }) => kopecks(principal + interest)));
}

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
