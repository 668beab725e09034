import * as z from 'zod';
import { kopecks } from '#domain/values/money.ts';
import type { PartnerPayment, PartnerPayout, PartnerRefund, PaymentPartner } from '#server/platform/ports/payments.ts';
import type { PartnerAddress } from './client.ts';
import { PartnerSilent } from './errors.ts';
import { openSignedClient } from './signed-client.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const amount = z.int().positive().transform(kopecks);
const Payment = z.object({
  id: z.string().min(1).max(100),
  key: z.uuid(),
  amount,
  status: z.enum(['created', 'processing', 'succeeded', 'failed', 'cancelled']),
  payUrl: z
    .string()
    .max(500)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    .nullable(),
  succeededAt: instant.nullable(),
  reason: z.string().max(200).nullable(),
});
const Refund = z.object({
  id: z.string().min(1).max(100),
  key: z.uuid(),
  amount,
  status: z.enum(['processing', 'succeeded', 'failed']),
  succeededAt: instant.nullable(),
  reason: z.string().max(200).nullable().default(null),
});
const Payout = z.object({
  id: z.string().min(1).max(100),
  key: z.uuid(),
  amount,
  status: z.enum(['processing', 'succeeded', 'failed', 'returned']),
  succeededAt: instant.nullable(),
  returned: z.object({ key: z.uuid(), amount, at: instant }).nullable().default(null),
  reason: z.string().max(200).nullable().default(null),
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

/** The payment partner over HTTP. */
export function openPaymentPartner(address: PartnerAddress): PaymentPartner {
  const { ask, demand } = openSignedClient(address);
  return {
    create: (order) => demand<PartnerPayment>(Payment, 'POST', '/payments', order),
    find: (paymentKey) => ask<PartnerPayment>(Payment, 'GET', `/payments/${paymentKey}`),
    cancel: (paymentKey) => demand<PartnerPayment>(Payment, 'POST', `/payments/${paymentKey}/cancel`, {}),
    refund: (order) => demand<PartnerRefund>(Refund, 'POST', '/refunds', order),
    findRefund: (refundKey) => ask<PartnerRefund>(Refund, 'GET', `/refunds/${refundKey}`),
    async payOut(order) {
      const answer = await ask<PartnerPayout>(Payout, 'POST', '/payouts', order);
      if (answer === null) throw new PartnerSilent('The partner takes no payouts just now');
      return answer;
    },
    findPayout: (payoutKey) => ask<PartnerPayout>(Payout, 'GET', `/payouts/${payoutKey}`),
    statement: (day) => demand(Statement, 'GET', `/statements/${day}`),
  };
}
