import { leftColumn, rightColumn } from '#domain/documents/debt-tables.ts';
import type { Block } from '#domain/documents/document-template.ts';
import { AGENT_REPORT_LINES, type AgentReport, type AgentReportLine } from '#domain/money/agent-report.ts';
import { formatOperatingCompany, type OperatingCompany } from '#domain/settings/operating-company.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { formatAmount, kopecks } from '#domain/values/money.ts';
import { sumInWords } from '#domain/values/text/sum-in-words.ts';

/** A payout of the span, or its way back: below zero what has gone. */
export interface ReportedPayout {
  readonly day: Day;
  readonly number: string;
  readonly account: string;
  readonly amount: number;
}

interface AgentReportFacts {
  readonly agent: OperatingCompany;
  readonly principal: { readonly name: string; readonly inn: string };
  readonly report: AgentReport;
  readonly payouts: readonly ReportedPayout[];
}

const said = (text: string): Block => ({ type: 'paragraph', number: null, text });
/** A sum to which something is added, or of which something is taken. */
const signed = (amount: number): string => (amount < 0 ? '−' : '') + formatAmount(kopecks(Math.abs(amount)));

/** The agent's report to a creditor (ст. 1008 ГК): what has come from debtors, what was taken of it, and what is left. */
export function agentReportPaper({ agent, principal, report, payouts }: AgentReportFacts): Block[] {
  const { from, to, opening, closing } = report;
  const lines = Object.keys(AGENT_REPORT_LINES) as AgentReportLine[];
  return [
    { type: 'title', text: `Отчёт агента за ${formatDay(from)} – ${formatDay(to)}` },
    said(`Агент: ${formatOperatingCompany(agent)}.`),
    said(`Принципал: ${principal.name}, ИНН ${principal.inn}.`),
    {
      type: 'table',
      columns: [leftColumn('Деньги принципала у агента'), rightColumn('Сумма, ₽')],
      rows: [
        [`На начало ${formatDay(from)}`, signed(opening)],
        ...lines
          .filter((line) => report.lines[line] !== 0)
          .map((line) => [AGENT_REPORT_LINES[line], signed(report.lines[line])]),
        [`На конец ${formatDay(to)}`, signed(closing)],
      ],
      hasTotal: true,
    },
    said(`Остаток на конец периода: ${sumInWords(kopecks(closing))}.`),
    ...(payouts.length > 0 ? [payoutTable(payouts)] : []),
    said(
      'Отчёт составлен по книге проводок платформы: платежи, о которых она узнает позже, войдут в отчёт за день, которым они прошли. Возражения по отчёту принимаются в течение тридцати дней со дня его получения (ст. 1008 ГК РФ).',
    ),
  ];
}

const payoutTable = (payouts: readonly ReportedPayout[]): Block => ({
  type: 'table',
  columns: [leftColumn('Дата'), leftColumn('Выплата'), leftColumn('Счёт'), rightColumn('Сумма, ₽')],
  rows: payouts.map(({ day, number, account, amount }) => [formatDay(day), number, account, signed(amount)]),
  hasTotal: false,
});
