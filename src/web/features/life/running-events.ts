import type { Result } from '#contract/kernel/op.ts';
import type { lifeEvents } from '#contract/parties/life-events.ts';
import type { LifeEffect, LifeSpan } from '#domain/parties/life-event.ts';
import { neverWas } from '#domain/parties/life-outcome.ts';
import type { Day } from '#domain/values/days.ts';
import { serverDay, serverNow } from '#web/ui/clock.ts';

export type LifeEvent = Result<typeof lifeEvents.list>['items'][number];

/** For so long both read why a pause has not begun. */
const READ_DAYS = 30;
const dayMs = 86_400_000;

/** Those that a settlement must not run on past silently, and the pause that has not begun of late, while no other is asked for. */
export function acting(items: readonly LifeEvent[], now = serverNow()): LifeEvent[] {
  const last = items.find(({ settlementId, ground }) => settlementId !== null && ground === null);
  return items.filter(
    (event) =>
      event.status === 'in_force' ||
      event.status === 'waiting' ||
      (event === last &&
        event.status === 'refused' &&
        now - Date.parse(event.decidedAt ?? event.createdAt) < READ_DAYS * dayMs),
  );
}

/** Whether it counts today, as the server counts it: what two have ended still does on its last day. */
const holdsToday = (event: LifeEvent): boolean =>
  event.status === 'in_force' ||
  (event.status === 'over' && event.until !== null && event.until >= serverDay() && !neverWas(event));

/** What counts of them, as the rules of the domain read it. */
export const spansOf = (items: readonly LifeEvent[]): LifeSpan[] =>
  items.filter(holdsToday).map(({ kind, since, until }) => ({ kind, since: since as Day, until: until as Day | null }));

const stops = ({ rules }: LifeEvent, effect: LifeEffect): boolean =>
  rules.some((rule) => rule.effect === effect && rule.stops);

/**
 * What stops something of a debt now, of all that acts on it; a bankruptcy is named before a pause.
 * @param items what has happened that concerns this very debt
 */
export function stopping(items: readonly LifeEvent[], effect: LifeEffect): LifeEvent | undefined {
  const found = items.filter((event) => holdsToday(event) && stops(event, effect));
  return found.find((event) => stops(event, 'bargaining')) ?? found[0];
}

/** Of all that has happened to a person what concerns one debt: of its agreement, and of all his debts. */
export const ofDebt = (items: readonly LifeEvent[], settlementId: number | null): LifeEvent[] =>
  items.filter((event) => event.settlementId === null || event.settlementId === settlementId);

/** Whether a payment that falls on a day is not asked for. */
export const isHeld = (stop: LifeEvent | undefined, dueDate: string): boolean =>
  stop !== undefined && (stop.until === null || dueDate <= stop.until);

/** In which ways what is bargained about or paid stands still. */
export function standstill({ status }: { status: string }, life: readonly LifeEvent[]): LifeEvent | undefined {
  if (status === 'negotiation') return stopping(life, 'bargaining');
  return status === 'waiting_for_payment' ? stopping(life, 'payments') : undefined;
}
