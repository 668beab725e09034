import * as z from 'zod';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { COURT_PAPERS } from '#domain/settlements/proceedings.ts';
import { everyEmployee } from '../kernel/access.ts';
import { instant, keysOf } from '../kernel/fields.ts';
import { pdf } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { DocumentText } from './document-text.ts';
import { delivery } from './notice-delivery.ts';

/** The kinds of documents that the platform issues. */
export const DOCUMENT_KINDS = {
  agreement: 'Соглашение о погашении задолженности',
  signing_protocol: 'Протокол подписания',
  certificate: 'Справка об отсутствии задолженности',
  receipt: 'Подтверждение оплаты',
  addendum: 'Дополнительное соглашение',
  annulment: 'Соглашение об отмене',
  breach_notice: 'Уведомление о нарушении',
  termination_notice: 'Уведомление о расторжении',
  restoration_notice: 'Уведомление о восстановлении долга',
  requisites_notice: 'Уведомление об изменении реквизитов',
  statement: 'Справка о состоянии долга',
  assignment_notice: 'Уведомление об уступке',
  shift_notice: 'Уведомление о переносе платежа',
} as const;
const kind = z.enum(Object.keys(DOCUMENT_KINDS) as [keyof typeof DOCUMENT_KINDS]);
const status = z.enum(issuedDocumentMachine.statuses);

/** As programs write it; a person may paste it in capitals. */
const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .length(64, 'В отпечатке 64 знака')
  .regex(/^[0-9a-f]{64}$/, 'В отпечатке только цифры и буквы a–f');

/** A document as its parties see it. */
const IssuedDocument = z.object({
  id: z.int(),
  kind,
  number: z.string(),
  status,
  templateVersion: z.int(),
  /** As the document prints it, in fours. */
  verifyCode: z.string(),
  /** Its file is there; whoever has that can count its fingerprint, nobody else is told (docs/decisions/0110). */
  made: z.boolean(),
  /** In bytes; null while the file is being made. */
  size: z.int().nullable(),
  issuedAt: instant,
  /** What became of a notice; null for other papers. */
  notice: z.object(delivery).nullable(),
  /** The claim that a notice of an assignment is about; other papers are of the settlement. */
  registryEntryId: z.int().nullable(),
  /** The scan of the deed of that assignment is there. */
  hasDeed: z.boolean(),
});

const parties = {
  individual: 'own',
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
} as const;

/**
 * Papers of an agreement hold the passport of a person. They are read by whoever sees him in full: the person himself, of a
 * company those who sign for it and load its debtors, of operators those who may reveal him (docs/decisions/0062).
 */
export const paperReaders = {
  individual: 'own',
  employee: ['member', 'head', 'manager'],
  operator: ['all', 'administrator', 'manager'],
} as const;

export const documents = module('documents', 'Документы', {
  contract: op('GET /api/loans/{id}/get-contract-document', {
    about: 'Скачать соглашение или протокол его подписания',
    access: paperReaders,
    on: { id: 'settlement' },
    query: z.strictObject({ kind: z.enum(['agreement', 'signing_protocol']).default('agreement') }),
    file: pdf,
    errors: ['document.absent', 'document.unmade'],
  }),
  /** Nothing of a draft is issued or kept: whoever sends it reads, mends and signs it himself (docs/decisions/0102). */
  courtPaper: op('GET /api/loans/{id}/court-paper', {
    about: 'Скачать проект заявления в суд или приставу',
    access: paperReaders,
    on: { id: 'settlement' },
    query: z.strictObject({ kind: z.enum(keysOf(COURT_PAPERS)) }),
    file: pdf,
    errors: ['document.absent'],
  }),
  /** `a` is the kind of a document's owner: so far only `loan`, the settlement it belongs to; `b` is the owner. */
  list: op('GET /api/issued-documents/{a}/{b}', {
    about: 'Документы урегулирования и уведомление об уступке его требования',
    access: parties,
    on: { b: 'settlement' },
    lists: ['document'],
    out: z.object({ items: z.array(IssuedDocument) }),
  }),
  get: op('GET /api/issued-documents/{a}/{b}/{c}', {
    about: 'Скачать документ',
    access: paperReaders,
    on: { b: 'settlement', c: 'document' },
    file: pdf,
    errors: ['document.unmade'],
  }),
  /** The debtor opens a notice in his cabinet: it has been delivered and read then. */
  readNotice: op('POST /api/individuals/{id}/loans/{x}/notices/{documentId}/read', {
    about: 'Прочитать уведомление',
    access: { individual: 'own' },
    on: { id: 'individual', x: 'settlement', documentId: 'document' },
    out: DocumentText,
    errors: ['document.absent'],
  }),
  /** The notice of its assignment, which is of the claim itself: there may be no settlement. */
  assignmentNotice: op('GET /api/registry-entries/{e}/assignment-notice', {
    about: 'Скачать уведомление об уступке',
    access: paperReaders,
    on: { e: 'registryEntry' },
    file: pdf,
    errors: ['document.absent'],
  }),
  readAssignmentNotice: op('POST /api/individuals/{id}/registry-entries/{e}/assignment-notice/read', {
    about: 'Прочитать уведомление об уступке',
    access: { individual: 'own' },
    on: { id: 'individual', e: 'registryEntry' },
    out: DocumentText,
    errors: ['document.absent'],
  }),
  /** Tells whoever holds a document that it is ours, and nothing of its parties or sums. */
  verify: op('GET /api/public/documents/{code}', {
    about: 'Проверить документ по коду',
    access: 'anyone',
    limit: 'token',
    out: z.object({ kind, number: z.string(), status, issuedAt: instant, made: z.boolean() }),
    errors: ['object.absent'],
  }),
  /** The fingerprint of a file is compared and never told: of a short paper it would answer guesses about what is in it. */
  compare: op('POST /api/public/documents/{code}/compare', {
    about: 'Сравнить файл с выданным документом',
    access: 'anyone',
    limit: 'token',
    body: z.strictObject({ sha256 }),
    out: z.object({ same: z.boolean() }),
    asks: true,
    errors: ['object.absent'],
  }),
});
