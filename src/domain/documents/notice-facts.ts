import type { Signatory } from '../parties/signing-right.ts';
import type { BreachRule } from '../settlements/breach.ts';
import type { DebtPartCode } from '../settlements/debt-structure.ts';
import type { Day } from '../values/days.ts';
import type { Kopecks } from '../values/money.ts';
import type { RequisitesFacts } from './agreement-facts.ts';
import type { CompanyFacts, SettlementFacts } from './settlement-words.ts';

/** What each notice says: who writes to whom about which agreement. Sums in kopecks. */
export type NoticeFacts = SettlementFacts & {
  readonly number: string;
  readonly issuedAt: Date;
  readonly creditor: CompanyFacts;
  readonly debtor: { readonly fullName: string; readonly email: string };
  /** Who has decided to send it: a person, or a rule that the creditor has signed beforehand. */
  readonly decidedBy: string;
  /** He, or who has signed that rule, by what right; absent in notices from before it was kept. */
  readonly signatory?: Signatory | null;
};

/** A breach is coming: what is overdue, and by when it can be paid. */
export type BreachNoticeFacts = NoticeFacts & {
  readonly overdue: readonly { readonly no: number; readonly dueDate: Day; readonly rest: Kopecks }[];
  /** «5 рабочих дней», «30 календарных дней». */
  readonly cure: string;
  /** Why the delay is long enough, in the words of the agreement. */
  readonly delay: string;
  /** The agreement ends by the creditor's rule, without a decision of its own. */
  readonly byRule: boolean;
  /** Where it is paid beside the platform; null where the creditor has named no account. Since form 2. */
  readonly requisites?: RequisitesFacts | null;
};

/** The agreement is ended: why, and after which notice. */
export type TerminationNoticeFacts = NoticeFacts & {
  readonly reason: string;
  readonly terminatedOn: Day;
  readonly warning: { readonly number: string; readonly deliveredOn: Day; readonly lastDay: Day };
};

/** The debt is whole again: its parts as the agreement has written them down, what was paid, and by when the rest is to be paid. */
export type RestorationNoticeFacts = NoticeFacts & {
  readonly debtAsOf: Day;
  readonly parts: readonly { readonly code: DebtPartCode; readonly amount: Kopecks }[];
  readonly total: Kopecks;
  readonly paid: Kopecks;
  readonly rest: Kopecks;
  readonly restoredOn: Day;
  readonly payUntil: Day;
  /** Which term to pay it has after its delivery, and where it is paid; since form 2. */
  readonly rule?: BreachRule;
  readonly requisites?: RequisitesFacts | null;
};

/** The creditor is paid to another account from now on. */
export type RequisitesNoticeFacts = NoticeFacts & {
  readonly changedOn: Day;
  readonly requisites: RequisitesFacts;
};
