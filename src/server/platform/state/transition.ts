import { type SelectType, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { FieldRemark } from '#domain/parties/verification.ts';
import type { Machine } from '#domain/values/machine.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { Tx } from '../database/db.ts';
import type { DB } from '../database/schema.ts';
import type { Versioned } from '../database/versioned.ts';

/** Somebody under verification: where he is kept. */
export interface Subject {
  table: 'individuals' | 'legalEntities';
  column: 'verificationStatus';
  id: number;
}

/** Where an object of a machine is kept: a row with a version, and the column of its status. */
type StatefulRow = {
  [Table in Versioned]: { table: Table; column: TextColumn<DB[Table]>; id: number };
}[Versioned];
type TextColumn<Row> = keyof {
  [Column in keyof Row as SelectType<Row[Column]> extends string ? Column : never]: true;
} &
  string;

/** Who moves and in which transaction; a job is nobody. */
export type TransitionContext = Pick<Ctx<Actor | null, Tx>, 'actor' | 'db'>;

export interface TransitionOptions {
  reason?: string | undefined;
  remarks?: readonly FieldRemark[] | undefined;
  /** Columns that change together with the status. */
  set?: Record<string, unknown>;
  /** The version the move starts from; absent for moves that the system makes by itself. */
  version?: number | undefined;
}

/** The refusal of what may not be done where an object stands, naming its status. */
export function illegalIn<Status extends string>(
  machine: Pick<Machine<Status, string>, 'label'>,
  status: Status,
): Refusal {
  return new Refusal('move.illegal', { detail: `Действие недоступно в статусе «${machine.label(status)}»` });
}

/**
 * Locks the object and looks whether the move may start from where it stands.
 * @throws Refusal `move.illegal` naming the status, `version.stale` when somebody changed the object meanwhile
 */
export async function demandStart<Status extends string, Move extends string>(
  ctx: TransitionContext,
  machine: Machine<Status, Move>,
  subject: StatefulRow,
  move: Move,
  version: number | undefined,
): Promise<{ status: Status; version: number }> {
  const found = await ctx.db
    .selectFrom(subject.table)
    .select([`${subject.column} as status`, 'version'])
    .where('id', '=', subject.id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  const status = found.status as string as Status;
  if (version !== undefined && found.version !== version) throw new Refusal('version.stale');
  if (!machine.canMove(status, move)) throw illegalIn(machine, status);
  return { status, version: found.version };
}

/**
 * Makes a move of a state machine: one UPDATE that happens only from a status the move starts from, and its line of
 * history in the same transaction.
 * @throws Refusal as `demandStart` does
 */
export async function transition<Status extends string, Move extends string>(
  ctx: TransitionContext,
  machine: Machine<Status, Move>,
  subject: StatefulRow,
  move: Move,
  { reason, remarks, set = {}, version }: TransitionOptions = {},
): Promise<void> {
  const { to } = machine.moves[move];
  const before = await demandStart(ctx, machine, subject, move, version);
  await ctx.db
    .updateTable(subject.table)
    .set({ ...set, [subject.column]: to, version: before.version + 1, updatedAt: sql<Date>`now()` })
    .where('id', '=', subject.id)
    .execute();
  await ctx.db
    .insertInto('statusHistory')
    .values({
      machine: machine.name,
      objectType: subject.table,
      objectId: subject.id,
      move,
      fromStatus: before.status,
      toStatus: to,
      accountId: ctx.actor?.accountId ?? null,
      reason: reason ?? null,
      remarks: remarks && remarks.length > 0 ? jsonText(remarks) : null,
    })
    .execute();
}
