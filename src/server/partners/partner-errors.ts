import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { PartnerRefused, PartnerSilent } from './errors.ts';

/** Tables of what a partner is asked about, with the marks of his silence. */
type AskedOf = {
  [Table in keyof DB]: DB[Table] extends { partnerSilent: unknown; askedAt: unknown } ? Table : never;
}[keyof DB];

/** What the partner is asked about. */
interface About {
  table: AskedOf;
  id: number;
  /** What follows when he has understood and said no. */
  refused: () => Promise<unknown>;
}

/**
 * Asks the partner. Whoever waits for one that is silent sees it on what he waits for.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function withPartnerErrors(
  app: App,
  { table, id, refused }: About,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PartnerRefused) {
      app.log.warn({ table, id }, 'the partner refuses');
      await refused();
      return;
    }
    if (error instanceof PartnerSilent) {
      await app.database.db
        .updateTable(table)
        .set({ partnerSilent: true, askedAt: sql<Date>`now()` })
        .where('id', '=', id)
        .where('status', 'in', ['created', 'processing', 'sent'])
        .execute();
    }
    throw error;
  }
}

/** An answer that contradicts what we know is for people to look at. */
export async function reportContradiction(app: App, about: object, work: () => Promise<boolean>): Promise<void> {
  if (!(await work())) app.log.error(about, 'the partner says what cannot be');
}
