import * as z from 'zod';
import { type Day, parseDay } from '#domain/days.ts';
import type { PartnerAddress } from '../client.ts';
import { openSignedClient } from '../signed-client.ts';
import type { PartnerForm, PartnerIdentification, RnkoPartner } from './port.ts';

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

/** The identifying partner over HTTP. */
export function openRnkoPartner(address: PartnerAddress): RnkoPartner {
  const { ask, demand } = openSignedClient(address);
  return {
    identify: (order) => demand<PartnerIdentification>(Identification, 'POST', '/identifications', order),
    findIdentification: (key) => ask<PartnerIdentification>(Identification, 'GET', `/identifications/${key}`),
    sendForm: (order) => demand<PartnerForm>(Form, 'POST', '/forms', order),
    findForm: (key) => ask<PartnerForm>(Form, 'GET', `/forms/${key}`),
  };
}
