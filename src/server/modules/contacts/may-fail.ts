import { type RawBuilder, sql } from 'kysely';

/** So long one may say that a contact did not come about. */
const regretMs = 3 * 24 * 3_600_000;

/** Whether somebody may still say that a contact did not come about, as an expression: planned ones always, those that were held for three days. */
export function mayFail(alias: string, now: Date): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('kind')} <> 'message' and (${column('status')} = 'planned' or ${column('status')} = 'held'
    and greatest(${column('at')}, ${column('created_at')}) > ${new Date(now.getTime() - regretMs)}))`;
}
