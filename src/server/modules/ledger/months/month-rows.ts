import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import {
  type LedgerCalendar,
  type LedgerMonthStatus,
  ledgerMonthMachine,
  ledgerMonths,
  MONTH_OBSTACLES,
  monthObstacle,
} from '#domain/money/ledger-months.ts';
import type { Day } from '#domain/values/days.ts';
import { monthEnd } from '#domain/values/months.ts';
import { pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';
import { stateful } from '#server/platform/state/transition.ts';

type Month = Answer<typeof ledger.closeMonth>;

/** So many of the last months are shown. */
const mostMonths = 36;

/** A month of the ledger, as it is moved. */
export const ledgerMonthState = stateful(ledgerMonthMachine, { table: 'ledgerMonths', column: 'status' });

/** Where the books are: the business days, and up to where months are closed. */
export async function calendarOf(db: Db | Tx): Promise<LedgerCalendar> {
  const { rows } = await sql<LedgerCalendar>`
    select min(day) as first, min(day) filter (where status <> 'sealed') as open,
      (select max(month) from ledger_months where status <> 'open') as closed,
      exists (select from ledger_months where status = 'closing') as is_closing
    from business_days`.execute(db);
  return rows[0]!;
}

interface StoredMonth {
  id: number;
  month: string;
  status: string;
  entries: number | null;
  closedAt: Date | null;
  closedBy: string | null;
  seal: string | null;
  problem: string | null;
}

const stored = (db: Db | Tx) =>
  db
    .selectFrom('ledgerMonths as m')
    .select(['m.id', 'm.month', 'm.status', 'm.entries', 'm.closedAt', 'm.problem'])
    .select([personName('m.closedBy').as('closedBy'), sql<string | null>`encode(m.hash, 'hex')`.as('seal')]);

/** How many entries that came too late were booked in a month. */
async function lateIn(db: Db | Tx, month: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_late_entries where booked_on >= ${month} and booked_on <= ${monthEnd(month)}`.execute(
    db,
  );
  return rows[0]!.count;
}

async function shown(ctx: Ctx, calendar: LedgerCalendar, month: Day, row: StoredMonth | undefined): Promise<Month> {
  const obstacle = monthObstacle(month, calendar);
  return {
    month,
    status: (row?.status ?? 'open') as LedgerMonthStatus,
    entries: row?.entries ?? null,
    late: await lateIn(ctx.db, month),
    closedAt: row?.closedAt ?? null,
    closedBy: row?.closedBy ?? null,
    seal: row?.seal ?? null,
    problem: row?.problem ?? null,
    obstacle: obstacle && MONTH_OBSTACLES[obstacle],
    pendingApprovals:
      row?.status === 'open' ? await pendingApprovalsOf(ctx, { table: 'ledgerMonths', id: row.id }) : [],
  };
}

/** The last months, the newest first. */
export async function monthsOf(ctx: Ctx): Promise<Answer<typeof ledger.months>> {
  const calendar = await calendarOf(ctx.db);
  const months = ledgerMonths(calendar).toReversed().slice(0, mostMonths);
  const rows = await stored(ctx.db).where('m.month', '>=', months.at(-1)!).execute();
  const found = new Map(rows.map((row) => [row.month, row]));
  const items: Month[] = [];
  for (const month of months) items.push(await shown(ctx, calendar, month, found.get(month)));
  return { items };
}

/** One of them. */
export async function monthShown(ctx: Ctx, month: Day): Promise<Month> {
  const row = await stored(ctx.db).where('m.month', '=', month).executeTakeFirst();
  return shown(ctx, await calendarOf(ctx.db), month, row);
}
