import type { Signatory } from '../parties/signing-right.ts';
import type { Debt } from '../settlements/debt-structure.ts';
import type { Discount } from '../settlements/discount.ts';
import type { DisputedPart } from '../settlements/disputed-parts.ts';
import type { ShiftEvery } from '../settlements/payment-shift.ts';
import type { PenaltyRule } from '../settlements/penalty.ts';
import type { Plan } from '../settlements/plan.ts';
import type { ScheduleRow } from '../settlements/schedule.ts';

/** What both sides have agreed, about which debt. */
export type AgreedTerms = {
  readonly plan: Plan;
  readonly rows: readonly ScheduleRow[];
  /** Absent in snapshots from before agreements had one. */
  readonly penalty?: PenaltyRule | null;
  /** Once in how many payments the debtor may shift one; null for never, absent in older snapshots. */
  readonly shiftEvery?: ShiftEvery;
  /** The fingerprint of the text that both have signed. */
  readonly termsHash: string;
  readonly discount: Discount;
  /** Who has signed for the creditor; null where that was not kept, absent in older snapshots. */
  readonly signatory?: Signatory | null;
  /** What of the debt its debtor disputes; absent in older snapshots. */
  readonly disputed?: readonly DisputedPart[];
};

/** An agreement whole and as data: its sides and its claim as the cards and the registry had them when it was concluded. */
export type AgreementSnapshot = AgreedTerms & {
  readonly number: string;
  readonly debt: Debt;
  readonly debtAsOf: string;
  readonly fullName: string;
  readonly creditorInn: string;
  readonly ogrn: string | null;
  readonly legalAddress: string | null;
  readonly creditorPhone: string | null;
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly birthDate: string | null;
  readonly debtorInn: string | null;
  readonly contractNumber: string;
  readonly contractDate: string;
  readonly basis: string;
  readonly cedentName: string | null;
  readonly cedentInn: string | null;
  readonly cessionRef: string | null;
};
