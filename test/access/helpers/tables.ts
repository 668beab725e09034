import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

/** Tables that a refused request may write to: who was refused, how often, which node is alive. */
const bookkeeping = [
  'audit_log',
  'audit_seals',
  'audit_settled',
  'audit_verifications',
  'rate_limits',
  'nodes',
  'retention_runs',
  'close_lease',
  'security_events',
  'security_alerts',
];
/** Administrators are told where too much is refused, by a letter too. */
const isAlert = ({ link, event, template }: Record<string, unknown>): boolean =>
  (typeof link === 'string' && link.startsWith('/security-events')) ||
  event === 'platform.trouble' ||
  template === 'newsInCabinet';
/** When a session was last used is written down by whatever uses it. */
const usage = ['seen_at', 'idle_expires_at'];

/** Every row of every table as text, by table and key. */
export async function snapshot(db: Db): Promise<Map<string, Record<string, unknown>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const all = new Map<string, Record<string, unknown>>();
  for (const { name } of tables.filter(({ name }) => !bookkeeping.includes(name))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - ${usage}::text[] as row from ${sql.table(name)} t`.execute(db);
    for (const { row } of rows.filter((one) => !isAlert(one.row)))
      all.set(`${name} ${JSON.stringify(row['id'] ?? row)}`, row);
  }
  return all;
}

/** What differs between two snapshots: `table.column` of changed rows, `+table` and `-table` of new and lost ones. */
export function differences(
  before: ReadonlyMap<string, Record<string, unknown>>,
  after: ReadonlyMap<string, Record<string, unknown>>,
): string[] {
  const tableOf = (key: string): string => key.split(' ')[0]!;
  const lost = [...before.keys()].filter((key) => !after.has(key)).map((key) => `-${tableOf(key)}`);
  const found = [...after].flatMap(([key, row]) => {
    const old = before.get(key);
    if (!old) return [`+${tableOf(key)}`];
    const changed = Object.keys(row).filter((column) => JSON.stringify(row[column]) !== JSON.stringify(old[column]));
    return changed.map((column) => `${tableOf(key)}.${column}`);
  });
  return [...new Set([...lost, ...found])].sort();
}
