import { sql } from 'kysely';
import { type BusinessDayStatus, businessDayMachine } from '#domain/money/close-day.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { stateful, transition } from '#server/platform/state/transition.ts';

/** The job that closes what an operator has asked to be closed; one waits at a time. */
export const closeJob = 'close-day';

/** A business day, as it is moved. */
export const businessDayState = stateful(businessDayMachine, { table: 'businessDays', column: 'status' });

/** The open business day: the only one that is not sealed. */
export interface OpenDay {
  id: number;
  day: Day;
  /** The day after it, to whose morning its close brings everything. */
  opens: Day;
  status: BusinessDayStatus;
  /** Why it could not be sealed the last time. */
  obstacles: string[];
  version: number;
  updatedAt: Date;
}

/** The open business day. */
export async function openDayOf(db: Db | Tx): Promise<OpenDay> {
  const found = await db
    .selectFrom('businessDays')
    .select(['id', 'day', 'status', 'obstacles', 'version', 'updatedAt'])
    .where('status', '<>', 'sealed')
    .executeTakeFirstOrThrow();
  const day = found.day as Day;
  return { ...found, day, opens: addDays(day, 1), status: found.status as BusinessDayStatus };
}

/** Whether Moscow has left a day. */
export const isOver = (day: Day, now: Date): boolean => moscowDay(now) > day;

/** A day begins to be closed, unless that goes on already. @param by whoever has asked for it, null when the clock does */
export async function beginDay(tx: Tx, { id, status }: OpenDay, by: number | null): Promise<void> {
  if (status === 'closing') return;
  const set = { startedAt: sql<Date>`coalesce(started_at, clock_timestamp())`, startedBy: by };
  await transition({ db: tx, actor: null }, businessDayState(id), 'begin', { set });
}
