import type { Booted } from '../../helpers/boot.ts';

/** Counters of attempts, events of security and signs of life may change at any request; nothing else may. */
const restless = [
  'rate_limits',
  'nodes',
  'audit_seals',
  'audit_settled',
  'audit_verifications',
  'retention_runs',
  'close_lease',
  'security_events',
  'security_alerts',
];

/** Administrators are told where too much is refused, by a letter too. */
const noAlert = `coalesce(to_jsonb(t)->>'link', '') not like '/security-events%'
  and coalesce(to_jsonb(t)->>'operation', '') <> 'security-events.alert'
  and coalesce(to_jsonb(t)->>'event', '') <> 'platform.trouble' and coalesce(to_jsonb(t)->>'template', '') <> 'newsInCabinet'`;

/** A print of everything that the database holds; two equal prints mean that nothing was changed between them. */
export async function stateOf({ app: { database } }: Booted): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const prints: Record<string, string> = {};
  for (const { name } of rows.filter((table) => !restless.includes(table.name))) {
    const printed = await database.pool.query<{ print: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${name} t
        where ${noAlert}`,
    );
    prints[name] = printed.rows[0]!.print;
  }
  return prints;
}
