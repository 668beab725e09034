import type { Result } from '#contract/kernel/op.ts';
import type { lifeEvents } from '#contract/parties/life-events.ts';
import type { LifeEffect } from '#domain/parties/life-event.ts';

export type LifeEvent = Result<typeof lifeEvents.list>['items'][number];

/** Those that a settlement must not run on past silently. */
export const acting = (items: readonly LifeEvent[]): LifeEvent[] =>
  items.filter(({ status }) => status === 'in_force' || status === 'waiting');

const stops = ({ rules }: LifeEvent, effect: LifeEffect): boolean =>
  rules.some((rule) => rule.effect === effect && rule.stops);

/**
 * What stops something of a debt now, of all that acts on it; a bankruptcy is named before a pause.
 * @param items what has happened that concerns this very debt
 */
export function stopping(items: readonly LifeEvent[], effect: LifeEffect): LifeEvent | undefined {
  const found = items.filter((event) => event.status === 'in_force' && stops(event, effect));
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
