import * as z from 'zod';
import { type Day, parseDay } from '#domain/values/days.ts';
import type { PartnerForm, PartnerIdentification, RnkoPartner } from '#server/platform/ports/rnko.ts';
import type { PartnerAddress } from './client.ts';
import { openSignedClient } from './signed-client.ts';

const named = { id: z.string().min(1).max(100), key: z.uuid() };
const reason = z.string().max(300).nullable();

const Identification = z
  .object({
    ...named,
    status: z.enum(['processing', 'success', 'failed']),
    level: z.enum(['simplified', 'full']).nullable(),
    validUntil: z
      .string()
      .refine((text) => parseDay(text) !== null)
      .transform((text) => text as Day)
      .nullable(),
    actionUrl: z
      .string()
      .max(500)
      .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''))
      .nullable(),
    reason,
  })
  // To be known without saying as what is no answer.
  .refine(({ status, level }) => status !== 'success' || level !== null);
const Form = z.object({ ...named, status: z.enum(['processing', 'accepted', 'declined']), reason });

/** An answer about another question is no answer: who has asked asks again. */
const about = <T extends { key: string }>(schema: z.ZodType<T>, key: string): z.ZodType<T> =>
  schema.refine((answer) => answer.key === key);

/** The identifying partner over HTTP. */
export function openRnkoPartner(address: PartnerAddress): RnkoPartner {
  const { ask, demand } = openSignedClient(address);
  return {
    identify: (order) =>
      demand(about<PartnerIdentification>(Identification, order.key), 'POST', '/identifications', order),
    findIdentification: (key) =>
      ask(about<PartnerIdentification>(Identification, key), 'GET', `/identifications/${key}`),
    sendForm: (order) => demand(about<PartnerForm>(Form, order.key), 'POST', '/forms', order),
    findForm: (key) => ask(about<PartnerForm>(Form, key), 'GET', `/forms/${key}`),
  };
}
