import type { GrowingClaim } from '#domain/negotiation/claim-growth.ts';
import type { InterestRight } from '#domain/parties/interest-right.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';

/** What of a claim says how it grows, as its table has it. */
export interface Growing {
  contractKind: string;
  judgedStage: string;
  frozenAt: Date | null;
  contractDate: string;
  contractEnd: string | null;
  issuedAmount: number | null;
  rateBps: number | null;
  principalAmount: number;
  interestAmount: number;
  interestOverdueAmount: number;
  penaltyAmount: number;
  feeAmount: number;
  overdueFrom: string;
  asOf: string;
  restoredTotal: number | null;
}

/** A claim by which it is told how a debt grows. @param right what its creditor may charge */
export const growingClaim = (row: Growing, right: InterestRight): GrowingClaim => ({
  stage: row.judgedStage as GrowingClaim['stage'],
  contractKind: row.contractKind as GrowingClaim['contractKind'],
  right,
  frozen: row.frozenAt !== null,
  contractDate: toDay(row.contractDate),
  contractEnd: row.contractEnd === null ? null : toDay(row.contractEnd),
  issuedAmount: row.issuedAmount === null ? null : kopecks(row.issuedAmount),
  rateBps: row.rateBps,
  principal: kopecks(row.principalAmount),
  interest: kopecks(row.interestAmount + row.interestOverdueAmount),
  overdueFrom: toDay(row.overdueFrom),
  asOf: toDay(row.asOf),
  restored: row.restoredTotal !== null,
  charges: [row.interestAmount, row.interestOverdueAmount, row.penaltyAmount, row.feeAmount].map(kopecks),
});
