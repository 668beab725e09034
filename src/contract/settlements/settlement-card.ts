import * as z from 'zod';
import { FEE_PAYERS, FEE_WAYS } from '#domain/money/fee-kinds.ts';
import { DECISIONS } from '#domain/negotiation/decision.ts';
import { termsOfferMachine } from '#domain/negotiation/terms-offer.ts';
import { INTEREST_RIGHTS } from '#domain/parties/interest-right.ts';
import { LIFE_EVENTS } from '#domain/parties/life-event.ts';
import { contractKinds } from '#domain/registries/registry-lists.ts';
import { DEBT_PART_CODES } from '#domain/settlements/debt-structure.ts';
import { feedbackMachine } from '#domain/settlements/feedback.ts';
import { MAX_PAYMENTS, MAX_PERIOD_MONTHS, MAX_RATE_BPS, PLAN_KINDS } from '#domain/settlements/plan.ts';
import { COURT_PAPERS } from '#domain/settlements/proceedings.ts';
import { scheduleItemMachine } from '#domain/settlements/schedule-item.ts';
import { CLOSE_REASONS, PRICE_STANDINGS, settlementMachine } from '#domain/settlements/settlement.ts';
import { day, instant, keysOf, shareBps, sum, sumOrNone } from '../kernel/fields.ts';
import { feeRule } from '../money/fee-rule.ts';
import { LifeEvent } from '../parties/life-events.ts';
import { Approval } from '../platform/approvals.ts';
import { limitation } from '../registries/entry-parts.ts';
import { Breach, Restored } from './ended-parts.ts';
import { band, shiftEvery } from './policy-band.ts';
import { OwnShift, PaymentShift } from './shift-parts.ts';

/** What is missing and who can give it; null while nothing is. */
const why = z.string().nullable();
/** Kopecks in an answer. */
const amount = z.int();
export const status = z.enum(settlementMachine.statuses);
export const side = z.enum(['individual', 'creditor']);
const planKind = z.enum(PLAN_KINDS);

/** How it is paid. Which of the fields a kind of plan needs is told by the rules of plans (docs/domain.md §8.3–8.6). */
export const plan = z.strictObject({
  kind: planKind,
  amount: sum,
  firstDate: day.optional(),
  downPayment: sumOrNone.optional(),
  payments: z.int().min(1).max(MAX_PAYMENTS).optional(),
  periodMonths: z.int().min(1).max(MAX_PERIOD_MONTHS).optional(),
  rateBps: shareBps(1, MAX_RATE_BPS).optional(),
  parts: z
    .array(z.strictObject({ date: day, amount: sum }))
    .max(MAX_PAYMENTS)
    .optional(),
});

/** The penalty of a late payment; null when there is none. */
export const penalty = z
  .object({ per: z.enum(['day', 'year']), rateBps: z.int(), freeDays: z.int().optional() })
  .nullable();

export const ScheduleRow = z.object({
  no: z.int(),
  plannedDate: z.string(),
  dueDate: z.string(),
  principal: amount,
  interest: amount,
  amount,
});

/** One condition of the creditor as it was applied to terms. */
export const Step = z.object({ rule: z.string(), holds: z.boolean(), text: z.string() });

/** What terms cost the debtor, on the day they were offered (353-ФЗ, ст. 6). */
const price = z.object({
  /** All that is paid by the schedule, with the platform's fee where the debtor pays it. */
  total: amount,
  interest: amount,
  /** What is paid above the debt by these terms: their interest, and the fee. */
  overpaid: amount,
  rateBps: z.int(),
  /** ПСК in thousandths of a percent a year; null where it is beyond counting. */
  fullCost: z.int().nullable(),
});

/** What the debtor should know of the tax on what is forgiven. */
const taxNote = z.object({ short: z.string(), sentences: z.array(z.string()) }).nullable();
const forgivenParts = z.array(z.object({ code: z.enum(DEBT_PART_CODES), amount }));

/** A round of the bargaining. It never changes; only how it ended is added. */
const TermsOffer = z.object({
  id: z.int(),
  round: z.int(),
  side,
  amount,
  planKind,
  plan: z.object({
    firstDate: z.string().nullable(),
    downPayment: amount,
    payments: z.int(),
    periodMonths: z.int().nullable(),
    rateBps: z.int(),
  }),
  rows: z.array(ScheduleRow),
  price,
  /** What of the debt is forgiven by it, whole and part by part. */
  forgiven: amount,
  forgivenBps: z.int(),
  forgivenParts,
  comment: z.string().nullable(),
  /** Made by conditions that the creditor has published, not by a person. */
  auto: z.boolean(),
  /** What the creditor's conditions say of a debtor's offer, rule by rule; null when a person decides. */
  decision: z.object({ kind: z.enum(DECISIONS), steps: z.array(Step) }).nullable(),
  /** What a late payment costs by these terms; null is nothing. */
  penalty,
  /** Once in how many payments the debtor may shift one by a week by these terms; null is never. */
  shiftEvery,
  /** What the platform takes of this settlement, VAT within it, and from whom; null when nothing. */
  fee: z.object({ payer: z.enum(FEE_PAYERS), way: z.enum(FEE_WAYS), amount, vat: amount }).nullable(),
  status: z.enum(termsOfferMachine.statuses),
  /** The platform took it off the table, since nobody may sign it any more. */
  returned: z.boolean(),
  rejectReason: z.string().nullable(),
  /** What the one who accepts repeats, so that he accepts what he has seen and nothing else. */
  termsHash: z.string(),
  expiresAt: instant,
  createdAt: instant,
});

/** What one side proposes about an agreement in force: another schedule for what is left, or to give the agreement up. */
const Proposal = TermsOffer.pick({
  id: true,
  round: true,
  side: true,
  amount: true,
  rows: true,
  price: true,
  comment: true,
  penalty: true,
  status: true,
  rejectReason: true,
  termsHash: true,
  expiresAt: true,
  createdAt: true,
}).extend({
  kind: z.enum(['addendum', 'annulment']),
  planKind: planKind.nullable(),
});

/** What the platform takes by terms asked about; of a schedule that changes an agreement, the debtor's fee still to come. */
const askedFee = z
  .object({ way: z.enum(FEE_WAYS), amount, vat: amount.optional() })
  .nullable()
  .optional();

/** Terms below the creditor's conditions about which his manager has asked the head. */
const HeadApproval = Approval.omit({
  kind: true,
  title: true,
  objectType: true,
  objectId: true,
  legalEntityId: true,
  objectName: true,
  link: true,
  deciders: true,
}).extend({
  /** To accept the active offer, to offer terms of one's own, or a new schedule of an agreement in force. */
  asks: z.enum(['accept', 'offer', 'reschedule']),
  amount,
  rows: z.array(ScheduleRow),
  penalty,
  /** Once in how many payments they let the debtor shift one; null where they say nothing of it. */
  shiftEvery,
  /**
   * What they cost on the day of the question; a new schedule forgives nothing anew. Null where it was asked before that was kept, and
   * without the fee where it was asked before that was.
   */
  cost: z
    .object({ price, forgiven: amount.optional(), forgivenParts: forgivenParts.optional(), taxNote, fee: askedFee })
    .nullable(),
  comment: z.string().nullable(),
});

/** A settlement as lists show it. */
export const SettlementRow = z.object({
  id: z.int(),
  number: z.string(),
  status,
  requestId: z.int(),
  registryEntryId: z.int(),
  individualId: z.int(),
  debtor: z.string(),
  legalEntityId: z.int(),
  creditor: z.string(),
  contractNumber: z.string(),
  debtTotal: amount,
  agreedAmount: amount.nullable(),
  /** On top of the agreed sum its debtor pays the platform's fee. */
  feeByDebtor: z.boolean(),
  discountAmount: amount.nullable(),
  discountBps: z.int().nullable(),
  planKind: planKind.nullable(),
  payments: z.int().nullable(),
  /** Whose move it is; null when nobody's. */
  turn: side.nullable(),
  round: z.int(),
  /** Until when the offer on the table holds. */
  offerExpiresAt: instant.nullable(),
  firstDueDate: z.string().nullable(),
  lastDueDate: z.string().nullable(),
  /** The first day of the schedule that still waits for money, and whether that is late: it has passed, and nothing stops payments. */
  nextDueDate: z.string().nullable(),
  isLate: z.boolean(),
  /** What of that day's payment is not paid yet; kopecks. */
  nextSum: amount.nullable(),
  /** What is not paid of all payments whose day has passed; kopecks. */
  overdueSum: amount,
  /** Something in its debtor's life stops what goes on in it. */
  standsStill: z.boolean(),
  /** What in its debtor's life stops its payments today; null where they go on. */
  stoppedBy: z.enum(keysOf(LIFE_EVENTS)).nullable(),
  /** What has been paid of the agreed sum. */
  paidAmount: amount,
  closeReason: z.enum(keysOf(CLOSE_REASONS)).nullable(),
  /** What is owed again since the agreement was ended for a breach, while nothing else is going on about the claim; kopecks. */
  owedAgain: amount.nullable(),
  signedAt: instant.nullable(),
  createdAt: instant,
  /** How the price of the agreement compares with the law of its day; null without interest, and before anybody has judged it. */
  priceStanding: z.enum(keysOf(PRICE_STANDINGS)).nullable(),
  /** By what figure it is above, or what is not known. */
  priceProblem: z.string().nullable(),
});

export const Settlement = SettlementRow.extend({
  registryId: z.int(),
  contractDate: z.string(),
  /** The debt as it was when the bargaining began; it does not grow any more. */
  debt: z.array(z.object({ code: z.enum(DEBT_PART_CODES), amount, remains: amount.nullable() })),
  debtAsOf: z.string(),
  /** What of the debt its debtor disputes, by the agreement once there is one; all else he acknowledges. */
  disputed: z.array(z.object({ code: z.enum(DEBT_PART_CODES), reason: z.string().nullable() })),
  /** He has changed that since the offer on the table was made, so that nobody may accept it. */
  disputedSinceOffer: z.boolean(),
  /** The offer on the table names the creditor's rule of ending, which acts no more: nobody may accept or read it. */
  namesEndedRule: z.boolean(),
  /** In which order parts of the debt are forgiven. */
  forgivenOrder: z.array(z.enum(DEBT_PART_CODES)),
  /** By what the law judges the price of an offer; what is unknown of the contract is null. */
  grounds: z.object({
    right: z.enum(keysOf(INTEREST_RIGHTS)),
    contractKind: z.enum(contractKinds.map(({ code }) => code)),
    contractDate: z.string(),
    contractEnd: z.string().nullable(),
    issuedAmount: amount.nullable(),
    contractRateBps: z.int().nullable(),
    /** A court has decided the claim, and its writ can be opened. */
    awarded: z.boolean(),
    contractCharges: amount.nullable(),
  }),
  /** The state of the claim's limitation today. */
  limitation,
  /** The rounds, the newest first. */
  offers: z.array(TermsOffer),
  /** `feeBase` is the sum by which a row bears its fee: of what a new schedule has left of a row, that row's. */
  schedule: z.array(
    ScheduleRow.extend({
      paid: amount,
      status: z.enum(scheduleItemMachine.statuses),
      feeBase: amount,
      /** The day that was agreed, of a payment that its debtor has shifted; null of any other. */
      shiftedFrom: z.string().nullable(),
    }),
  ),
  /** Rows that addenda, or an annulment, have replaced, each with the day of it. */
  replaced: z.array(ScheduleRow.extend({ paid: amount, replacedOn: z.string() })),
  /** What was proposed about the agreement in force, the newest first. */
  proposals: z.array(Proposal),
  /** The case of the debt, with the drafts that come with the agreement; null while nobody has gone to court. */
  proceedings: z
    .object({
      stage: z.enum(['court', 'enforcement']),
      /** When the debtor has said that there are no bailiffs, and whether the writ is attached. */
      deniedAt: instant.nullable(),
      proved: z.boolean(),
      words: z.string(),
      papers: z.array(z.enum(keysOf(COURT_PAPERS))),
    })
    .nullable(),
  /** What a new schedule would be for, the rate that it may bear and on how much of it; null when there is nothing to change. */
  rest: z.object({ principal: amount, earned: amount, rateBps: z.int(), interestOn: amount }).nullable(),
  /** The penalty that offers carry, or that the agreement has, before the law's ceiling for a plan with interest. */
  penalty,
  /** Once in how many payments the debtor may shift one by a week, by offers or by the agreement; null is never. */
  shiftEvery,
  /** What the debtor has shifted by his notices, the newest first, and what he may shift now; null for whom there is nothing to shift. */
  shifts: z.array(PaymentShift),
  shift: OwnShift.nullable(),
  /** Whether it is a consumer's credit, whose penalty the law limits. */
  consumer: z.boolean(),
  /** What is to be paid by whoever pays off all of it today, with the penalty: interest of days to come is not (docs/decisions/0139). */
  payOff: amount,
  /** Of the penalty of the agreement what is to be paid by today, and what has been paid. */
  penaltyOpen: amount,
  penaltyPaid: amount,
  signatures: z.array(
    z.object({
      side,
      signer: z.string(),
      /** Of a company: his position and ground as they were; null where they were not kept. */
      position: z.string().nullable(),
      ground: z.string().nullable(),
      method: z.string(),
      termsHash: z.string(),
      signedAt: instant,
    }),
  ),
  /** What the debtor should know of the tax on what the offer on the table, or the agreement, forgives. */
  taxNote,
  maxRounds: z.int(),
  /** For how many days what each side offers or proposes now binds it. */
  offerDays: z.object({ individual: z.int(), creditor: z.int() }),
  /** Buttons open to the viewer now. */
  moves: z.array(
    z.enum([
      'offer',
      'accept',
      'askToAccept',
      'reject',
      'recall',
      'stop',
      'reschedule',
      'reopen',
      'acceptProposal',
      'askToAcceptProposal',
      'rejectProposal',
      'recallProposal',
      'pay',
      'stateOutside',
      'fulfil',
      'breach',
      'waivePenalty',
      'rate',
      'takeHolidays',
      'askPause',
      'recallPause',
      'agreePause',
      'refusePause',
      'dispute',
      'objectHolidays',
      'shiftPayment',
    ]),
  ),
  /** Why the two may agree on nothing new, by the verification of both; null when they may. */
  cannotAgree: why,
  /** Why the viewer may not sign for his company, by what is to be signed; null for whom it is no question. */
  cannotSign: z.object({ conclude: why, change: why, certify: why }).nullable(),
  /** What the creditor's people have asked their head, the newest first; the debtor is not told. */
  asked: z.array(HeadApproval),
  /** The conditions below which this employee of the creditor asks his head; null for whom they do not bind. */
  bound: z.object(band.shape).nullable(),
  /** What has happened in the debtor's life, the newest first, and what it stops of this settlement. */
  life: z.array(LifeEvent),
  /**
   * By what the debtor pays the platform beside terms that may still be agreed on; null where he pays nothing. Of terms of a bargaining
   * the sum is theirs, and `agreed` is 0. Of what has been paid `paidWithoutFee` has borne none.
   */
  debtorFee: z
    .object({ tariff: z.object(feeRule), agreed: amount, charged: amount, paid: amount, paidWithoutFee: amount })
    .nullable(),
  closedAt: instant.nullable(),
  /** Which side has broken the bargaining off; null of any other settlement. */
  stoppedBy: side.nullable(),
  /** When the notice of a breach goes out if what is overdue is not paid, and how long there is to pay after it. */
  breachAhead: z.object({ noticeOn: z.string(), cure: z.string() }).nullable(),
  /**
   * When an agreement in force may be ended for late payments: after which delay, and how long there is to pay after the notice of it;
   * whether it ends by itself then, by the rule that the creditor has signed beforehand. Null of any other settlement.
   */
  breachTerms: z.object({ delay: z.string(), cure: z.string(), byRule: z.boolean() }).nullable(),
  /** The debtor has been told that the agreement ends unless he pays; the day of it. */
  breach: Breach.nullable(),
  /** The debt after an agreement that was ended for a breach, as the notice has told it; null otherwise. */
  restored: Restored.nullable(),
  /** What the debtor says of it; null before he has. */
  feedback: z
    .object({
      rating: z.int(),
      text: z.string().nullable(),
      status: z.enum(feedbackMachine.statuses),
      reason: z.string().nullable(),
    })
    .nullable(),
  updatedAt: instant,
});
