import * as z from 'zod';
import { DEBT_PART_CODES } from '#domain/settlements/debt-structure.ts';
import { DocumentText, opens } from '../documents/document-text.ts';
import { everyEmployee } from '../kernel/access.ts';
import { filledLineText, filledText, id, oneLineText, text, textHash } from '../kernel/fields.ts';
import { pdf, spreadsheet } from '../kernel/file.ts';
import { CodeSent, codeOfText, oneTimeCode } from '../kernel/one-time-code.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { penaltyDayBps, shiftEvery } from './policy-band.ts';
import { plan, Settlement, SettlementRow, side, status } from './settlement-card.ts';

const filters = {
  status: z.array(status).max(4),
  turn: z.array(side).max(2),
  /** Agreements dearer than the law allows, and those of which too little is known to say. */
  price: z.array(z.enum(['above', 'unknown'])).max(2),
  /** A payment of the schedule is overdue, and may be paid: nothing in the debtor's life stops it. */
  late: z.boolean(),
};
const filtersOfAll = { ...filters, legalEntityId: id, individualId: id };
const sorts = ['createdAt', 'nextDueDate'] as const;
const columns = [
  'number',
  'debtor',
  'creditor',
  'contractNumber',
  'debtTotal',
  'agreedAmount',
  'discountAmount',
  'paidAmount',
  'planKind',
  'payments',
  'nextDueDate',
  'daysLate',
  'overdueSum',
  'status',
  'closeReason',
  'signedAt',
  'createdAt',
  'priceProblem',
] as const;
const Settlements = listOf(SettlementRow);

const everyone = {
  individual: 'own',
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
} as const;
const watchers = { operator: everyone.operator } as const;
const debtor = { individual: 'own' } as const;
const creditor = { employee: ['member', 'head', 'manager'] } as const;
/** The agreement names the debtor whole, so that it is read by those who sign it. */
const readers = { ...debtor, ...creditor } as const;
const ofDebtor = { id: 'individual', x: 'settlement' } as const;
const ofCreditor = { id: 'legalEntity', x: 'settlement' } as const;

/** What is not named is acknowledged. */
const disputeForm = z.strictObject({
  parts: z
    .array(z.strictObject({ code: z.enum(DEBT_PART_CODES), reason: oneLineText(200).nullable() }))
    .max(DEBT_PART_CODES.length),
});
/** `textHash` is of the draft that was read: another text is not signed, and no text unread. A code is asked for it before. */
const offerForm = z.strictObject({
  plan,
  comment: text(1000).optional(),
  textHash,
  code: oneTimeCode,
});
/** The creditor may leave less of the penalty than his conditions say, and let the debtor shift a payment oftener: that no new schedule changes. */
const gifts = { penaltyDayBps: penaltyDayBps.optional(), shiftEvery: shiftEvery.optional() };
const creditorOfferForm = offerForm.extend(gifts);
const creditorScheduleForm = creditorOfferForm.omit({ shiftEvery: true });
const reopenReason = filledLineText(500).min(10, 'Назовите причину: не меньше 10 знаков');
/** What is read before it is signed: the terms of an agreement or of a new schedule, or the reason to give an agreement up. */
const draftForm = z.strictObject({ plan: plan.optional(), reason: reopenReason.optional(), opens });
const creditorDraftForm = draftForm.extend(gifts);
/** Of an offer that lies on the table: of its text together with its bounds, so that it says which text is signed, too. */
const termsHash = textHash;
const acceptForm = z.strictObject({ termsHash, code: oneTimeCode });
const rejectForm = z.strictObject({ reason: filledText(500).min(3, 'Назовите причину: не меньше 3 знаков') });
const askReason = filledText(1000).min(10, 'Объясните руководителю: не меньше 10 знаков');
const askToOfferForm = creditorOfferForm.omit({ code: true, textHash: true }).extend({ reason: askReason });
const askToRescheduleForm = askToOfferForm.omit({ shiftEvery: true });
const askToAcceptForm = z.strictObject({ termsHash, reason: askReason });
/** A yes is signed: it names the text that was read, and carries a code. */
const decisionForm = z.strictObject({
  approvalId: id,
  decision: z.enum(['approve', 'reject']),
  reason: text(1000).optional(),
  textHash: textHash.optional(),
  code: oneTimeCode.optional(),
});
/** The first who says so gives a reason and names the text that he has read; the other names what he agrees to. */
const reopenForm = z.strictObject({
  reason: reopenReason.optional(),
  termsHash: termsHash.optional(),
  textHash: textHash.optional(),
  code: oneTimeCode,
});
const reopenErrors = [
  'move.illegal',
  'input.invalid',
  'offer.own',
  'offer.replaced',
  'payment.open',
  'code.wrong',
  'rules.needed',
] as const;
/** Of whoever signs for a company: he needs the right to. */
const forCompany = 'authority.needed' as const;
const offerErrors = ['move.illegal', 'input.invalid', 'offer.replaced', 'code.wrong', 'rules.needed'] as const;
const acceptErrors = ['move.illegal', 'offer.own', 'offer.replaced', 'code.wrong', 'rules.needed'] as const;
/** A paper by terms that are about to be offered: it is composed to be read or printed, and nothing of it is written. */
const drafting = { asks: true, errors: ['move.illegal', 'input.invalid'], limit: 'draft' } as const;
const debtorDraft = { access: debtor, on: ofDebtor, body: draftForm, ...drafting };
const creditorDraft = { access: creditor, on: ofCreditor, body: creditorDraftForm, ...drafting };

export const settlements = module('settlements', 'Урегулирования', {
  list: op('GET /api/loans', {
    about: 'Урегулирования',
    access: everyone,
    lists: ['settlement'],
    query: listQuery(sorts, filtersOfAll),
    out: Settlements,
  }),
  counts: op('GET /api/loans/counts', {
    about: 'Сколько урегулирований в каждом статусе',
    access: everyone,
    lists: ['settlement'],
    query: countsQuery(filtersOfAll),
    out: Counts,
  }),
  exportExcel: op('GET /api/loans/exports/excel', {
    about: 'Выгрузить урегулирования таблицей',
    access: {
      employee: ['member', 'head', 'manager', 'accountant'],
      operator: ['all', 'administrator', 'manager', 'accountant'],
    },
    lists: ['settlement'],
    query: exportQuery(sorts, filtersOfAll, columns),
    file: spreadsheet,
  }),
  get: op('GET /api/loans/{id}', {
    about: 'Урегулирование',
    access: everyone,
    on: { id: 'settlement' },
    out: Settlement,
  }),
  ofIndividual: op('GET /api/individuals/{id}/loans', {
    about: 'Урегулирования физлица',
    access: { ...debtor, ...watchers },
    on: { id: 'individual' },
    lists: ['settlement'],
    query: listQuery(sorts, filters),
    out: Settlements,
  }),
  ofCompany: op('GET /api/legal-entities/{id}/loans', {
    about: 'Урегулирования компании',
    access: { employee: everyone.employee, ...watchers },
    on: { id: 'legalEntity' },
    lists: ['settlement'],
    query: listQuery(sorts, filters),
    out: Settlements,
  }),
  readAgreement: op('GET /api/loans/{id}/agreement-text', {
    about: 'Прочитать документ, который предлагают подписать',
    access: readers,
    on: { id: 'settlement' },
    out: DocumentText,
    errors: ['document.absent'],
    limit: 'draft',
  }),
  printAgreement: op('GET /api/loans/{id}/agreement-text/pdf', {
    about: 'Скачать проект документа, который предлагают подписать',
    access: readers,
    on: { id: 'settlement' },
    file: pdf,
    errors: ['document.absent'],
    limit: 'draft',
  }),
  draftByDebtor: op('POST /api/individuals/{id}/loans/{x}/agreement-text', {
    about: 'Прочитать документ по своим условиям до подписи',
    ...debtorDraft,
    out: DocumentText,
  }),
  draftByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/agreement-text', {
    about: 'Прочитать документ по условиям компании до подписи',
    toDebtor: ['reason'],
    ...creditorDraft,
    out: DocumentText,
  }),
  printDraftByDebtor: op('POST /api/individuals/{id}/loans/{x}/agreement-text/pdf', {
    about: 'Скачать проект документа по своим условиям до подписи',
    ...debtorDraft,
    file: pdf,
  }),
  printDraftByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/agreement-text/pdf', {
    about: 'Скачать проект документа по условиям компании до подписи',
    toDebtor: ['reason'],
    ...creditorDraft,
    file: pdf,
  }),
  disputeParts: op('PUT /api/individuals/{id}/loans/{x}/disputed-parts', {
    about: 'Отметить, что в долге оспаривается',
    access: debtor,
    on: ofDebtor,
    body: disputeForm,
    out: Settlement,
    errors: ['move.illegal', 'input.invalid'],
    limit: 'mark',
  }),
  codeForDebtor: op('POST /api/individuals/{id}/loans/{x}/signing-code', {
    about: 'Получить код подписи',
    access: debtor,
    on: ofDebtor,
    body: codeOfText,
    out: CodeSent,
    errors: ['move.illegal', 'rules.needed'],
    limit: 'code',
  }),
  offerByDebtor: op('POST /api/individuals/{id}/offer-terms/{x}', {
    about: 'Предложить условия кредитору',
    access: debtor,
    on: ofDebtor,
    body: offerForm,
    out: Settlement,
    errors: [...offerErrors, 'consent.needed'],
  }),
  acceptByDebtor: op('POST /api/individuals/{id}/accept-terms/{x}', {
    about: 'Принять условия кредитора',
    access: debtor,
    on: ofDebtor,
    body: acceptForm,
    out: Settlement,
    errors: acceptErrors,
  }),
  rejectByDebtor: op('POST /api/individuals/{id}/loans/{x}/reject-terms', {
    about: 'Отклонить условия кредитора',
    access: debtor,
    on: ofDebtor,
    body: rejectForm,
    out: Settlement,
    errors: ['move.illegal'],
  }),
  recallByDebtor: op('POST /api/individuals/{id}/loans/{x}/recall-terms', {
    about: 'Отозвать своё предложение кредитору',
    access: debtor,
    on: ofDebtor,
    out: Settlement,
    errors: ['move.illegal'],
  }),
  rescheduleByDebtor: op('POST /api/individuals/{id}/loans/{x}/reschedule', {
    about: 'Предложить кредитору новый график на остаток',
    access: debtor,
    on: ofDebtor,
    body: offerForm,
    out: Settlement,
    errors: offerErrors,
  }),
  reopenByDebtor: op('POST /api/individuals/{id}/loans/{x}/reopen', {
    about: 'Отменить соглашение с кредитором и вернуться к торгам',
    access: debtor,
    on: ofDebtor,
    body: reopenForm,
    out: Settlement,
    errors: reopenErrors,
  }),
  stopByDebtor: op('POST /api/individuals/{id}/loans/{x}/stop', {
    about: 'Прекратить торги с кредитором',
    access: debtor,
    on: ofDebtor,
    body: rejectForm,
    out: Settlement,
    errors: ['move.illegal'],
  }),
  codeForCreditor: op('POST /api/legal-entities/{id}/loans/{x}/signing-code', {
    about: 'Получить код подписи от имени компании',
    access: creditor,
    on: ofCreditor,
    body: codeOfText,
    out: CodeSent,
    errors: ['move.illegal', 'rules.needed', forCompany],
    limit: 'code',
  }),
  offerByCreditor: op('POST /api/legal-entities/{id}/offer-terms/{x}', {
    about: 'Предложить условия заёмщику',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['comment'],
    body: creditorOfferForm,
    out: Settlement,
    errors: [...offerErrors, forCompany],
  }),
  acceptByCreditor: op('POST /api/legal-entities/{id}/accept-terms/{x}', {
    about: 'Принять условия заёмщика',
    access: creditor,
    on: ofCreditor,
    body: acceptForm,
    out: Settlement,
    errors: [...acceptErrors, forCompany],
  }),
  askToOffer: op('POST /api/legal-entities/{id}/loans/{x}/ask-to-offer', {
    about: 'Попросить руководителя предложить условия ниже правил',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['comment'],
    body: askToOfferForm,
    out: Settlement,
    errors: ['move.illegal', 'input.invalid'],
  }),
  askToReschedule: op('POST /api/legal-entities/{id}/loans/{x}/ask-to-reschedule', {
    about: 'Попросить руководителя предложить новый график вне правил',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['comment'],
    body: askToRescheduleForm,
    out: Settlement,
    errors: ['move.illegal', 'input.invalid'],
  }),
  askToAccept: op('POST /api/legal-entities/{id}/loans/{x}/ask-to-accept', {
    about: 'Попросить руководителя принять условия ниже правил',
    access: creditor,
    on: ofCreditor,
    body: askToAcceptForm,
    out: Settlement,
    errors: ['move.illegal', 'offer.own', 'offer.replaced'],
  }),
  readAsked: op('POST /api/legal-entities/{id}/loans/{x}/asked-text', {
    about: 'Прочитать документ, о котором просят руководителя, до подписи',
    access: { employee: ['member', 'head'] },
    on: ofCreditor,
    body: z.strictObject({ approvalId: id, opens }),
    out: DocumentText,
    asks: true,
    errors: ['approval.closed', 'document.absent', 'move.illegal', 'input.invalid'],
    limit: 'draft',
  }),
  /** Whoever may decide agrees below the conditions by himself, too. */
  decideAsked: op('POST /api/legal-entities/{id}/loans/{x}/decide-asked', {
    about: 'Решать о договорённостях ниже условий компании',
    access: { employee: ['member', 'head'] },
    on: ofCreditor,
    body: decisionForm,
    out: Settlement,
    errors: [
      'approval.own',
      'approval.closed',
      'offer.replaced',
      'input.invalid',
      'code.wrong',
      'rules.needed',
      forCompany,
    ],
  }),
  rejectByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/reject-terms', {
    about: 'Отклонить условия заёмщика',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['reason'],
    body: rejectForm,
    out: Settlement,
    errors: ['move.illegal'],
  }),
  recallByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/recall-terms', {
    about: 'Отозвать своё предложение заёмщику',
    access: creditor,
    on: ofCreditor,
    out: Settlement,
    errors: ['move.illegal'],
  }),
  rescheduleByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/reschedule', {
    about: 'Предложить заёмщику новый график на остаток',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['comment'],
    body: creditorScheduleForm,
    out: Settlement,
    errors: [...offerErrors, forCompany],
  }),
  reopenByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/reopen', {
    about: 'Отменить соглашение с заёмщиком и вернуться к торгам',
    access: { employee: ['member', 'head'] },
    on: ofCreditor,
    toDebtor: ['reason'],
    body: reopenForm,
    out: Settlement,
    errors: [...reopenErrors, forCompany],
  }),
  stopByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/stop', {
    about: 'Прекратить торги с заёмщиком',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['reason'],
    body: rejectForm,
    out: Settlement,
    errors: ['move.illegal'],
  }),
});
