import type { LifeSpan } from '#domain/parties/life-event.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { defineEvent } from '#server/platform/events.ts';

/** Who has made it count. */
export type LifeContext = Pick<Ctx<Actor, Tx>, 'app' | 'db' | 'actor' | 'now' | 'day'>;

/** Something in a debtor's life begins or ends to count: for all his debts, or for the agreement named. */
export const lifeEventCounts = defineEvent<
  LifeSpan & { individualId: number; settlementId: number | null; begins: boolean },
  LifeContext
>('life-events.counts');
