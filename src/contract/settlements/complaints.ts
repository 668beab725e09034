import * as z from 'zod';
import { COMPLAINT_KINDS, COMPLAINT_LENGTH, complaintMachine } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS } from '#domain/parties/contact-law.ts';
import { filledText, id, instant, keysOf, text } from '../kernel/fields.ts';
import { anyFile, spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, someOf, unsearchedListQuery } from '../kernel/page.ts';
import { ContactRow, contactFinding as finding } from '../registries/contact-parts.ts';
import { side } from './chat-parts.ts';

const kind = z.enum(keysOf(COMPLAINT_KINDS));
const status = z.enum(complaintMachine.statuses);

/** A complaint as whoever has made it reads it. */
const OwnComplaint = z.object({
  id: z.int(),
  /** What it is of: one of the two. */
  messageId: z.int().nullable(),
  contactId: z.int().nullable(),
  /** What it is called: kind, day and debt, without a word of it. */
  thing: z.string(),
  /** Where a message is, and which kind of contact it is of. */
  chatId: z.int().nullable(),
  no: z.int().nullable(),
  contact: z.enum(keysOf(CONTACT_KINDS)).nullable(),
  /** Whether it is of a creditor, about whom there is somebody else to write to. */
  isOfCreditor: z.boolean(),
  kind,
  words: z.string().nullable(),
  status,
  /** What the operator has said to it; null until he has decided. */
  answer: z.string().nullable(),
  /** Whether what it is of has changed since it was decided, so that it may be complained of anew. */
  mayAgain: z.boolean(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});

const ComplaintRow = z.object({
  id: z.int(),
  createdAt: instant,
  status,
  kind,
  /** What it is of: a message of a chat, or a contact of the journal by its kind. */
  contact: z.enum(keysOf(CONTACT_KINDS)).nullable(),
  /** Who complains, and of whom. */
  by: z.string(),
  of: z.string(),
  debtor: z.string().nullable(),
  creditor: z.string().nullable(),
  /** The agreement, the request or the contract, as people call it. */
  about: z.string().nullable(),
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
});

const Complaint = ComplaintRow.extend({
  /** Like what the message has said, for those who may decide. */
  words: z.string().nullable(),
  /** What operators have found of a contact; null where there was nothing to choose, or not yet. */
  finding: finding.nullable(),
  /** Between what whoever upholds it chooses; empty where there is nothing to choose. */
  findings: z.array(finding),
  /** What it is of as the reader sees it now: whoever decides gives it back, so that he decides what he has read. Empty for whoever reads no words. */
  seen: z.string(),
  /** The message with all that it has said, the last one last; null of a contact. */
  message: z
    .object({
      id: z.int(),
      chatId: z.int(),
      no: z.int(),
      side,
      createdAt: instant,
      /** Since when it is taken away. */
      deletedAt: instant.nullable(),
      /** Its file, and whether whoever decides may open it from here, also once it was taken away. */
      file: z.object({ name: z.string(), isKept: z.boolean() }).nullable(),
      versions: z.array(z.object({ text: z.string(), at: instant })),
      /** What was done to it since it was written, and by which side; null where the system has. */
      acts: z.array(
        z.object({
          at: instant,
          what: z.enum(['edited', 'removed', 'restored', 'fileRemoved', 'fileRestored']),
          by: side.nullable(),
        }),
      ),
    })
    .nullable(),
  /** The contact as the journal has it now, and as what it stood when it was complained of; null of a message. */
  record: ContactRow.pick({
    at: true,
    status: true,
    why: true,
    author: true,
    note: true,
    failedBy: true,
    failedWhy: true,
  })
    .extend({ stood: z.enum(['held', 'failed']) })
    .nullable(),
  settlementId: z.int().nullable(),
  individualId: z.int().nullable(),
  legalEntityId: z.int().nullable(),
  /** Whether a creditor hears of it once it is found justified. */
  tellsCreditor: z.boolean(),
  /** Whether both sides read in their talk that it was decided. */
  tellsTalk: z.boolean(),
  /** Whether it is about the reader himself: then another operator decides. */
  isOfReader: z.boolean(),
  /** Whether the reader has complained himself, by whichever of his accounts: then too. */
  isByReader: z.boolean(),
  /** What the viewer may do about it now. */
  moves: z.array(z.enum(['uphold', 'dismiss'])),
});

const complainForm = z.strictObject({ kind, words: text(COMPLAINT_LENGTH).optional() });

const complainers = { individual: 'own', employee: ['member', 'head', 'manager', 'accountant'] } as const;
const deciders = { operator: ['all', 'administrator', 'manager'] } as const;
const readers = { operator: ['all', 'administrator', 'manager', 'observer'] } as const;
const filters = { status: z.array(status).max(3), kind: z.array(kind).max(6), legalEntityId: id };
/** Open ones first, unless by the time they came. */
const sorts = ['open', 'createdAt'] as const;
const columns = [
  'id',
  'createdAt',
  'status',
  'kind',
  'contact',
  'by',
  'of',
  'debtor',
  'creditor',
  'about',
  'answer',
  'decidedBy',
  'decidedAt',
] as const;

/** «Пожаловаться» on a message or a contact, and what operators decide about it (docs/decisions/0200). */
export const complaints = module('complaints', 'Жалобы', {
  ofMessage: op('POST /api/chats/{id}/message/{messageId}/complaint', {
    about: 'Пожаловаться на сообщение',
    access: complainers,
    on: { id: 'chat', messageId: 'otherMessage' },
    body: complainForm,
    out: OwnComplaint,
    errors: ['input.invalid', 'rate.limited'],
  }),
  ofContact: op('POST /api/contacts/{id}/complaint', {
    about: 'Пожаловаться на контакт с заёмщиком',
    access: { individual: 'own' },
    on: { id: 'contactRecord' },
    body: complainForm,
    out: OwnComplaint,
    errors: ['input.invalid', 'move.illegal', 'rate.limited'],
  }),
  own: op('GET /api/complaints', {
    about: 'Мои жалобы',
    access: complainers,
    lists: ['complaint'],
    out: someOf(OwnComplaint),
  }),
  list: op('GET /internal/complaints', {
    about: 'Жалобы',
    access: readers,
    lists: ['complaint'],
    query: unsearchedListQuery(sorts, filters),
    out: listOf(ComplaintRow),
  }),
  counts: op('GET /internal/complaints/counts', {
    about: 'Сколько жалоб в каждом статусе',
    access: readers,
    lists: ['complaint'],
    query: countsQuery(filters).omit({ q: true }),
    out: Counts,
  }),
  get: op('GET /internal/complaints/{id}', {
    about: 'Жалоба с тем, на что пожаловались',
    access: readers,
    on: { id: 'complaint' },
    out: Complaint,
  }),
  file: op('GET /internal/complaints/{id}/file', {
    about: 'Скачать файл сообщения, на которое пожаловались',
    access: deciders,
    on: { id: 'complaint' },
    file: anyFile,
  }),
  decide: op('POST /internal/complaints/{id}/decision', {
    about: 'Решить по жалобе',
    access: deciders,
    vouched: true,
    on: { id: 'complaint' },
    /** The answer is read by whoever has complained. */
    body: z.strictObject({
      move: z.enum(['uphold', 'dismiss']),
      answer: filledText(COMPLAINT_LENGTH),
      seen: z.string().max(64),
      finding: finding.optional(),
    }),
    out: Complaint,
    errors: ['move.illegal', 'version.stale', 'approval.own', 'input.invalid'],
  }),
  exportExcel: op('GET /internal/complaints/exports/excel', {
    about: 'Выгрузить жалобы таблицей',
    access: deciders,
    lists: ['complaint'],
    query: exportQuery(sorts, filters, columns).omit({ q: true }),
    file: spreadsheet,
  }),
});
