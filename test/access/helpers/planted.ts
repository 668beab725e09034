import type pg from 'pg';
import { appDefinition } from '#server/modules/index.ts';
import { columnsOf, inTable } from '#server/platform/database/tables.ts';
import type { World } from './actors.ts';

/** A column of people's data, with what is written into all of its rows. */
export interface Planted {
  /** As the report of a failure calls it. */
  name: string;
  table: string;
  column: string;
  /** Which rows: accounts of different people are shown differently. */
  where: string;
  /** What all rows have in them, by which the value is known again. */
  value: string;
  core: Core;
  /** What somebody would type who wants to learn it. */
  tried: readonly string[];
}

const kinds = ['individual', 'employee', 'operator'];
const personal: readonly string[] = ['name', 'contact', 'identity', 'account'];

/** The columns that hold names, contacts, numbers and days of people as they are, by their classes, of tables with rows. */
export async function plantedColumns(pool: pg.Pool): Promise<Planted[]> {
  const { there } = await byRows(pool);
  return there.map((one, at) => ({ ...one, ...wordsOf(one.column, at + 10) }));
}

/** Of the same those into which nothing can be written, for their tables have no rows here. */
export const emptyColumns = async (pool: pg.Pool): Promise<string[]> =>
  (await byRows(pool)).empty.map(({ table, column }) => `${table}.${column}`);

async function byRows(pool: pg.Pool) {
  const [there, empty]: [Omit<Planted, 'value' | 'core' | 'tried'>[], { table: string; column: string }[]] = [[], []];
  for (const one of await personalColumns(pool)) {
    const { rowCount } = await pool.query(`select from ${one.table} where ${one.where} limit 1`);
    if (rowCount) there.push({ ...one, name: `${one.table}.${one.column} (${one.where})` });
    else empty.push(one);
  }
  return { there, empty };
}

/** A name is known by its last name alone. */
async function personalColumns(pool: pg.Pool): Promise<Pick<Planted, 'table' | 'column' | 'where'>[]> {
  const { rows } = await pool.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'date') and column_name !~ '_sealed$|^(first|middle)_name$'`,
  );
  const texts = new Set(rows.map(({ column }) => column));
  return Object.keys(appDefinition.tables)
    .flatMap((table) =>
      columnsOf(appDefinition.tables, table, (name) => personal.includes(name)).map((column) => ({
        table: inTable(table),
        column,
      })),
    )
    .filter(({ table, column }) => texts.has(`${table}.${column}`))
    .flatMap((one) =>
      (one.table === 'accounts' ? kinds.map((kind) => `kind = '${kind}'`) : ['true']).map((where) => ({
        ...one,
        where,
      })),
    );
}

/**
 * The columns that tell of debtors, each once for the rows of the other company and once for all others: of two values of
 * one column somebody may see one.
 */
export async function apartByCompany(
  { testApp, other, second }: World,
  columns: readonly Planted[],
): Promise<Planted[]> {
  const { rows } = await testApp.owner.query<{ table: string; names: string[] }>(
    `select table_name as table, array_agg(column_name::text) as names from information_schema.columns
     where table_schema = 'public' group by 1`,
  );
  const names = new Map(rows.map((row) => [row.table, row.names]));
  const isOther = ({ table, where }: Planted): string | null => {
    const has = (name: string): boolean => names.get(table)!.includes(name);
    if (has('legal_entity_id')) return `legal_entity_id = ${other.id}`;
    if (has('registry_id')) return `registry_id in (select id from registries where legal_entity_id = ${other.id})`;
    if (has('individual_id')) return `individual_id = ${second}`;
    if (table === 'individuals') return `id = ${second}`;
    const isOfPeople = table === 'accounts' && where.includes('individual');
    return isOfPeople ? `id = (select account_id from individuals where id = ${second})` : null;
  };
  const found = columns.flatMap((one) => {
    const there = isOther(one);
    return there ? [`(${there}) is true`, `(${there}) is not true`].map((side) => ({ ...one, side })) : [];
  });
  return found.map(({ side, ...one }, at) => ({
    ...one,
    name: `${one.name} ${side}`,
    where: `${one.where} and ${side}`,
    ...wordsOf(one.column, at + 10),
  }));
}

/** What all values of a kind have in common: whoever searches by a part of one finds them all. */
export const cores = { inn: '0732', phone: '5517', address: 'ptichka', name: 'Канарей', day: '1931-' } as const;
export type Core = keyof typeof cores;

/** A value for a column which no other column has; parts of it that only somebody who guesses would type. */
function wordsOf(column: string, mark: number): Pick<Planted, 'value' | 'core' | 'tried'> {
  if (column.endsWith('inn')) {
    const value = `50${mark}${cores.inn}${mark}25`;
    return { core: 'inn', value, tried: [value, value.slice(0, 5), `Иванович ${value.slice(0, 4)}`] };
  }
  if (column.startsWith('phone')) {
    const value = `+79${mark}${cores.phone}0${mark}`;
    return { core: 'phone', value, tried: [value, value.slice(2, 8)] };
  }
  if (column.endsWith('date')) {
    const [month, day] = [1 + Math.floor(mark / 28), 1 + (mark % 28)].map((part) => String(part).padStart(2, '0'));
    return {
      core: 'day',
      value: `${cores.day}${month}-${day}`,
      tried: [`${cores.day}${month}-${day}`, `${day}.${month}.1931`],
    };
  }
  if (isAddress(column)) return { core: 'address', value: cores.address + mark, tried: [cores.address + mark] };
  const letters = Array.from(String(mark), (digit) => 'абвгдежзик'[Number(digit)]).join('');
  return { core: 'name', value: cores.name + letters, tried: [cores.name + letters] };
}

const isAddress = (column: string): boolean => column === 'email' || column === 'recipient';
/** Of a hidden word the order tells as much as of a number; a word that a list shows orders it rightly. */
export const isWord = ({ core }: Pick<Planted, 'core'>): boolean => core === 'name' || core === 'address';
/** Numbers may be found whole and by no part. */
export const isNumber = ({ core }: Pick<Planted, 'core'>): boolean => core === 'inn' || core === 'phone';

/**
 * Writes its value into each row of a column, also where there was none, past the triggers: the audit would tell it. Addresses differ, as they
 * must; the others are the same in all rows, or go up or down with them.
 */
export async function plant(pool: pg.Pool, columns: readonly Planted[], way: 'alike' | 'up' | 'down'): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query('update accounts set phone_confirmed_at = null');
    for (const one of columns) {
      const no = way === 'down' ? '5000 - r.no' : 'r.no';
      await client.query(
        `update ${one.table} as t set ${one.column} = ${valueIn(one, way, no)}
         from (select ctid as place, row_number() over (order by (to_jsonb(s) ->> 'id')::bigint) as no from ${one.table} as s) as r
         where t.ctid = r.place and ${one.where}`,
        [one.value],
      );
    }
  } finally {
    client.release(true);
  }
}

/** What stands in the row of this number. */
function valueIn(one: Planted, way: 'alike' | 'up' | 'down', no: string): string {
  const digits = `lpad((${no})::text, 4, '0')`;
  // Told apart from those of the last time, which one statement replaces row by row.
  if (one.core === 'address') return `$1 || '-${way}-' || ${digits} || '@perya.example'`;
  if (way === 'alike') return one.core === 'day' ? '$1::date' : '$1';
  if (isNumber(one)) return `left($1, -4) || ${digits}`;
  return one.core === 'day' ? `$1::date + (${no})::int` : `$1 || translate(${digits}, '0123456789', 'абвгдежзик')`;
}
