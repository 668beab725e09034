import type { LifeSpan } from '#domain/parties/life-event.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { defineEvent } from '#server/platform/events.ts';

/** Who has made it count. */
export type LifeContext = Pick<Writing, 'app' | 'db' | 'actor' | 'now' | 'day'>;

/** A debtor has told of something himself, and it stops a few things until operators have looked, at most to the last day. */
export const lifeEventStated = defineEvent<LifeSpan & { individualId: number }, LifeContext>('life-events.stated');

/** Something in a debtor's life begins or ends to count: for all his debts, or for the agreement named. */
export const lifeEventCounts = defineEvent<
  LifeSpan & { individualId: number; settlementId: number | null; begins: boolean },
  LifeContext
>('life-events.counts');
