import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { payouts } from '#contract/money/payouts.ts';
import {
  AGENT_REPORT_LINES,
  type AgentReport,
  type AgentReportLine,
  agentReportLine,
} from '#domain/money/agent-report.ts';
import { LEDGER_EVENTS, type LedgerEvent, type Line } from '#domain/money/ledger.ts';
import { inLedgerDays } from '#domain/money/ledger-months.ts';
import { addDays, type Day, daysBetween, formatDay } from '#domain/values/days.ts';
import { balanceOn } from '#server/modules/ledger/balances.queries.ts';
import { operatingCompaniesOf } from '#server/modules/operating-companies/operating-companies.queries.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { agentReportPaper, type ReportedPayout } from './agent-report-paper.ts';
import { findMovements, movementColumns, owedBy } from './movements.queries.ts';

type Span = Input<typeof payouts.report>['query'];

/** The longest span of a report. */
const mostDays = 366;

/**
 * What has moved of a creditor's money in a span of business days, by the ledger: what there was before it, each kind of movement, and what is left.
 * @throws Refusal `input.invalid` of a span that ends before it begins, or is longer than a year
 */
export async function agentReport(db: Db, legalEntityId: number, { from, to }: Span): Promise<AgentReport> {
  const days = daysBetween(from, to);
  if (days < 0) throw new Refusal('input.invalid', { fields: { to: 'Конец раньше начала' } });
  if (days >= mostDays)
    throw new Refusal('input.invalid', { fields: { to: 'Отчёт составляется не больше чем за год' } });
  const opening = await owedBefore(db, legalEntityId, from);
  const rows = await findMovements(db, { filter: { from, to } }, legalEntityId)
    .select(['e.kind', 'l.side', sql<number>`sum(${owedBy})::bigint`.as('sum')])
    .groupBy(['e.kind', 'l.side'])
    .execute();
  const lines = Object.fromEntries(Object.keys(AGENT_REPORT_LINES).map((line) => [line, 0])) as Record<
    AgentReportLine,
    number
  >;
  for (const { kind, side, sum } of rows)
    lines[agentReportLine(kind as LedgerEvent['kind'], side as Line['side'])] += sum;
  const closing = Object.values(lines).reduce((all, sum) => all + sum, opening);
  return { from, to, opening, lines, closing };
}

/**
 * What was owed to a creditor before a day, by value dates: the balance of book days, which closed months keep, and what has come late since
 * for the days before.
 */
async function owedBefore(db: Db, holderId: number, from: Day): Promise<number> {
  const day = inLedgerDays(from);
  const net = await balanceOn(db, { account: '2010', holderId }, addDays(day, -1));
  const { rows } = await sql<{ late: number }>`select coalesce(sum(${owedBy}), 0)::bigint as late
    from ledger_late_entries c join ledger_entries e on e.id = c.entry_id join ledger_lines l on l.entry_id = e.id
    where c.booked_on >= ${day}::date and e.value_date < ${day}::date and l.account = '2010' and l.holder_id = ${holderId}`.execute(
    db,
  );
  return rows[0]!.late - net;
}

/** The agent's report as a paper. @throws Refusal `input.invalid` */
export async function printAgentReport(ctx: Ctx, legalEntityId: number, span: Span): Promise<FileAnswer> {
  const { db } = ctx;
  const report = await agentReport(db, legalEntityId, span);
  const { name, inn } = await db
    .selectFrom('legalEntities')
    .select(['fullName as name', 'inn'])
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  const { platform: agent } = await operatingCompaniesOf(db);
  const title = `Отчёт агента ${formatDay(span.from)} – ${formatDay(span.to)}`;
  const pdf = await ctx.app.printer.print({
    name: title,
    blocks: agentReportPaper({
      agent,
      principal: { name, inn },
      report,
      payouts: await reportedPayouts(db, legalEntityId, span),
    }),
    foot: `${title}, ${name}`,
    check: null,
    issuedAt: ctx.now,
  });
  return { name: `${title}.pdf`, stream: Readable.from([pdf]) };
}

async function reportedPayouts(db: Db, legalEntityId: number, span: Span): Promise<ReportedPayout[]> {
  const rows = await findMovements(db, { filter: span }, legalEntityId)
    .innerJoin('payouts as p', (join) => join.on(sql<boolean>`p.id = (e.event ->> 'payoutId')::bigint`))
    .select(['e.valueDate as day', 'p.number', 'p.bankName', 'p.account'])
    .select(owedBy.as('amount'))
    .orderBy('l.id')
    .execute();
  return rows.map(({ day, bankName, account, ...row }) => ({
    ...row,
    day: day as Day,
    account: `${bankName}, ${account}`,
  }));
}

/** The movements of a creditor's money as a spreadsheet, in the order of their days. */
export function exportMovements(
  ctx: Ctx<Actor>,
  legalEntityId: number,
  query: Input<typeof payouts.exportMovements>['query'],
): Promise<FileAnswer> {
  return exportSheet(ctx, {
    title: 'Движения денег',
    rows: movementColumns(findMovements(ctx.db, query, legalEntityId))
      .orderBy('e.valueDate')
      .orderBy('l.id'),
    query,
    columns: (column) => ({
      valueDate: column.day('День', (row) => row.valueDate),
      kind: column.text('Что произошло', (row) => LEDGER_EVENTS[row.kind as LedgerEvent['kind']], 26),
      settlement: column.text('Соглашение', (row) => row.settlement, 16),
      payout: column.text('Выплата', (row) => row.payout, 16),
      amount: column.money('Сумма', (row) => row.amount),
    }),
  });
}
