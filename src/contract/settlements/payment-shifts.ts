import * as z from 'zod';
import { MAX_PAYMENTS } from '#domain/settlements/plan.ts';
import { DocumentText } from '../documents/document-text.ts';
import { textHash } from '../kernel/fields.ts';
import { CodeSent, codeOfText, oneTimeCode } from '../kernel/one-time-code.ts';
import { module, op } from '../kernel/op.ts';
import { Settlement } from './settlement-card.ts';

const debtor = { access: { individual: 'own' }, on: { id: 'individual', x: 'settlement' } } as const;
/** The number of the payment in the schedule. */
const no = z
  .int()
  .min(1)
  .max(100 * MAX_PAYMENTS);

/** One payment is shifted by a week, as the agreement lets its debtor: by his notice alone (docs/decisions/0181). */
export const paymentShifts = module('payment-shifts', 'Перенос платежа', {
  draft: op('POST /api/individuals/{id}/loans/{x}/payment-shift/text', {
    about: 'Прочитать уведомление о переносе платежа до подписи',
    ...debtor,
    body: z.strictObject({ no }),
    out: DocumentText,
    asks: true,
    errors: ['move.illegal'],
    limit: 'draft',
  }),
  code: op('POST /api/individuals/{id}/loans/{x}/payment-shift/code', {
    about: 'Получить код для переноса платежа',
    ...debtor,
    body: codeOfText,
    out: CodeSent,
    errors: ['move.illegal', 'rules.needed'],
    limit: 'code',
  }),
  shift: op('POST /api/individuals/{id}/loans/{x}/payment-shift', {
    about: 'Перенести платёж на неделю',
    ...debtor,
    /** The hash is of the text that was read. */
    body: z.strictObject({ no, textHash, code: oneTimeCode }),
    out: Settlement,
    errors: ['move.illegal', 'offer.replaced', 'code.wrong', 'rules.needed'],
  }),
});
