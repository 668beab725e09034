import { type SelectType, sql, type UpdateObject } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { FieldRemark } from '#domain/parties/verification.ts';
import type { Machine } from '#domain/values/machine.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { Tx } from '../database/db.ts';
import { jsonText } from '../database/json-columns.ts';
import type { DB } from '../database/schema.ts';
import type { Versioned } from '../database/versioned.ts';

/** Somebody under verification. */
export interface Subject {
  table: 'individuals' | 'legalEntities';
  id: number;
}

/** Where the objects of a machine are kept: a table whose rows carry a version, and the column of the status. */
interface StatusStorage<Table extends Versioned> {
  table: Table;
  column: TextColumn<DB[Table]>;
}
type TextColumn<Row> = keyof {
  [Column in keyof Row as SelectType<Row[Column]> extends string ? Column : never]: true;
} &
  string;

/** An object of a machine, as it is moved. */
interface Stateful<Status extends string, Move extends string, Table extends Versioned> extends StatusStorage<Table> {
  machine: Machine<Status, Move>;
  id: number;
}
/** The same of any table: what a query can be built from. */
type AnyStateful<Status extends string, Move extends string> = {
  [Table in Versioned]: Stateful<Status, Move, Table>;
}[Versioned];

/** Declares where the objects of a machine are kept; what it gives names one of them by its number. */
export const stateful =
  <Status extends string, Move extends string, Table extends Versioned>(
    machine: Machine<Status, Move>,
    storage: StatusStorage<Table>,
  ) =>
  (id: number): Stateful<Status, Move, Table> => ({ ...storage, machine, id });

/** Who moves and in which transaction; a job is nobody. */
export type TransitionContext = Pick<Ctx<Actor | null, Tx>, 'actor' | 'db'>;

export interface TransitionOptions<Table extends Versioned> {
  reason?: string | undefined;
  remarks?: readonly FieldRemark[] | undefined;
  /** Columns that change together with the status. */
  set?: UpdateObject<DB, Table, Table> | undefined;
  /** The version the move starts from; absent for moves that the system makes by itself. */
  version?: number | undefined;
}

/** The refusal of what may not be done in the status of an object, naming it. */
export function illegalIn<Status extends string>(
  machine: Pick<Machine<Status, string>, 'label'>,
  status: Status,
): Refusal {
  return new Refusal('move.illegal', { detail: `Действие недоступно в статусе «${machine.label(status)}»` });
}

/**
 * Locks the object and looks whether the move may start from its status.
 * @throws Refusal `move.illegal` naming the status, `version.stale` when somebody changed the object meanwhile
 */
export async function demandStart<Status extends string, Move extends string>(
  ctx: TransitionContext,
  { machine, table, column, id }: AnyStateful<Status, Move>,
  move: Move,
  version: number | undefined,
): Promise<{ status: Status; version: number }> {
  const found = await ctx.db
    .selectFrom(table)
    .select([`${column} as status`, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  const status = found.status as string as Status;
  if (version !== undefined && found.version !== version) throw new Refusal('version.stale');
  if (!machine.canMove(status, move)) throw illegalIn(machine, status);
  return { status, version: found.version };
}

/**
 * Makes a move of a state machine: locks the row, looks whether the move may start there, changes it and writes the line of
 * history, in the caller's transaction. Who may make the move is decided before, by the operation.
 * @throws Refusal as `demandStart` does
 */
export function transition<Status extends string, Move extends string, Table extends Versioned>(
  ctx: TransitionContext,
  subject: Stateful<Status, Move, Table>,
  move: Move,
  options?: TransitionOptions<Table>,
): Promise<void>;
export async function transition<Status extends string, Move extends string>(
  ctx: TransitionContext,
  subject: AnyStateful<Status, Move>,
  move: Move,
  { reason, remarks, set, version }: TransitionOptions<Versioned> = {},
): Promise<void> {
  const { machine, table, column, id } = subject;
  const { to } = machine.moves[move];
  const before = await demandStart(ctx, subject, move, version);
  await ctx.db
    .with('moved', (db) =>
      db
        .updateTable(table)
        .set({ ...set, [column]: to, version: before.version + 1, updatedAt: sql<Date>`now()` })
        .where('id', '=', id),
    )
    .insertInto('statusHistory')
    .values({
      machine: machine.name,
      objectType: table,
      objectId: id,
      move,
      fromStatus: before.status,
      toStatus: to,
      accountId: ctx.actor?.accountId ?? null,
      reason: reason ?? null,
      remarks: remarks && remarks.length > 0 ? jsonText(remarks) : null,
    })
    .execute();
}
