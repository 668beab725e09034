import * as z from 'zod';
import { kopecks } from '#domain/values/money.ts';
import type {
  PartnerBinding,
  PartnerPayment,
  PartnerPayout,
  PartnerRefund,
  PaymentPartner,
} from '#server/platform/ports/payments.ts';
import type { PartnerAddress } from './client.ts';
import { PartnerSilent } from './errors.ts';
import { openSignedClient } from './signed-client.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const amount = z.int().positive().transform(kopecks);
const page = z
  .string()
  .max(500)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''))
  .nullable();
/**
 * Whatever a partner sends, a whole number of a card is not let in: so many digits, however they are parted, are blanked where words are
 * expected, and are no name of a thing where their last digit proves the others.
 */
const cardNumber = /\d(?:[^\p{L}\d]{0,3}\d){12,18}/gu;
const words = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text.replace(cardNumber, '••••'))
    .nullable();
const name = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !(/^\d{13,19}$/.test(text) && isLuhn(text)));

const Payment = z.object({
  id: z.string().min(1).max(100),
  key: z.uuid(),
  amount,
  status: z.enum(['created', 'processing', 'succeeded', 'failed', 'cancelled']),
  payUrl: page,
  succeededAt: instant.nullable(),
  reason: words(200),
});
const Binding = z.object({
  id: name,
  key: z.uuid(),
  status: z.enum(['created', 'active', 'failed', 'revoked']),
  bindUrl: page,
  mask: words(100),
  reason: words(200),
});
const Refund = z.object({
  id: z.string().min(1).max(100),
  key: z.uuid(),
  amount,
  status: z.enum(['processing', 'succeeded', 'failed']),
  succeededAt: instant.nullable(),
  reason: words(200).default(null),
});
const Payout = z.object({
  id: z.string().min(1).max(100),
  key: z.uuid(),
  amount,
  status: z.enum(['processing', 'succeeded', 'failed', 'returned']),
  succeededAt: instant.nullable(),
  returned: z.object({ key: z.uuid(), amount, at: instant }).nullable().default(null),
  reason: words(200).default(null),
});
const Statement = z.object({
  opening: z.int(),
  closing: z.int(),
  rows: z.array(
    z.object({
      id: z.string().min(1).max(100),
      kind: z.enum(['payment', 'refund', 'transfer', 'commission', 'payout']),
      key: z.uuid().nullable(),
      amount: z.int(),
      purpose: z.string().max(500),
      at: instant,
    }),
  ),
});

/** Whether the last digit is what the others make it, as of every card (ISO/IEC 7812-1). */
function isLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const twice = Number(digit) * (1 + (index % 2));
      return total + (twice > 9 ? twice - 9 : twice);
    }, 0);
  return sum % 10 === 0;
}

/**
 * An answer about something else than was asked is none: a cache or a fault before the partner may mix them up.
 * @throws PartnerSilent
 */
async function about<Answer extends { key: string } | null>(key: string, answered: Promise<Answer>): Promise<Answer> {
  const answer = await answered;
  if (answer !== null && answer.key !== key) throw new PartnerSilent('The partner answered about another key');
  return answer;
}

/** A 404 that is no «no»: it may be said by what stands before the partner, and what he was told may have been done. */
async function known<Answer>(answered: Promise<Answer | null>, what: string): Promise<Answer> {
  const answer = await answered;
  if (answer === null) throw new PartnerSilent(`The partner takes no ${what} just now`);
  return answer;
}

/** The payment partner over HTTP. */
export function openPaymentPartner(address: PartnerAddress): PaymentPartner {
  const { ask, demand } = openSignedClient(address);
  return {
    create: (order) =>
      about(
        order.key,
        order.bindingId === undefined
          ? demand<PartnerPayment>(Payment, 'POST', '/payments', order)
          : known(ask<PartnerPayment>(Payment, 'POST', '/payments', order), 'charges'),
      ),
    find: (key) => about(key, ask<PartnerPayment>(Payment, 'GET', `/payments/${key}`)),
    cancel: (key) => about(key, demand<PartnerPayment>(Payment, 'POST', `/payments/${key}/cancel`, {})),
    bind: (order) => about(order.key, demand<PartnerBinding>(Binding, 'POST', '/bindings', order)),
    findBinding: (key) => about(key, ask<PartnerBinding>(Binding, 'GET', `/bindings/${key}`)),
    unbind: (key) => about(key, ask<PartnerBinding>(Binding, 'POST', `/bindings/${key}/revoke`, {})),
    refund: (order) => about(order.key, demand<PartnerRefund>(Refund, 'POST', '/refunds', order)),
    findRefund: (key) => about(key, ask<PartnerRefund>(Refund, 'GET', `/refunds/${key}`)),
    payOut: (order) => about(order.key, known(ask<PartnerPayout>(Payout, 'POST', '/payouts', order), 'payouts')),
    findPayout: (key) => about(key, ask<PartnerPayout>(Payout, 'GET', `/payouts/${key}`)),
    statement: (day) => demand(Statement, 'GET', `/statements/${day}`),
  };
}
