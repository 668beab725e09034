import * as z from 'zod';
import { CONSENT_CHANNELS, CONSENT_KINDS, PUBLIC_DOCUMENT_KINDS } from '#domain/parties/consent.ts';
import { KEEPERS } from '#domain/settings/retention.ts';
import { everyOperator, self } from '../kernel/access.ts';
import { id, instant, keysOf } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

/** A document with its text, as it is read and signed. */
const signedText = {
  kind: z.enum(CONSENT_KINDS),
  version: z.int(),
  title: z.string(),
  body: z.string(),
  /** SHA-256 of the body, hex. */
  sha256: z.string(),
};

/** A document that somebody has signed, with its text as it was then. */
const Consent = z.object({
  id: z.int(),
  ...signedText,
  givenAt: instant,
  ip: z.string().nullable(),
  channel: z.enum(keysOf(CONSENT_CHANNELS)),
  revokedAt: instant.nullable(),
  /** Whether its owner may take it back by itself, and what follows or stands in the way. */
  withdrawal: z.object({ possible: z.boolean(), effect: z.string() }),
});

/**
 * When somebody is erased who took back the consent without which nothing may be kept, and what keeps him from it until then: a
 * settlement, for one.
 */
const Erasure = z.object({ dueOn: z.string(), keptBy: z.array(z.enum(keysOf(KEEPERS))) });

/** What one has signed, and what one may sign beside it. */
const OwnConsents = z.object({
  items: z.array(Consent),
  offered: z.array(z.object({ documentId: z.int(), ...signedText })),
  erasure: Erasure.nullable(),
});

export const consents = module('consents', 'Согласия', {
  publicDocument: op('GET /api/public-documents', {
    about: 'Политика обработки данных и пользовательское соглашение',
    access: 'anyone',
    query: z.strictObject({ kind: z.enum(PUBLIC_DOCUMENT_KINDS) }),
    out: z.object({
      version: z.int(),
      title: z.string(),
      body: z.string(),
      /** SHA-256 of the body, hex. */
      sha256: z.string(),
      publishedAt: instant,
    }),
  }),
  mine: op('GET /api/auth/consents', {
    about: 'Мои согласия',
    access: self,
    lists: [],
    out: OwnConsents,
  }),
  give: op('POST /api/auth/consents', {
    about: 'Дать согласие',
    access: { individual: 'self', employee: 'self' },
    body: z.strictObject({ documentId: id }),
    out: OwnConsents,
    errors: ['input.invalid'],
  }),
  withdraw: op('POST /api/auth/consents/{id}/withdraw', {
    about: 'Отозвать согласие',
    access: { individual: 'self', employee: 'self' },
    on: { id: 'consent' },
    out: OwnConsents,
    errors: ['move.illegal', 'consent.fixed'],
  }),
  ofIndividual: op('GET /api/individuals/{id}/consents', {
    about: 'Согласия физлица',
    access: { operator: ['all', ...everyOperator] },
    on: { id: 'individual' },
    out: z.object({ items: z.array(Consent), erasure: Erasure.nullable() }),
  }),
});
