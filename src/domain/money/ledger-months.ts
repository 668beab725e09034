import { addMonths, type Day, toDay } from '../values/days.ts';
import { machine, type StatusOf } from '../values/machine.ts';
import { monthOf } from '../values/months.ts';

/** The states of a month of the ledger (docs/decisions/0170). Nothing is booked into one that is not open, and none is opened again. */
export const ledgerMonthMachine = machine('ledgerMonth', {
  first: 'open',
  states: {
    open: { label: 'Открыт', tone: 'info' },
    closing: { label: 'Закрывается', tone: 'warning' },
    closed: { label: 'Закрыт', tone: 'success' },
  },
  moves: {
    begin: { from: ['open'], to: 'closing', by: ['administrator', 'operator:accountant'], label: 'Закрыть месяц' },
    close: { from: ['closing'], to: 'closed', by: ['system'], label: 'Записать остатки' },
  },
});
export type LedgerMonthStatus = StatusOf<typeof ledgerMonthMachine>;

/** Days of no ledger, before the first and after the last that it may have, are taken for those. */
export function inLedgerDays(day: Day): Day {
  if (day < FIRST_DAY) return FIRST_DAY;
  return day > LAST_DAY ? LAST_DAY : day;
}
const FIRST_DAY = toDay('2000-01-01');
const LAST_DAY = toDay('2999-12-31');

/** Where the books are. */
export interface LedgerCalendar {
  /** The first business day that there was, and the open one: all between them are sealed. */
  readonly first: Day;
  readonly open: Day;
  /** The last month that is closed, or is being closed. */
  readonly closed: Day | null;
  /** Whether its balances are not written yet. */
  readonly isClosing: boolean;
}

/** The months that there are, from that of the first business day to that of the open one. */
export function ledgerMonths({ first, open }: Pick<LedgerCalendar, 'first' | 'open'>): Day[] {
  const months: Day[] = [];
  for (let month = monthOf(first); month <= open; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** What is in the way of closing a month. */
export const MONTH_OBSTACLES = {
  closed: 'Месяц уже закрыт',
  before_all: 'В этом месяце площадка дней не закрывала: его проводки войдут в начальный остаток первого месяца',
  not_sealed: 'Закроется, когда будет запечатан последний день месяца',
  earlier_open: 'Сначала закройте предыдущий месяц',
  earlier_closing: 'Предыдущий месяц ещё закрывается: подождите минуту',
} as const;
type MonthObstacle = keyof typeof MONTH_OBSTACLES;

/** Why a month cannot be closed; null when it can. */
export function monthObstacle(month: Day, { first, open, closed, isClosing }: LedgerCalendar): MonthObstacle | null {
  if (month < monthOf(first)) return 'before_all';
  if (closed !== null && month <= closed) return 'closed';
  if (month >= monthOf(open)) return 'not_sealed';
  const next = closed === null ? monthOf(first) : addMonths(closed, 1);
  if (month !== next) return 'earlier_open';
  return isClosing ? 'earlier_closing' : null;
}
