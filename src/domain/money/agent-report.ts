import type { Day } from '../values/days.ts';
import type { LedgerEvent, Line } from './ledger.ts';

/** What an agent's report counts, in its order (docs/decisions/0176). */
export const AGENT_REPORT_LINES = {
  collected: 'Получено от заёмщиков',
  withheld: 'Удержано вознаграждение платформы',
  refunded: 'Возвращено заёмщикам',
  feeReturned: 'Возвращено вознаграждение с этих возвратов',
  paidOut: 'Выплачено кредитору',
  cameBack: 'Вернулось из выплат',
  other: 'Прочее',
} as const;
export type AgentReportLine = keyof typeof AGENT_REPORT_LINES;

/** What the agent reports to a creditor about a span of days, both ends in it; kopecks, below zero what the creditor has less of. */
export interface AgentReport {
  readonly from: Day;
  readonly to: Day;
  readonly opening: number;
  readonly lines: Readonly<Record<AgentReportLine, number>>;
  readonly closing: number;
}

const CREDITED: { readonly [Kind in LedgerEvent['kind']]?: AgentReportLine } = {
  paid: 'collected',
  matched: 'collected',
  refunded: 'feeReturned',
  payout_returned: 'cameBack',
};
const DEBITED: { readonly [Kind in LedgerEvent['kind']]?: AgentReportLine } = {
  fee: 'withheld',
  refunded: 'refunded',
  paid_out: 'paidOut',
};

/** In which line of the report a movement of what is owed to a creditor is. */
export const agentReportLine = (kind: LedgerEvent['kind'], side: Line['side']): AgentReportLine =>
  (side === 'credit' ? CREDITED : DEBITED)[kind] ?? 'other';
