import * as z from 'zod';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { AssignmentNotice } from '../documents/notice-delivery.ts';
import { instant } from '../kernel/fields.ts';
import { LifeEvent } from '../parties/life-events.ts';
import {
  AttachedPaper,
  amount,
  claimBasis,
  contactFlag,
  contractKind,
  debtorFields,
  entryHistory,
  entryStatus,
  limitation,
  openReasons,
  rejectReason,
  stage,
} from './entry-parts.ts';

/** What is owed by component, kopecks; `totalAmount` is exactly their sum. */
const debt = {
  principalAmount: amount,
  interestAmount: amount,
  interestOverdueAmount: amount,
  penaltyAmount: amount,
  feeAmount: amount,
  courtCostAmount: amount,
  totalAmount: amount,
};

/** By which contract how much is owed, since when, and how far it has come. */
const owed = {
  contractNumber: z.string(),
  contractDate: z.string(),
  contractKind,
  ...debt,
  asOf: z.string(),
  overdueFrom: z.string(),
  daysOverdue: z.int(),
  stage,
  status: entryStatus,
  /** The same contract is in the registry of another creditor too. */
  contested: z.boolean(),
};

/** The state of a claim today. */
const claimState = {
  /** There is a settlement about the claim, so loads leave it alone. */
  frozen: z.boolean(),
  /** The settlement was fulfilled: nothing of the claim is owed any more. */
  settled: z.boolean(),
  /** The state of the term of limitation; in enforcement there is none. */
  limitation,
};

/** What its debtor has answered: when, and why he rejects it; null while he has not. By when its creditor answers him. */
const answer = {
  decisionAt: instant.nullable(),
  rejectReason: rejectReason.nullable(),
  answerBy: z.string().nullable(),
};

/** A claim as lists show it. */
export const EntryRow = z.object({
  id: z.int(),
  legalEntityId: z.int(),
  creditor: z.string(),
  registryId: z.int(),
  registryNumber: z.int(),
  ...debtorFields,
  ...owed,
  withdrawnAt: instant.nullable(),
  createdAt: instant,
});

/** Of a claim that bailiffs collect, as its creditor says: when its debtor has denied that, and what proves it; null of any other. */
const enforcement = z
  .object({ stage: z.enum(['court', 'enforcement']), deniedAt: instant.nullable(), writ: AttachedPaper.nullable() })
  .nullable();

/** What the last terminated agreement has left of the claim, and up to which sum its creditor has explained more; null where there was none. */
const restored = z
  .object({
    total: amount,
    on: z.string(),
    explained: z.object({ total: amount, why: z.string(), at: instant }).nullable(),
  })
  .nullable();

/**
 * The settlement about the claim, as long as it is open or after it has been fulfilled; null of any other claim. Of one that is signed what
 * its debtor has paid by it, and what is left by the schedule in force, without a penalty and the platform's fee; kopecks.
 */
const claimSettlement = z
  .object({
    id: z.int(),
    status: z.enum(settlementMachine.statuses),
    isSigned: z.boolean(),
    paid: amount,
    left: amount,
    /** The day of the first payment that is open; null where none is. */
    nextDueDate: z.string().nullable(),
    /** What of that payment is not paid yet. */
    nextSum: amount.nullable(),
    /** What is not paid of all payments whose day has passed; kopecks. */
    overdueSum: amount,
    /** A penalty that has been counted up to the last close of a day is open. */
    owesPenalty: z.boolean(),
    feeByDebtor: z.boolean(),
    /** The day from which the last money by it counts; null where none has come. */
    paidOn: z.string().nullable(),
  })
  .nullable();

/** Where the claim comes from: who had it before, and by which deed. */
const chain = {
  basis: claimBasis,
  cedentName: z.string().nullable(),
  cedentInn: z.string().nullable(),
  cessionRef: z.string().nullable(),
  cessionNotice: z.string().nullable(),
  /** The document by which its debtor is told of it; null for a claim that was not acquired, or while nobody is told. */
  assignmentNotice: AssignmentNotice.nullable(),
  /** The scan of that deed; null while none is attached. */
  assignmentDeed: AttachedPaper.nullable(),
  /** Other creditors whose registries hold the same contract; an employee sees only that there are some. */
  others: z.array(z.object({ legalEntityId: z.int().nullable(), creditor: z.string().nullable() })),
};

const contractTerms = {
  issuedAmount: amount.nullable(),
  /** Per cent a year, basis points. */
  rateBps: z.int().nullable(),
  contractEnd: z.string().nullable(),
  maxPayments: z.int().nullable(),
  caseNo: z.string().nullable(),
  court: z.string().nullable(),
  enforcement,
  restored,
};

export const Entry = EntryRow.extend({
  ...claimState,
  ...answer,
  rejectComment: z.string().nullable(),
  /** The debt was counted more than 30 days ago, and its creditor may still load it anew. */
  stale: z.boolean(),
  individualId: z.int().nullable(),
  ...chain,
  ...contractTerms,
  birthDate: z.string(),
  email: z.string().nullable(),
  phone2: z.string().nullable(),
  /** Masked; shown in full only by `reveal`. */
  passport: z.string().nullable(),
  snils: z.string().nullable(),
  regAddress: z.string().nullable(),
  tz: z.string(),
  contactFlag,
  /** What has happened in the debtor's life and acts on this claim, the newest first. */
  life: z.array(LifeEvent),
  /** Null also to whoever may not look at settlements. */
  settlement: claimSettlement,
  minAmount: amount.nullable(),
  externalId: z.string().nullable(),
  comment: z.string().nullable(),
  /** The same debtor's entry of a simple registry of this creditor, if it came first. */
  simpleEntry: z.object({ registryId: z.int(), id: z.int(), wasRejected: z.boolean() }).nullable(),
  ...entryHistory,
  version: z.int(),
});

/** A claim as the debtor himself sees it: nothing of the creditor's own notes and bounds. */
export const OwnClaim = z.object({
  id: z.int(),
  legalEntityId: z.int(),
  /** The claim's page is addressed by its registry too; nothing else of the registry is told. */
  registryId: z.int(),
  creditor: z.string(),
  creditorPhone: z.string().nullable(),
  ...owed,
  ...claimState,
  ...answer,
  /** When he has said that no bailiffs collect it, as long as nothing proves them; null otherwise. */
  deniedAt: instant.nullable(),
  settlement: claimSettlement,
  createdAt: instant,
});
export const OwnClaimCard = OwnClaim.extend({
  ...chain,
  ...contractTerms,
  /** Whether the debt grows, and by how much a day, in sentences; nothing of one that is settled. */
  growth: z.array(z.string()),
  versions: entryHistory.versions,
  moments: entryHistory.moments,
  moreHistory: entryHistory.moreHistory,
  /** Buttons open to the debtor now. */
  moves: z.array(z.enum(['reject', 'denyBailiffs', 'recallDenial'])),
  openReasons,
  version: z.int(),
});
