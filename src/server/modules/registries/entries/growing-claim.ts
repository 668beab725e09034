import type { GrowingClaim } from '#domain/negotiation/claim-growth.ts';
import type { InterestRight } from '#domain/parties/interest-right.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { isAwarded } from '../papers/enforcement.queries.ts';
import { type Stated, statedColumns } from './stated.queries.ts';

/** What of a claim says how it grows, as its table has it. */
export interface Growing extends Stated {
  awarded: boolean;
  contractKind: string;
  judgedStage: string;
  frozenAt: Date | null;
  principalAmount: number;
  interestAmount: number;
  interestOverdueAmount: number;
  penaltyAmount: number;
  feeAmount: number;
  overdueFrom: string;
  asOf: string;
  restoredTotal: number | null;
}

/** What of it is asked beside the columns of every claim. */
export const growingColumns = [...statedColumns, isAwarded.as('awarded')] as const;

/** A claim by which it is told how a debt grows. @param right what its creditor may charge */
export const growingClaim = (row: Growing, right: InterestRight): GrowingClaim => ({
  stage: row.judgedStage as GrowingClaim['stage'],
  contractKind: row.contractKind as GrowingClaim['contractKind'],
  right,
  frozen: row.frozenAt !== null,
  contractDate: toDay(row.statedDate),
  contractEnd: row.statedEnd === null ? null : toDay(row.statedEnd),
  issuedAmount: row.statedIssued === null ? null : kopecks(row.statedIssued),
  awarded: row.awarded,
  rateBps: row.statedRate,
  principal: kopecks(row.principalAmount),
  interest: kopecks(row.interestAmount + row.interestOverdueAmount),
  overdueFrom: toDay(row.overdueFrom),
  asOf: toDay(row.asOf),
  restored: row.restoredTotal !== null,
  charges: [row.interestAmount, row.interestOverdueAmount, row.penaltyAmount, row.feeAmount].map(kopecks),
});
