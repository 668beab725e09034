import pg from 'pg';
import type { BenchServer } from '../server.ts';

/**
 * A crowd of people for benchmarks: surnames of three syllables (8 000 of them), sixteen first names, three years of
 * registrations. Of a hundred people twenty are unverified and one is blocked, of a thousand four wait.
 */
const syllables =
  "array['ба','ве','го','ди','жу','за','ки','лю','ма','не','пе','ро','са','ту','фо','ха','ци','ча','шу','яр']";
const firstNames =
  "array['Александр','Анна','Борис','Вера','Глеб','Дарья','Егор','Жанна','Иван','Кира','Лев','Мария','Никита','Ольга','Пётр','Римма']";
const surname = `initcap((${syllables})[1 + n % 20] || (${syllables})[1 + n / 20 % 20] || (${syllables})[1 + n / 400 % 20]) || 'ов'`;
const status = `case when n % 5 = 0 then 'unverified' when n % 100 = 1 then 'blocked' when n % 250 = 2 then 'pending' else 'verified' end`;
/** Order of registration has nothing to do with the order of numbers: 7 919 is prime. */
const created = `now() - (n::bigint * 7919 % 1000003) * interval '95 seconds'`;

/**
 * Adds people up to a number below the triggers of the audit, whose rows nobody would read, and leaves the tables as
 * a day later: with fresh statistics and every page known to be visible to all. Who will not be searched for needs no
 * index of the search, which takes most of the time.
 */
export async function growTo(
  { postgres }: BenchServer,
  from: number,
  to: number,
  kind: 'searchable' | 'unsearchable' = 'searchable',
): Promise<void> {
  const client = new pg.Client({ ...postgres.connection, statement_timeout: 0 });
  await client.connect();
  try {
    if (kind === 'unsearchable') await client.query('drop index accounts_search, individuals_search');
    await client.query(`begin;
      set local session_replication_role = replica;
      with made as (
        insert into accounts (kind, email, phone, password_hash)
        select 'individual', 'person-' || n || '@bench.test', '+7' || (9000000000 + n), 'none'
        from generate_series(${from + 1}, ${to}) n
        returning id, split_part(split_part(email, '-', 2), '@', 1)::int as n)
      insert into individuals (account_id, last_name, first_name, middle_name, inn, birth_date, verification_status,
        pending_since, created_at)
      select id, ${surname}, (${firstNames})[1 + n / 8000 % 16], case when n % 50 > 0 then 'Сергеевич' end,
        lpad((n::bigint * 611953 % 999999999989)::text, 12, '0'), '1985-04-12', ${status},
        case when n % 250 = 2 then now() - n * interval '1 second' end, ${created}
      from made;
      commit`);
    await client.query('vacuum analyze individuals');
    await client.query('vacuum analyze accounts');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
