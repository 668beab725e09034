import { deepStrictEqual } from 'node:assert';
import { sql } from 'kysely';
import { findSessions } from '#server/platform/auth/sessions.ts';
import { hashToken } from '#server/platform/secrets/secrets.ts';
import type { Plan, Statement } from './limit.ts';
import { connections, type Load, load, medianBy, type Target } from './load.ts';
import { type Bar, number, type Report } from './report.ts';
import { type BenchServer, startBenchServer, startLimit } from './server.ts';

const people = 100_000;
/** One person of so many waits for verification: about 400 of them. */
const everyNthWaits = 250;
const rounds = 3;
const memoryBar = 250;

const row = `i.id, i.last_name as "lastName", i.first_name as "firstName", i.middle_name as "middleName", i.inn,
  a.phone, a.email, i.verification_status as "verificationStatus", i.pending_since as "pendingSince", i.created_at as "createdAt"`;
const from = 'from individuals i left join accounts a on a.id = i.account_id where i.deleted_at is null';
const waiting = `${from} and i.verification_status = $1`;

const pageOfWaiting: Statement = {
  name: 'page',
  text: `select ${row} ${waiting} order by i.search, i.id limit 25`,
  values: ['pending'],
};
const totalOfWaiting: Statement = {
  name: 'total',
  text: `select count(*) as total from (select 1 ${waiting} limit 10001) as counted`,
  values: ['pending'],
};
const cardOf = (id: number): Statement => ({
  name: 'card',
  text: `select ${row}, i.birth_date as "birthDate", i.snils_sealed as snils, i.passport_sealed as passport, i.version,
    i.remarks, i.editors, i.updated_at as "updatedAt", i.category_id as "categoryId",
    (select name from individual_categories where id = i.category_id) as category,
    (select '/api/individuals/' || f.individual_id || '/avatar?v=' || f.id from owned_files f
      where f.individual_id = i.id and f.place = 'avatar' and f.deleted_at is null) as "avatarUrl", exists (
      select from approvals where object_type = 'individuals' and object_id = i.id and status = 'pending'
    ) as "hasPendingApprovals" ${from} and i.id = $1`,
  values: [id],
});
const sessionOf = (token: string): Statement => ({ name: 'session', text: findSessions, values: [[hashToken(token)]] });

/** One shape of request: where ours is asked, what the limit runs, and the bar. */
interface Shape {
  path: string;
  statements: Statement[];
  /** Picks from both answers what must be equal. */
  same: [ours: (body: never) => unknown, limit: (results: never) => unknown];
  bar: { id: string; what: string; limit: number };
}

interface Round {
  /** The read without the look-up of the session: what an anonymous read would cost. */
  bare: Load;
  limit: Load;
  ours: Load;
  limitAgain: Load;
}

/**
 * Measures a signed-in list and a single read against the limit, in brackets: limit, ours, limit. The limit runs every
 * statement that the server runs for such a request: the session's and the read's.
 */
export async function measureHttp(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    await seed(benchServer);
    const shapes = [listShape, await readShape(benchServer)];
    const limit = await startLimit(planOf(benchServer, shapes));
    const measured: { shape: Shape; rounds: Round[] }[] = [];
    for (const [index, shape] of shapes.entries()) {
      const targets = targetsOf(benchServer, limit, shape, index);
      await demandSame(shape, targets);
      const done: Round[] = [];
      for (let round = 0; round < rounds; round++) done.push(await measureRound(targets));
      measured.push({ shape, rounds: done });
    }
    await limit.stop();
    return report(measured);
  } finally {
    await benchServer.stop();
  }
}

/** Fills the tables below the triggers: the audit of so many rows would be sealed during the measurement. */
async function seed(benchServer: BenchServer): Promise<void> {
  await benchServer.write(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      with made as (
        insert into accounts (kind, email, phone, password_hash)
        select 'individual', 'person-' || n || '@bench.test', '+7' || (9000000000 + n), 'none'
        from generate_series(1, ${sql.lit(people)}) n
        returning id, split_part(split_part(email, '-', 2), '@', 1)::int as n)
      insert into individuals (account_id, last_name, first_name, middle_name, inn, birth_date, verification_status)
      select id,
        (array['Иванов', 'Петров', 'Сидоров', 'Кузнецов', 'Смирнов', 'Волков', 'Ёлкин'])[1 + n % 7] || n % 997,
        (array['Иван', 'Пётр', 'Анна', 'Мария'])[1 + n % 4], 'Сергеевич', lpad(n::text, 12, '0'), '1985-04-12',
        case when n % ${sql.lit(everyNthWaits)} = 0 then 'pending' else 'verified' end
      from made`.execute(tx);
  });
  await benchServer.write((tx) => sql`analyze`.execute(tx));
}

const listShape: Shape = {
  path: encodeURI('/api/individuals?page=1&limit=25&filter[verificationStatus][]=pending&sort[name]=1'),
  statements: [pageOfWaiting, totalOfWaiting],
  same: [
    ({ items, total }: { items: unknown; total: number }) => [items, total],
    ([items, [{ total }]]: [unknown, [{ total: number }]]) => [items, total],
  ],
  bar: { id: 'P1', what: 'список: процессор к пределу', limit: 2 },
};

/** A person with a passport, so that reading him includes opening and masking what is sealed. */
async function readShape({ operator }: BenchServer): Promise<Shape> {
  const { body } = await operator.get('/api/individuals?limit=1');
  const { id } = body.items[0];
  const passport = { series: '4509', number: '123456' };
  const { status } = await operator.patch(`/api/individuals/${id}`, { version: 1, snils: '112-233-445 95', passport });
  if (status !== 200) throw new Error(`The person was not changed: ${status}`);
  // What the card works out for its viewer stands in no column.
  const open = ({
    snils: _snils,
    passport: _passport,
    remarks: _remarks,
    moves: _moves,
    blockers: _blockers,
    pendingApprovals: _approvals,
    hasPendingApprovals: _has,
    editors: _editors,
    ...rest
  }: Record<string, unknown>) => rest;
  return {
    path: `/api/individuals/${id}`,
    statements: [cardOf(id)],
    same: [open, ([[card]]: [[Record<string, unknown>]]) => open(card)],
    bar: { id: 'P4', what: 'одна запись: процессор к пределу', limit: 4 },
  };
}

const planOf = ({ postgres, operator }: BenchServer, shapes: Shape[]): Plan => ({
  connection: postgres.connection,
  paths: Object.fromEntries(
    shapes.flatMap(({ statements }, index) => [
      [`/${index}`, [sessionOf(operator.cookies.get('session')!), ...statements]],
      [`/${index}/bare`, statements],
    ]),
  ),
});

interface Targets {
  bare: Target;
  limit: Target;
  ours: Target;
}

function targetsOf(
  { server, operator, postgres }: BenchServer,
  limit: { url: string; pid: number },
  { path }: Shape,
  index: number,
): Targets {
  const target = (pid: number, url: string): Target => ({
    url,
    pid,
    cookie: `session=${operator.cookies.get('session')}`,
    postgresPid: postgres.pid,
  });
  return {
    bare: target(limit.pid, `${limit.url}/${index}/bare`),
    limit: target(limit.pid, `${limit.url}/${index}`),
    ours: target(server.pid, server.url + path),
  };
}

/** Both sides must have done the same work, or the comparison means nothing. */
async function demandSame({ same }: Shape, { bare, ours }: Targets): Promise<void> {
  const ask = async ({ url, cookie }: Target) => (await fetch(url, { headers: { cookie } })).json();
  deepStrictEqual(same[0]((await ask(ours)) as never), same[1]((await ask(bare)) as never));
}

async function measureRound({ bare, limit, ours }: Targets): Promise<Round> {
  return {
    bare: await load(bare),
    limit: await load(limit),
    ours: await load(ours),
    limitAgain: await load(limit),
  };
}

const limitOf = ({ limit, limitAgain }: Round): number => (limit.cpuMs + limitAgain.cpuMs) / 2;
const ratioOf = (round: Round): number => round.ours.cpuMs / limitOf(round);

function report(measured: { shape: Shape; rounds: Round[] }[]): Report {
  const middles = measured.map(({ shape, rounds }) => ({ shape, round: medianBy(rounds, ratioOf) }));
  const memory = Math.max(...measured.flatMap(({ rounds }) => rounds.map(({ ours }) => ours.memory)));
  return {
    title: 'Чтение по HTTP',
    about: `Список: 25 строк с отбором, порядком и точным итогом (около 400 из ${people}). Одна запись: карточка физлица с паспортом.
Вход оператора, ${connections} соединений, середина из ${rounds}. Предел: голый node:http и pg со всем тем же SQL, считая поиск сеанса.`,
    head: ['что', 'процессор, мс', 'из них сервер', 'в секунду', 'p50, мс', 'p99, мс', 'к пределу'],
    rows: middles.flatMap(({ shape, round }) => rowsOf(shape, round)),
    bars: [
      ...middles.map(({ shape, round }): Bar => ({ ...shape.bar, figure: ratioOf(round), unit: '×' })),
      { id: 'P12', what: 'память под нагрузкой', figure: memory, limit: memoryBar, unit: 'МБ' },
    ],
  };
}

function rowsOf({ bar }: Shape, round: Round): string[][] {
  const row = (name: string, load: Load) => [
    `${bar.id} ${name}`,
    number(load.cpuMs, 3),
    number(load.serverMs, 3),
    number(load.perSecond, 0),
    number(load.p50, 0),
    number(load.p99, 0),
    number(load.cpuMs / limitOf(round)),
  ];
  return [
    row('то же чтение без сеанса', round.bare),
    row('предел', round.limit),
    row('сервер', round.ours),
    row('предел ещё раз', round.limitAgain),
  ];
}
