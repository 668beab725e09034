import * as z from 'zod';
import { feedbackMachine } from '#domain/settlements/feedback.ts';
import { CLOSE_REASONS } from '#domain/settlements/settlement.ts';
import { paperReaders } from '../documents/documents.ts';
import { day, filledLineText, id, instant, keysOf, text } from '../kernel/fields.ts';
import { pdf, spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, unsearchedListQuery } from '../kernel/page.ts';
import { Settlement } from './settlement-card.ts';

/** What a debtor says of his settlement, as those see it who judge it. */
const FeedbackRow = z.object({
  id: z.int(),
  number: z.string(),
  debtor: z.string(),
  creditor: z.string(),
  rating: z.int(),
  text: z.string().nullable(),
  status: z.enum(feedbackMachine.statuses),
  reason: z.string().nullable(),
  at: instant,
});

/** Bands of a debt in roubles, from and below. */
const band = z.object({ from: z.int(), below: z.int().nullable() });

/** Settlements that ended well, told so that nobody of them can be found: never fewer than five together. */
const AnonymousSettlements = z.object({
  items: z.array(
    z.object({
      contractKind: z.string(),
      debt: band,
      settlements: z.int(),
      /** The share forgiven, basis points; days from signing to the end; both the middle of the group. */
      discountBps: z.int(),
      days: z.int(),
      rating: z.number().nullable(),
    }),
  ),
});

export const endings = module('endings', 'Завершение урегулирований', {
  fulfil: op('POST /api/legal-entities/{id}/loans/{x}/fulfil', {
    about: 'Подтвердить исполнение и выдать справку',
    access: { employee: ['member', 'head', 'accountant'] },
    on: { id: 'legalEntity', x: 'settlement' },
    out: Settlement,
    errors: ['authority.needed', 'move.illegal'],
  }),
  breach: op('POST /api/legal-entities/{id}/loans/{x}/breach', {
    about: 'Расторгнуть соглашение за нарушение',
    access: { employee: ['member', 'head'] },
    on: { id: 'legalEntity', x: 'settlement' },
    toDebtor: ['reason'],
    body: z.strictObject({ reason: filledLineText(500).min(10, 'Назовите причину: не меньше 10 знаков') }),
    out: Settlement,
    errors: ['authority.needed', 'move.illegal', 'payment.open'],
  }),
  waivePenalty: op('POST /api/legal-entities/{id}/loans/{x}/waive-penalty', {
    about: 'Списать начисленную неустойку',
    access: { employee: ['member', 'head'] },
    on: { id: 'legalEntity', x: 'settlement' },
    out: Settlement,
    errors: ['authority.needed', 'move.illegal', 'payment.open'],
  }),
  certificate: op('GET /api/loans/{id}/get-certificate-document', {
    about: 'Скачать справку о погашении',
    access: paperReaders,
    on: { id: 'settlement' },
    file: pdf,
    errors: ['certificate.absent', 'document.unmade'],
  }),
  rate: op('PUT /api/individuals/{id}/loans/{loanId}/rate', {
    about: 'Оценить урегулирование',
    access: { individual: 'own' },
    on: { id: 'individual', loanId: 'settlement' },
    body: z.strictObject({ rating: z.int().min(1).max(5), text: text(1000).optional() }),
    out: Settlement,
    errors: ['move.illegal'],
  }),
  moderate: op('PUT /api/loans/{id}/feedback/moderation', {
    about: 'Опубликовать или отклонить отзыв',
    access: { operator: ['all', 'administrator', 'manager'] },
    on: { id: 'settlement' },
    body: z.strictObject({ move: z.enum(['publish', 'reject']), reason: text(500).optional() }),
    out: FeedbackRow,
    errors: ['move.illegal', 'approval.own'],
  }),
  feedbacks: op('GET /internal/feedback', {
    about: 'Отзывы об урегулированиях',
    access: { operator: ['all', 'administrator', 'manager', 'observer'] },
    query: unsearchedListQuery(['at'], { status: z.array(z.enum(feedbackMachine.statuses)).max(4) }),
    out: listOf(FeedbackRow),
  }),
  closedReport: op('POST /api/loans/closed-loans-report', {
    about: 'Отчёт о закрытых сделках',
    access: {
      employee: ['member', 'head', 'manager', 'accountant'],
      operator: ['all', 'administrator', 'manager', 'accountant'],
    },
    lists: ['settlement'],
    body: z.strictObject({
      from: day.optional(),
      to: day.optional(),
      legalEntityId: id.optional(),
      closeReason: z
        .array(z.enum(keysOf(CLOSE_REASONS)))
        .min(1)
        .max(keysOf(CLOSE_REASONS).length)
        .optional(),
    }),
    file: spreadsheet,
  }),
  anonymousSettlements: op('GET /api/loans/anonymous', {
    about: 'Исполненные сделки без имён',
    access: 'anyone',
    out: AnonymousSettlements,
  }),
});
