import * as z from 'zod';
import { HOLIDAY_GROUNDS, HOLIDAY_OBJECTIONS, MAX_HOLIDAY_MONTHS } from '#domain/settlements/holidays.ts';
import { DocumentText, opens } from '../documents/document-text.ts';
import { day, filledText, keysOf, sum, sumOrNone, text, textHash } from '../kernel/fields.ts';
import { paper } from '../kernel/file.ts';
import { oneTimeCode } from '../kernel/one-time-code.ts';
import { module, op } from '../kernel/op.ts';
import { Settlement } from './settlement-card.ts';

const debtor = { individual: 'own' } as const;
const creditor = { employee: ['member', 'head', 'manager'] } as const;
const ofDebtor = { id: 'individual', x: 'settlement' } as const;
const ofCreditor = { id: 'legalEntity', x: 'settlement' } as const;
const months = z.int().min(1).max(MAX_HOLIDAY_MONTHS);
const because = filledText(500).min(10, 'Назовите причину: не меньше 10 знаков');
const asking = { upload: paper, out: Settlement, errors: ['input.invalid', 'move.illegal', 'quota.exceeded'] } as const;

/** What stops the payments of one agreement for months: a right of the borrower, or the goodwill of his creditor. */
export const pauses = module('pauses', 'Каникулы и паузы', {
  takeHolidays: op('POST /api/individuals/{id}/loans/{x}/holidays', {
    about: 'Взять кредитные каникулы по закону',
    access: debtor,
    on: ofDebtor,
    body: z.strictObject({
      ground: z.enum(keysOf(HOLIDAY_GROUNDS)),
      /** Of a service none is named: the holidays last as long as it does, from its first day. */
      months: months.optional(),
      since: day.optional(),
      /** A month on average over the last year, and in each of the two last ones; kopecks. */
      incomeBefore: sum.optional(),
      incomePrevious: sumOrNone.optional(),
      incomeNow: sumOrNone.optional(),
      car: z.boolean().optional(),
    }),
    ...asking,
  }),
  ask: op('POST /api/individuals/{id}/loans/{x}/pause', {
    about: 'Попросить кредитора о паузе в платежах',
    access: debtor,
    on: ofDebtor,
    body: z.strictObject({ kind: z.enum(['illness', 'job_loss']), months, comment: text(500).optional() }),
    ...asking,
    errors: [...asking.errors, 'consent.needed'],
    limit: 'mark',
  }),
  recall: op('DELETE /api/individuals/{id}/loans/{x}/pause', {
    about: 'Отозвать просьбу о паузе',
    access: debtor,
    on: ofDebtor,
    out: Settlement,
    errors: ['move.illegal'],
    limit: 'mark',
  }),
  agree: op('POST /api/legal-entities/{id}/loans/{x}/pause/agreement', {
    about: 'Согласиться на паузу в платежах заёмщика',
    access: creditor,
    on: ofCreditor,
    /** The hash is of the text that was read. */
    body: z.strictObject({ textHash, code: oneTimeCode }),
    out: Settlement,
    errors: ['move.illegal', 'offer.replaced', 'code.wrong', 'rules.needed', 'authority.needed'],
  }),
  draft: op('POST /api/legal-entities/{id}/loans/{x}/pause/agreement-text', {
    about: 'Прочитать дополнительное соглашение о паузе до подписи',
    access: creditor,
    on: ofCreditor,
    body: z.strictObject({ opens }),
    out: DocumentText,
    asks: true,
    errors: ['move.illegal'],
    limit: 'draft',
  }),
  refuse: op('POST /api/legal-entities/{id}/loans/{x}/pause/refusal', {
    about: 'Отказать в паузе в платежах',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['reason'],
    body: z.strictObject({ reason: because }),
    out: Settlement,
    errors: ['move.illegal'],
  }),
  object: op('POST /api/legal-entities/{id}/loans/{x}/holidays/objection', {
    about: 'Возразить против кредитных каникул оператору',
    access: creditor,
    on: ofCreditor,
    toDebtor: ['reason'],
    body: z.strictObject({ ground: z.enum(keysOf(HOLIDAY_OBJECTIONS)), reason: because }),
    out: Settlement,
    errors: ['move.illegal', 'input.invalid'],
  }),
});
