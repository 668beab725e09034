import type { Result } from '#contract/kernel/op.ts';
import type { lifeEvents } from '#contract/parties/life-events.ts';

export type LifeEvent = Result<typeof lifeEvents.list>['items'][number];

/** Whether the payments of an agreement are asked for now. */
export const isAskedFor = (items: readonly LifeEvent[]): boolean =>
  !items.some(
    ({ status, rules }) => status === 'in_force' && rules.some(({ effect, stops }) => effect === 'payments' && stops),
  );

/** Those that a settlement must not run on past silently. */
export const acting = (items: readonly LifeEvent[]): LifeEvent[] =>
  items.filter(({ status }) => status === 'in_force' || status === 'waiting');
