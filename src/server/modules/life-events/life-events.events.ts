import type { LifeSpan } from '#domain/parties/life-event.ts';
import type { LifeOutcome } from '#domain/parties/life-outcome.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { defineEvent } from '#server/platform/events.ts';

/** Who has made it count. */
export type LifeContext = Writing;

/** A debtor has told of something himself, and it stops a few things until operators have looked, at most to the last day. */
export const lifeEventStated = defineEvent<LifeSpan & { individualId: number }, LifeContext>('life-events.stated');

/** What begins or ends to count, and for which debts; an end says what it means for them. */
export interface Counting extends LifeSpan {
  individualId: number;
  settlementId: number | null;
  begins: boolean;
  outcome: LifeOutcome | null;
  /** The claims that the end of a bankruptcy ends, as two persons have decided. */
  endedClaims: readonly number[];
  /** Whether it counts for no day, as two have found. */
  neverWas: boolean;
}

/** Something in a debtor's life begins or ends to count: for all his debts, or for the agreement named. */
export const lifeEventCounts = defineEvent<Counting, LifeContext>('life-events.counts');
