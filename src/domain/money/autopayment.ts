import { addDays, compareDays, type Day } from '../values/days.ts';
import { machine, type StatusOf } from '../values/machine.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { PaymentChannel } from './payment.ts';

/**
 * The order of a debtor to take the payments of one agreement by themselves (docs/decisions/0180): from the card, or by the subscription
 * of СБП, that he has bound on the partner's page. One that is off stays off: to have it again he binds anew.
 */
export const autopaymentMachine = machine('autopayment', {
  first: 'created',
  states: {
    created: { label: 'Привязывается', tone: 'info' },
    on: { label: 'Включён', tone: 'success' },
    off: { label: 'Выключен', tone: 'neutral' },
    failed: { label: 'Не привязан', tone: 'danger' },
  },
  moves: {
    bind: { from: ['created'], to: 'on', by: ['partner', 'system'], label: 'Привязать' },
    fail: { from: ['created'], to: 'failed', by: ['partner', 'system'], label: 'Отказать в привязке' },
    switchOff: { from: ['created', 'on'], to: 'off', by: ['individual', 'partner', 'system'], label: 'Выключить' },
  },
});
export type AutopaymentStatus = StatusOf<typeof autopaymentMachine>;

/** By which ways money may be taken by itself. */
export const AUTOPAYMENT_CHANNELS = ['card', 'sbp'] as const satisfies readonly PaymentChannel[];
export type AutopaymentChannel = (typeof AUTOPAYMENT_CHANNELS)[number];

/** What has become of one attempt to take a payment. */
export const ATTEMPT_STATUSES = {
  planned: 'Будет',
  sent: 'Идёт',
  succeeded: 'Списано',
  failed: 'Не прошло',
  skipped: 'Не списывали',
} as const;
export type AttemptStatus = keyof typeof ATTEMPT_STATUSES;

/** So many days after the due day each attempt is made. The consent states them: another plan is another wording of it, the first that holds. */
export const ATTEMPT_DAYS = [0, 1, 3] as const;

/** After so many days a charge without an end is told to operators. */
export const HANGING_DAYS = 2;

/** The hours of Moscow within which attempts are made, and within which letters about them go; the last one is outside. */
export const ATTEMPT_HOURS = { from: 10, to: 22 } as const;
export const LETTER_HOURS = { from: 9, to: 22 } as const;

const moscowHour = (instant: Date): number => (instant.getUTCHours() + 3) % 24;

/** Whether an instant lies within such hours. */
export function isWithin({ from, to }: { from: number; to: number }, instant: Date): boolean {
  const hour = moscowHour(instant);
  return hour >= from && hour < to;
}

/** So many seconds of the next hours of letters are still to come; none within them. */
export function secondsToLetters(instant: Date): number {
  if (isWithin(LETTER_HOURS, instant)) return 0;
  const hours = (LETTER_HOURS.from - moscowHour(instant) + 24) % 24;
  return hours * 3600 - instant.getUTCMinutes() * 60 - instant.getUTCSeconds();
}

/** Within the last hour of a day nothing is waited for any more: what does not go then is tried another day, and is told by day. */
export const isLastHour = (instant: Date): boolean => moscowHour(instant) === ATTEMPT_HOURS.to - 1;

/** One attempt of a payment: which, and on which day. */
export interface PlannedAttempt {
  readonly attempt: number;
  readonly day: Day;
}

/**
 * The attempt that follows: the first one whose day is still to come, so that it can be told of beforehand. Null when there is none.
 * @param made how many attempts of this payment there have been
 */
export function nextAttempt(dueDate: Day, made: number, today: Day): PlannedAttempt | null {
  for (let attempt = made + 1; attempt <= ATTEMPT_DAYS.length; attempt++) {
    const day = addDays(dueDate, ATTEMPT_DAYS[attempt - 1]!);
    if (compareDays(day, today) > 0) return { attempt, day };
  }
  return null;
}

/** A row of a schedule with what of it is open. */
interface OpenRow {
  readonly dueDate: Day;
  readonly principal: Kopecks;
  readonly interest: Kopecks;
}

/** What is taken of the payment of one day: what of it is open, and nothing of another day's, nor of the penalty; kopecks. */
export const chargeable = (rows: readonly OpenRow[], dueDate: Day): Kopecks =>
  sumKopecks(
    rows.filter((row) => row.dueDate === dueDate).map(({ principal, interest }) => kopecks(principal + interest)),
  );

/** The day of the oldest payment before this one that is not paid; null when none is: money would go there first. */
export const missedBefore = (rows: readonly OpenRow[], dueDate: Day): Day | null =>
  rows.find((row) => row.dueDate < dueDate && row.principal + row.interest > 0)?.dueDate ?? null;
