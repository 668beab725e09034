import pg from 'pg';
import { makeCompany } from '#server/demo/factories.ts';
import { type Bar, number, type Report } from '../report.ts';
import { type BenchServer, startBenchServer } from '../server.ts';
import type { Shape } from './list-shapes.ts';
import { type Figures, growth, measureShapes, ratioOf } from './lists.ts';

/** `ENTRIES=100000,1000000,10000000` measures ten million too: that takes half an hour and twenty gigabytes. */
const sizes = (process.env['ENTRIES'] ?? '100000,1000000').split(',').map(Number);
const companies = 20;

/** Measures the list of claims of all companies and of one, every way of asking beside its bare SQL. */
export async function measureEntries(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    const ids = await makeCompanies(benchServer);
    const figures: Figures[] = [];
    for (const [index, size] of sizes.entries()) {
      await growTo(benchServer, ids, sizes[index - 1] ?? 0, size);
      figures.push(await measureShapes(benchServer, size, shapes(ids[0]!, size), 'registry_entries'));
    }
    return report(figures, shapes(ids[0]!, sizes.at(-1)!));
  } finally {
    await benchServer.stop();
  }
}

/** The companies that the claims belong to. */
export const makeCompanies = (benchServer: BenchServer): Promise<number[]> =>
  benchServer.write(async (tx) => {
    const made: number[] = [];
    for (let at = 0; at < companies; at++) made.push(await makeCompany(tx, { verificationStatus: 'unverified' }));
    return made;
  });

const syllables =
  "array['ба','ве','го','ди','жу','за','ки','лю','ма','не','пе','ро','са','ту','фо','ха','ци','ча','шу','яр']";
const surname = `initcap((${syllables})[1 + n % 20] || (${syllables})[1 + n / 20 % 20] || (${syllables})[1 + n / 400 % 20]) || 'ов'`;
const status = `case when n % 10 = 0 then 'notification_sent' when n % 50 = 1 then 'accepted_by_individual'
  when n % 100 = 3 then 'rejected_by_individual' else 'search' end`;

/**
 * Adds claims up to a number; the tallies are filled as the triggers would have left them.
 * @param isKnown whether their statistics are taken at once, as those of a table that has long been there
 */
export async function growTo(
  { postgres }: BenchServer,
  ids: readonly number[],
  from: number,
  to: number,
  { isKnown } = { isKnown: true },
): Promise<void> {
  const client = new pg.Client({ ...postgres.connection, statement_timeout: 0 });
  await client.connect();
  try {
    const indexes = await indexesOf(client);
    await client.query(`
      begin;
      set local session_replication_role = replica;
      set local maintenance_work_mem = '1GB';
      ${indexes.map(({ name }) => `drop index ${name};`).join('\n')}
      insert into stored_files (key, name, size, kind, sha256) values ('bench', 'bench', 1, 'text', 'aa') on conflict do nothing;
      insert into registries (kind, legal_entity_id, number, file_id, as_of_date, basis, status)
        select 'full', id, 1, (select min(id) from stored_files), '2026-01-01', 'original', 'loaded'
        from unnest(array[${ids.join(',')}]::bigint[]) id on conflict do nothing;
      insert into registry_entries (legal_entity_id, registry_id, status, debtor_inn, last_name, first_name, middle_name,
        birth_date, phone, contract_number, contract_date, contract_kind, overdue_from, principal, interest,
        interest_overdue, penalty, fee, court_cost, total, as_of, stage, basis, external_id, content_hash)
      select r.legal_entity_id, r.id, ${status}, lpad((n::bigint * 611953 % 999999999989)::text, 12, '0'), ${surname},
        (array['Александр','Анна','Борис','Вера','Глеб','Дарья','Егор','Жанна'])[1 + n / 8000 % 8], 'Сергеевич',
        '1985-04-12', '+7' || (9000000000 + n % 999999999), 'КД-' || n, '2024-01-10'::date + n % 300, 'microloan',
        '2024-12-01'::date + n % 500, (n::bigint * 7919 % 1000003) * 100, 100, 0, 0, 0, 0,
        (n::bigint * 7919 % 1000003) * 100 + 100, '2026-01-01', 'pretrial', 'original', 'id-' || n, '\\x00'
      from generate_series(${from + 1}, ${to}) n
      join registries r on r.legal_entity_id = (array[${ids.join(',')}]::bigint[])[1 + n % ${ids.length}];
      delete from entry_tallies;
      insert into entry_tallies (kind, legal_entity_id, registry_id, status, entries, matched, amount)
        select 'full', legal_entity_id, registry_id, status, count(*), 0, sum(total) from registry_entries group by 2, 3, 4;
      ${indexes.map(({ definition }) => `${definition};`).join('\n')}
      commit`);
    if (isKnown) await client.query('vacuum analyze registry_entries');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** The indexes that no constraint stands on: building them at the end is many times faster than keeping them up. */
async function indexesOf(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'registry_entries'::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  return rows;
}

const row = `e.id, e.legal_entity_id, e.registry_id, e.last_name, e.first_name, e.middle_name, e.debtor_inn,
  e.phone, e.contract_number, e.contract_date, e.contract_kind, e.principal, e.interest, e.interest_overdue, e.penalty, e.fee,
  e.court_cost, e.total, e.as_of, e.overdue_from, e.stage, e.status, e.contested, e.withdrawn_at, e.created_at, le.short_name as creditor, r.number`;
const from =
  'from registry_entries e join legal_entities le on le.id = e.legal_entity_id join registries r on r.id = e.registry_id';
const perPage = 25;
/** No list is asked for a page beyond this one. */
const lastPage = 100_000;
const everywhere = '/internal/questionnaires/legal-entities/registry-entries?limit=25';
const page = (where: string, order: string, more = ''): string =>
  `select ${row} ${from} where e.withdrawn_at is null ${where} order by ${order} limit ${perPage} ${more}`;
const paging = { id: 'P2', limit: 4 };

/** Every way of asking, of all companies and of one. */
function shapes(company: number, entries: number): Shape[] {
  const own = `/api/legal-entities/${company}/registry-entries?limit=25`;
  const one = (name: string, path: string, text: string, values: unknown[] = []): Shape => ({
    name,
    kind: 'page',
    path,
    text,
    values,
    bar: paging,
  });
  const far = Math.min(Math.floor((entries * 0.8) / perPage), lastPage);
  const inn = String((4321n * 611953n) % 999999999989n).padStart(12, '0');
  return [
    one('открыть', everywhere, page('', 'e.id desc')),
    one('страница 2', `${everywhere}&page=2`, page('', 'e.id desc', `offset ${perPage}`)),
    {
      ...one('дальняя страница', `${everywhere}&page=${far}`, page('and e.id < $1', 'e.id desc')),
      from: `select e.id from registry_entries e order by e.id desc limit 1 offset ${(far - 1) * perPage - 1}`,
      bar: { id: 'P3', limit: 4 },
    },
    one('статус', `${everywhere}&filter[status]=accepted_by_individual`, page('and e.status = $1', 'e.id desc', ''), [
      'accepted_by_individual',
    ]),
    one('порядок по сумме', `${everywhere}&sort[total]=-1`, page('', 'e.total desc, e.id desc')),
    one('порядок по просрочке', `${everywhere}&sort[overdueFrom]=1`, page('', 'e.overdue_from, e.id')),
    one('компания', own, page('and e.legal_entity_id = $1', 'e.id desc'), [company]),
    one(
      'компания, порядок по имени',
      `${own}&sort[name]=1`,
      page('and e.legal_entity_id = $1', 'e.last_name, e.first_name, e.id'),
      [company],
    ),
    one(
      'компания, статус',
      `${own}&filter[status]=notification_sent`,
      page('and e.legal_entity_id = $1 and e.status = $2', 'e.id desc'),
      [company, 'notification_sent'],
    ),
    ...[
      ['поиск по имени', 'Бавегоов'],
      ['поиск по договору', 'КД-54321'],
      ['поиск по ИНН', inn],
    ].map(
      ([name, words]): Shape => ({
        name: name!,
        kind: 'search',
        path: `${everywhere}&q=${words}`,
        text: page('and e.search like $1', 'e.id desc'),
        values: [`%${words!.toLowerCase()}%`],
        bar: { id: 'P5', limit: 2 },
      }),
    ),
  ];
}

function report(figures: readonly Figures[], some: readonly Shape[]): Report {
  const last = figures.at(-1)!;
  return {
    title: 'Записи реестров',
    about: `Список требований всех компаний и одной из ${companies}: 25 строк и итог. Процессор сервера вместе с PostgreSQL на запрос,
16 соединений. Предел: голый node:http и pg, та же страница одним запросом без входа и без итога.`,
    head: ['что', ...sizes.map((size) => `${size}, мс`), 'предел, мс', 'к пределу', 'p99, мс'],
    rows: some.map(({ name }) => [
      name,
      ...figures.map((one) => number(one.get(name)!.ours.cpuMs, 3)),
      number(last.get(name)!.limit.cpuMs, 3),
      number(ratioOf(last.get(name)!)),
      number(last.get(name)!.ours.p99, 0),
    ]),
    bars: [
      ...some.map(({ name, bar }): Bar => ({ ...bar, what: name, figure: ratioOf(last.get(name)!), unit: '×' })),
      ...growth(figures, sizes, some),
    ],
  };
}
