/** One way of asking for the list of people: where ours is asked, what the limit runs, and the bar. */
export interface Shape {
  name: string;
  kind: 'page' | 'search';
  /** The address at our server. */
  path: string;
  /** The statement of the limit, its values, and the query that finds the rest of them before the measurement. */
  text: string;
  values: unknown[];
  from?: string;
  /** A search over everything: what it finds has no order, so only how many there are of the limit's kinds is compared. */
  finds?: true;
  bar: { id: string; limit: number };
}

const row = `i.id, i.last_name as "lastName", i.first_name as "firstName", i.middle_name as "middleName", i.inn,
  a.phone, a.email, i.verification_status as "verificationStatus", i.pending_since as "pendingSince", i.created_at as "createdAt"`;
const from = 'from individuals i left join accounts a on a.id = i.account_id where i.deleted_at is null';
const byCreated = 'i.created_at desc, i.id desc';
const name = `rtrim(i.search, ' 0123456789')`;
const byName = `${name}, i.id`;
const byWaiting = `coalesce(i.pending_since, 'infinity'), i.id`;
const perPage = 25;
const address = '/api/individuals?limit=25';

const page = (where: string, order: string): string =>
  `select ${row} ${from} ${where} order by ${order} limit ${perPage}`;
const paging = { id: 'P2', limit: 4 };
const jumping = { id: 'P3', limit: 4 };
const searching = { id: 'P5', limit: 2 };

/** Every way of asking, for a list of so many people. */
export function shapes(people: number): Shape[] {
  const statuses = ['unverified', 'pending', 'verified', 'blocked'];
  return [
    one('открыть', '', page('', byCreated)),
    one('страница 2', '&page=2', `${page('', byCreated)} offset ${perPage}`),
    far('дальняя страница', people, { table: '', path: '' }),
    far('дальняя страница со статусом', people / 5, {
      table: `and i.verification_status = 'unverified'`,
      path: '&filter[verificationStatus]=unverified',
    }),
    ...statuses.map((status) =>
      one(
        `статус ${status}`,
        `&filter[verificationStatus]=${status}`,
        page('and i.verification_status = $1', byCreated),
        [status],
      ),
    ),
    one('порядок по имени', '&sort[name]=1', page('', byName)),
    one('порядок по имени, обратный', '&sort[name]=-1', page('', `${name} desc, i.id desc`)),
    one(
      'порядок по имени со статусом',
      '&sort[name]=1&filter[verificationStatus]=unverified',
      page('and i.verification_status = $1', byName),
      ['unverified'],
    ),
    one('сначала старые', '&sort[createdAt]=1', page('', 'i.created_at, i.id')),
    one('порядок очереди', '&sort[pendingSince]=1', page('', byWaiting)),
    one(
      'очередь',
      '&sort[pendingSince]=1&filter[verificationStatus]=pending',
      page('and i.verification_status = $1', byWaiting),
      ['pending'],
    ),
    one(
      'созданные за два месяца',
      '&filter[createdFrom]=2025-02-01&filter[createdTo]=2025-03-31',
      page(
        `and i.created_at >= '2025-02-01'::timestamp at time zone 'Europe/Moscow' and i.created_at < '2025-04-01'::timestamp at time zone 'Europe/Moscow'`,
        byCreated,
      ),
    ),
    find('поиск по фамилии', 'Бавегоов'),
    find('поиск по имени и фамилии', 'Бавегоов Глеб'),
    find('поиск по частому имени', 'Римма'),
    find('поиск по ИНН', String((4321n * 611953n) % 999999999989n).padStart(12, '0')),
    find('поиск по телефону', '9000004321'),
  ];
}

const one = (name: string, query: string, text: string, values: unknown[] = []): Shape => ({
  name,
  kind: 'page',
  path: address + query,
  text,
  values,
  bar: paging,
});

/** The page four fifths down the list; the limit begins at the key of the row before it. */
function far(name: string, rows: number, { table, path }: { table: string; path: string }): Shape {
  const number = Math.floor((rows * 0.8) / perPage);
  return {
    name,
    kind: 'page',
    path: `${address}${path}&page=${number}`,
    text: page(`${table} and (i.created_at, i.id) < ($1, $2)`, byCreated),
    values: [],
    from: `select i.created_at::text, i.id from individuals i where i.deleted_at is null ${table}
      order by ${byCreated} limit 1 offset ${(number - 1) * perPage - 1}`,
    bar: jumping,
  };
}

/** The rows whose texts hold the words, by the same indexes: each of the two tables has its own. */
const find = (name: string, words: string): Shape => ({
  name,
  kind: 'search',
  path: `${address}&q=${words}`,
  text: page(
    `and i.id in (select id from individuals where search like $1 union
      select p.id from accounts b join individuals p on p.account_id = b.id where b.search like $1)`,
    byCreated,
  ),
  values: [`%${words.toLowerCase()}%`],
  bar: searching,
});
