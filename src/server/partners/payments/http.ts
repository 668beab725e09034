import * as z from 'zod';
import { kopecks } from '#domain/money.ts';
import { signedHeaders } from '#server/platform/signature.ts';
import { Breaker } from '../breaker.ts';
import { type PartnerPayment, type PartnerRefund, PartnerRefused, PartnerSilent, type PaymentPartner } from './port.ts';

/** A partner who does not answer within this time is as good as silent. */
const timeoutMs = 3_000;
/** No answer of his is longer; a statement of a day is the longest. */
const maxAnswerBytes = 4 * 1024 * 1024;

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

/**
 * The partner over HTTP: signed requests, a short wait, no redirects, a bounded answer that is what we expect or counts
 * as none. Nothing is repeated here: whoever asks repeats with the same key.
 */
export function openPaymentPartner({ url, key }: { url: string; key: string }): PaymentPartner {
  const breaker = new Breaker();
  const ask = <T>(schema: z.ZodType<T>, method: string, path: string, body?: object): Promise<T | null> =>
    breaker.call(
      () => request(schema, { url, key, method, path, body }),
      () => new PartnerSilent('The partner is left alone after several failures'),
      (error) => error instanceof PartnerSilent,
    );
  const demand = async <T>(asked: Promise<T | null>): Promise<T> => {
    const answer = await asked;
    if (answer === null) throw new PartnerRefused('absent');
    return answer;
  };
  return {
    create: (order) => demand(ask<PartnerPayment>(Payment, 'POST', '/payments', order)),
    find: (paymentKey) => ask<PartnerPayment>(Payment, 'GET', `/payments/${paymentKey}`),
    cancel: (paymentKey) => demand(ask<PartnerPayment>(Payment, 'POST', `/payments/${paymentKey}/cancel`, {})),
    refund: (order) => demand(ask<PartnerRefund>(Refund, 'POST', '/refunds', order)),
    findRefund: (refundKey) => ask<PartnerRefund>(Refund, 'GET', `/refunds/${refundKey}`),
    statement: (day) => demand(ask(Statement, 'GET', `/statements/${day}`)),
  };
}

interface Asked {
  url: string;
  key: string;
  method: string;
  path: string;
  body: object | undefined;
}

/** One request. @returns null for 404 @throws PartnerSilent, PartnerRefused */
async function request<T>(schema: z.ZodType<T>, { url, key, method, path, body }: Asked): Promise<T | null> {
  const text = body === undefined ? '' : JSON.stringify(body);
  let status: number;
  let answer: string;
  try {
    const response = await fetch(url + path, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...signedHeaders(key, `${method} ${path}`, text), 'content-type': 'application/json' },
      ...(body !== undefined && { body: text }),
    });
    status = response.status;
    answer = await readBounded(response);
  } catch (error) {
    throw new PartnerSilent(`The partner did not answer: ${(error as { name?: string }).name ?? 'error'}`);
  }
  if (status === 404) return null;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw new PartnerRefused(String(status));
  if (status < 200 || status >= 300) throw new PartnerSilent(`The partner answered ${status}`);
  try {
    return schema.parse(JSON.parse(answer));
  } catch {
    throw new PartnerSilent('The partner answered something else than was agreed');
  }
}

/** @throws Error when the answer is longer than any answer of his may be */
async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxAnswerBytes) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
