import type { FEE_PAYERS } from '../money/fee-kinds.ts';
import type { Signatory } from '../parties/signing-right.ts';
import type { BreachRule } from '../settlements/breach.ts';
import type { Discount } from '../settlements/discount.ts';
import type { DisputedPart } from '../settlements/disputed-parts.ts';
import type { ShiftEvery } from '../settlements/payment-shift.ts';
import type { PenaltyRule } from '../settlements/penalty.ts';
import type { Proceedings } from '../settlements/proceedings.ts';
import type { ScheduleRow } from '../settlements/schedule.ts';
import type { Day } from '../values/days.ts';
import type { Kopecks } from '../values/money.ts';
import type { CompanyFacts } from './settlement-words.ts';

/** Everything an agreement about a debt says (docs/domain.md §11). It is kept whole as the snapshot of the document. */
export type AgreementFacts = {
  readonly number: string;
  /** The day of the offer; of agreements by the forms before version 3 that of their conclusion. */
  readonly concludedOn: Day;
  /** The last day on which the offer may be accepted; absent in papers of forms before version 12. */
  readonly offerUntil?: Day;
  readonly creditor: CreditorFacts;
  readonly debtor: DebtorFacts;
  /** The contract from which the debt comes. */
  readonly contract: { readonly number: string; readonly date: Day };
  /** How the claim came to the creditor, oldest first; nothing for the first creditor. */
  readonly cessions: readonly CessionFacts[];
  /** For whom an agent acts; null when the creditor acts himself. */
  readonly principal: string | null;
  /** The debt by parts on a day, what is agreed of it and what is forgiven, by the creditor's own order. */
  readonly discount: Discount;
  /** What is said about the tax on what is forgiven; nothing where nothing is, and in papers from before it was kept. */
  readonly taxNote?: readonly string[];
  /**
   * All of the tax in one line, for «Главное»; null where nothing is forgiven. Absent in papers of forms before version 10, whose
   * «Главное» told neither of the tax nor of what the signature recognises.
   */
  readonly taxShort?: string | null;
  /** Of which year the income is, who reports it and what the debtor may have to do; since form 9. */
  readonly taxReport?: readonly string[];
  /** What of the debt the debtor disputes; all else he acknowledges. Absent in papers of forms before version 9, which told nothing of it. */
  readonly disputed?: readonly DisputedPart[];
  readonly debtAsOf: Day;
  readonly rows: readonly ScheduleRow[];
  /** Interest a year in basis points, 0 for none. */
  readonly rateBps: number;
  /** Full cost in thousandths of a percent; null where it is beyond counting, and without interest in papers of forms before version 3. */
  readonly fullCost: number | null;
  readonly penalty: PenaltyRule | null;
  /** Who runs the platform: name, ОГРН, ИНН, address; absent in papers of forms before version 6. */
  readonly platform?: string;
  /** Through whom money is paid, and to which account; null when the payment page names it. */
  readonly payment: { readonly partnerName: string; readonly requisites: RequisitesFacts | null };
  readonly feePayer: (typeof FEE_PAYERS)[number];
  readonly feeAmount: Kopecks;
  /** Bailiffs collect the debt, so no limitation runs; older agreements do not say. */
  readonly enforcement?: boolean;
  /** The case of a debt in court or with bailiffs; null for none, since form 8. */
  readonly proceedings?: Proceedings | null;
  /** Of forms before version 5, which told nothing of the rule. */
  readonly graceWorkingDays?: number;
  /** By which rule it may be ended, and whether its creditor has signed beforehand that it then ends by itself; since form 5. */
  readonly breach?: { readonly rule: BreachRule; readonly byRule: boolean };
  /** Once in how many payments the debtor may shift one by a week; null for never, absent in papers of forms before version 14. */
  readonly shiftEvery?: ShiftEvery;
  readonly court: string;
  readonly signatures: readonly SignatureFacts[];
};

export type RequisitesFacts = { readonly recipient: string; readonly account: string; readonly bank: string };

type CreditorFacts = CompanyFacts & {
  /** For notices, since form 5. */
  readonly email?: string;
  /** Of forms before version 7: the head by the company's card, «Иванов И. И., генеральный директор» and «Устав». */
  readonly representative?: string;
  readonly authority?: string;
  /** Who has made the offer for the creditor; null where the debtor has made it, so that nobody knows who accepts. Since form 7. */
  readonly signatory?: Signatory | null;
};

type DebtorFacts = {
  readonly fullName: string;
  readonly birthDate: Day | null;
  /** «паспорт 45 10 123456», by his own profile. */
  readonly document: string;
  /** «выдан 12.03.2015 ОВД …, код подразделения 770-001»; null where his profile does not say, absent in older papers. */
  readonly documentIssue?: string | null;
  /** Where he is registered, by his own profile; in papers by forms before version 6 by the creditor's registry. */
  readonly address: string;
  readonly phone: string;
  /** For notices, since form 5. */
  readonly email?: string;
};

export type CessionFacts = {
  readonly from: string;
  readonly to: string;
  /** Number and date of the assignment as the creditor writes them: «№ Ц-1 от 01.03.2025». */
  readonly reference: string;
};

/**
 * A simple electronic signature; phone and address are stored whole and printed masked. `documentSha256` is of what was signed: the
 * fingerprint of the text with the number, the side, the round and the last moment of the offer.
 */
export type SignatureFacts = {
  readonly fullName: string;
  /** Of a company: his position and ground in the moment of signing; absent in papers from before they were kept. */
  readonly signatory?: Signatory | null;
  readonly phone: string | null;
  /** The address to which the one-time code went; null when conditions published before have accepted. */
  readonly codeSentTo: string | null;
  readonly signedAt: Date;
  readonly operationCode: string;
  readonly documentSha256: string;
  /**
   * Of the text alone, as the page of reading shows it; under a key of the platform (docs/decisions/0131). Absent in papers from before it was
   * printed.
   */
  readonly textFingerprint?: string;
};
