import * as z from 'zod';
import { ATTEMPT_STATUSES, AUTOPAYMENT_CHANNELS, autopaymentMachine } from '#domain/money/autopayment.ts';
import { filledText, keysOf } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

const channel = z.enum(AUTOPAYMENT_CHANNELS);

/** One attempt to take a payment: of which day's payment, when, and what has become of it. */
const Attempt = z.object({
  dueDate: z.string(),
  attempt: z.int(),
  day: z.string(),
  /** Kopecks, the platform's fee with it where the debtor bears it; of one to come what was told of it, or what it will be as things are now. */
  amount: z.int(),
  status: z.enum(keysOf(ATTEMPT_STATUSES)),
  reason: z.string().nullable(),
  paymentId: z.int().nullable(),
});

/** The autopayment of an agreement as its debtor sees it, and operators. */
const Autopayment = z.object({
  /** Null when there has never been one. */
  status: z.enum(autopaymentMachine.statuses).nullable(),
  channel: channel.nullable(),
  /** By what he knows his card or account again; the number itself is the partner's alone. */
  mask: z.string().nullable(),
  /** Where he binds it; null until the partner has answered, after the end, and for whoever only looks. */
  bindUrl: z.string().nullable(),
  /** The partner does not answer just now; we go on asking him by ourselves. */
  partnerSilent: z.boolean(),
  /** Why it was not bound, or is off. */
  reason: z.string().nullable(),
  /** The attempt that comes, and those of before, the newest first. */
  next: Attempt.nullable(),
  attempts: z.array(Attempt),
  /** Why it cannot be switched on now; of what is on why the next payment would not be taken, which is not told of then. Null where nothing stands in the way. */
  obstacle: z.string().nullable(),
  moves: z.array(z.enum(['switchOn', 'switchOff'])),
});

/** Which letter it is, by whose number and day it is found again. */
const Letter = z.strictObject({ reason: filledText(300).min(10, 'Назовите обращение: не меньше 10 знаков') });

const own = { access: { individual: 'own' }, on: { id: 'individual', loanId: 'settlement' } } as const;

export const autopayments = module('autopayments', 'Автоплатежи', {
  get: op('GET /api/individuals/{id}/loans/{loanId}/autopayment', {
    about: 'Автоплатёж по соглашению',
    ...own,
    out: Autopayment,
  }),
  switchOn: op('POST /api/individuals/{id}/loans/{loanId}/autopayment', {
    about: 'Включить автоплатёж: привязать карту или подписку СБП',
    ...own,
    body: z.strictObject({ channel }),
    out: Autopayment,
    status: 201,
    errors: ['move.illegal', 'payment.unavailable', 'consent.needed'],
  }),
  switchOff: op('POST /api/individuals/{id}/loans/{loanId}/autopayment/off', {
    about: 'Выключить автоплатёж',
    ...own,
    out: Autopayment,
    errors: ['move.illegal'],
  }),
  ofSettlement: op('GET /internal/loans/{id}/autopayment', {
    about: 'Автоплатёж должника по соглашению',
    access: { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] },
    on: { id: 'settlement' },
    out: Autopayment,
  }),
  switchOffByLetter: op('POST /internal/loans/{id}/autopayment/off', {
    about: 'Выключить автоплатёж по обращению должника',
    access: { operator: ['all', 'administrator', 'manager'] },
    vouched: true,
    on: { id: 'settlement' },
    body: Letter,
    out: Autopayment,
    errors: ['move.illegal'],
  }),
});
