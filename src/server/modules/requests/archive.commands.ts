import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { changeRow } from '#server/platform/state/write.ts';

/** How requests of a kind are put away and brought back. */
interface Archive<Card> {
  table: 'requests' | 'simpleRequests';
  /** Locks one. @throws Refusal `move.illegal` when it may not be put away, or is not away */
  demand: (tx: Tx, id: number, isAway: boolean) => Promise<void>;
  /** Runs what makes a request active again. @throws Refusal `request.exists` when another one of the same person is */
  refusingRepeats: <T>(work: () => Promise<T>) => Promise<T>;
  card: (ctx: Ctx, id: number, individualId: number) => Promise<Card>;
}

interface ArchiveInput {
  params: { id: number; rid: number };
  body: { version: number };
}

/** What operators do with the archive of requests, whatever their kind. */
export const archiveHandlers = <Card>({ table, demand, refusingRepeats, card }: Archive<Card>) => ({
  async archive(ctx: Writing, { params: { id, rid }, body }: ArchiveInput) {
    await demand(ctx.db, rid, false);
    await changeRow(ctx.db, table, rid, body.version, { archivedAt: ctx.now });
    return card(ctx, rid, id);
  },
  async restore(ctx: Writing, { params: { id, rid }, body }: ArchiveInput) {
    await demand(ctx.db, rid, true);
    await refusingRepeats(() => changeRow(ctx.db, table, rid, body.version, { archivedAt: null }));
    return card(ctx, rid, id);
  },
});
