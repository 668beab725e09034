import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from './schema.ts';

/**
 * What a column holds of people. Personal ones go into a person's export and are blanked when he is erased:
 * - `name`, `contact`, `identity` (numbers of papers, birth), `account` (where he is paid to), `origin` (address of the
 *   network, browser), `free` (what somebody has typed, so anybody may be named in it);
 * the others say nothing of a person by themselves:
 * - `code` (a word of ours, a number, a hash), `company` (a legal entity's), `secret` (opens something: never exported),
 *   `derived` (follows from the columns beside it).
 */
type PersonalClass = 'name' | 'contact' | 'identity' | 'account' | 'origin' | 'free';
export type ColumnClass = PersonalClass | 'code' | 'company' | 'secret' | 'derived';

const personalClasses: readonly string[] = ['name', 'contact', 'identity', 'account', 'origin', 'free'];

/** Somebody whose data they are, with what his rows are found by. */
export interface Subject {
  accountId: number;
  individualId: number | null;
  email: string;
  /** Confirmed by whoever verified him: one that he has only typed may be somebody else's. */
  inn: string | null;
}

/** Which rows of a table are somebody's, as a condition. */
export type Whose = (subject: Subject) => RawBuilder<SqlBool>;

export const byAccount: Whose = ({ accountId }) => sql`account_id = ${accountId}`;
export const byPerson: Whose = ({ individualId }) => sql`individual_id = ${individualId}`;
/** Rows that belong to others of his. */
export const byParent =
  (column: string, table: string, whose: Whose = byPerson): Whose =>
  (subject) =>
    sql`${sql.ref(column)} in (select id from ${sql.table(table)} where ${whose(subject)})`;

/**
 * What becomes of a person's rows when he is erased: they go, they lose what is known of him, or they stay as they are
 * because a law wants them; then it is said which.
 */
type Fate = 'delete' | 'blank' | { readonly keep: string };

/** Which rows of a table are a person's, and what becomes of them. */
interface PersonRows {
  /** As his export calls it; without this it is not shown, because it only repeats what is elsewhere. */
  readonly title?: string;
  readonly of: Whose;
  /** Columns that the other side keeps to itself, in the database's spelling: his export goes without them. */
  readonly hides?: (subject: Subject) => readonly string[];
  readonly fate: Fate;
  /** How rows that stay look instead, where null or emptiness would not do. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** All that is said of one table, beside its columns in the migrations. */
interface TableRules {
  /** What the audit calls one of its rows; a table that the audit watches has it. */
  readonly title?: string;
  /** What people call one of its rows, where it is no resource that says so itself. */
  readonly name?: (alias: string) => RawBuilder<string | null>;
  /** Each column of text, of data and of birth by what it holds, in the database's spelling (docs/quality.md PD4). */
  readonly holds: Readonly<Partial<Record<ColumnClass, string>>>;
  /** Of a table that holds something of people. */
  readonly person?: PersonRows;
  /** What the audit calls the columns that no other table has; the others are in `modules/audit/words.ts`. */
  readonly words?: Readonly<Record<string, string>>;
}

/** The tables that a module brings, by their names in the code. */
export type TablesOfModule = { readonly [Table in keyof DB]?: TableRules };
/** The tables of all modules. Tests compare them with the database, so none can be forgotten. */
export type Tables = Readonly<Record<string, TableRules>>;

/** A table with the rows of a person. */
export interface Holding extends PersonRows {
  readonly table: string;
}

/** Where the rows of a person are, in the order of the modules. */
export const holdingsOf = (tables: Tables): Holding[] =>
  Object.entries(tables).flatMap(([table, { person }]) => (person ? [{ table, ...person }] : []));

/** The columns of a table that belong to one of the classes, in the database's spelling. */
export function columnsOf(tables: Tables, table: string, isWanted: (name: ColumnClass) => boolean): string[] {
  const classes = Object.entries(tables[table]?.holds ?? {}) as [ColumnClass, string][];
  return classes.filter(([name]) => isWanted(name)).flatMap(([, columns]) => columns.split(' '));
}

export const isPersonal = (name: ColumnClass): name is PersonalClass => personalClasses.includes(name);
/** What is nobody's to take away: keys to the system, and what only repeats the columns beside it. */
export const isShown = (name: ColumnClass): boolean => name !== 'secret' && name !== 'derived';

/** The name of a table or of a column in the database. */
export const inTable = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The name in the code of a table in the database. */
export const inCode = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The names of a person, as most tables of people have them. */
export const personNames = { name: 'last_name first_name middle_name' } as const;
/** Which law keeps what was agreed. */
export const settlementPapers = 'Документы сделки: пять лет после её закрытия';
/** Which law keeps where money went. */
export const moneyRecords = 'Учёт денег: пять лет, под номером вместо имени';
