import { machine, type StatusOf } from '../values/machine.ts';

/** The states of a business day (docs/decisions/0160). One that is not sealed is the open one; nothing but its seal opens the next. */
export const businessDayMachine = machine('businessDay', {
  first: 'open',
  states: {
    open: { label: 'Открыт', tone: 'info' },
    closing: { label: 'Закрывается', tone: 'info' },
    stopped: { label: 'Не запечатан', tone: 'warning' },
    sealed: { label: 'Запечатан', tone: 'success' },
  },
  moves: {
    begin: { from: ['open', 'stopped'], to: 'closing', by: ['system'], label: 'Начать закрытие' },
    stop: { from: ['closing'], to: 'stopped', by: ['system'], label: 'Отказать в печати' },
    seal: { from: ['closing'], to: 'sealed', by: ['system'], label: 'Запечатать' },
  },
});
export type BusinessDayStatus = StatusOf<typeof businessDayMachine>;

interface SubJobDefinition {
  readonly title: string;
  /** What its figures count. */
  readonly counts: string;
  /** Its open errors keep the day from being sealed. */
  readonly blocks?: true;
}

/** The sub-jobs of the close of a day, in their order. */
export const SUB_JOBS = {
  'reconcile-payments': {
    title: 'Сверить платежи с выпиской партнёра',
    counts: 'движений',
    blocks: true,
  },
  'allocate-unmatched': { title: 'Напомнить о невыясненных поступлениях', counts: 'поступлений' },
  'mark-due': { title: 'Отметить наступившие платежи', counts: 'соглашений' },
  'mark-overdue': { title: 'Отметить пропущенные платежи', counts: 'соглашений' },
  'accrue-interest': { title: 'Посчитать проценты', counts: 'соглашений' },
  'accrue-penalties': { title: 'Начислить неустойку', counts: 'соглашений' },
  'expire-offers': { title: 'Снять истёкшие предложения', counts: 'торгов' },
  'expire-negotiations': {
    title: 'Закрыть торги и заявки без ответа',
    counts: 'торгов и заявок',
  },
  'breach-agreements': { title: 'Проверить сроки для уведомлений и расторжения', counts: 'соглашений' },
  'match-counterparties': { title: 'Найти кредиторов заявкам', counts: 'заёмщиков' },
  'notify-debtors': { title: 'Отправить письма заёмщикам', counts: 'писем' },
  'settle-paid': { title: 'Закрыть исполненные соглашения', counts: 'соглашений' },
  'issue-certificates': { title: 'Выдать справки', counts: 'справок' },
  'charge-fees': { title: 'Проверить вознаграждение за платежи', counts: 'платежей', blocks: true },
  'payout-creditors': { title: 'Выплатить кредиторам', counts: 'кредиторов' },
  'issue-invoices': { title: 'Выставить счета за месяц и напомнить о неоплаченных', counts: 'кредиторов и счетов' },
  'registry-aging': { title: 'Напомнить кредиторам об ответах', counts: 'кредиторов' },
  'expire-tokens': { title: 'Удалить истёкшие ссылки, коды и сеансы', counts: 'записей' },
  retention: { title: 'Стереть данные, срок хранения которых вышел', counts: 'записей' },
  'seal-day': { title: 'Проверить книги и запечатать день', counts: 'проводок', blocks: true },
} as const satisfies Record<string, SubJobDefinition>;
export type SubJobCode = keyof typeof SUB_JOBS;

export const subJobCodes = Object.keys(SUB_JOBS) as SubJobCode[];

/** What somebody has to say of a sub-job that is not there yet, runs, or has come to its end. */
export const SUB_JOB_STATUSES = {
  waiting: 'Впереди',
  running: 'Идёт',
  done: 'Сделан',
  failed: 'Есть ошибки',
} as const;
export type SubJobStatus = keyof typeof SUB_JOB_STATUSES;

/** So much a figure has to differ before it is worth a look, and by so many at least. */
const jump = { times: 3, least: 10 };

/** Whether a figure is unlike the one of the day before. */
export const isJump = (now: number, before: number | null): boolean =>
  before !== null &&
  Math.abs(now - before) >= jump.least &&
  Math.max(now, before) >= jump.times * Math.min(now, before);

/** How far a sub-job has come, and what it was for the day before; null where that was not closed here. */
interface Pace {
  readonly status: SubJobStatus;
  readonly processed: number;
  readonly before: number | null;
  /** How long it has been going on, or took. */
  readonly seconds: number | null;
  readonly secondsBefore: number | null;
}

/** About how many seconds a close has left, by its speed and by what the day before took; null where there was none. */
export function secondsLeft(steps: readonly Pace[]): number | null {
  if (steps.every(({ secondsBefore }) => secondsBefore === null)) return null;
  return Math.round(steps.reduce((sum, step) => sum + secondsLeftOf(step), 0));
}

function secondsLeftOf({ status, processed, before, seconds, secondsBefore }: Pace): number {
  if (status === 'waiting') return secondsBefore ?? 0;
  if (status !== 'running') return 0;
  const left = Math.max(0, (before ?? 0) - processed);
  if (processed > 0 && left > 0) return (left * (seconds ?? 0)) / processed;
  return Math.max(0, (secondsBefore ?? 0) - (seconds ?? 0));
}

/** Whether errors of a sub-job keep a day from being sealed. */
export const blocksSeal = (sub: SubJobCode): boolean => 'blocks' in SUB_JOBS[sub];
