import * as z from 'zod';
import { filledText, text } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

/** An address or the beginning of one. */
const SuggestedAddress = z.object({
  value: z.string(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** The clock there, as `Europe/Samara`. */
  zone: z.string().nullable(),
});

const SuggestedCompany = z.object({
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string().nullable(),
  name: z.string(),
  fullName: z.string(),
  address: z.string().nullable(),
});

const Question = z.strictObject({ query: filledText(300), count: z.int().min(1).max(20).default(8) });

export const dataRubricator = module('data-rubricator', 'Подсказки', {
  address: op('POST /api/data-rubricator/suggest/address', {
    about: 'Подсказать адрес',
    access: 'anyone',
    body: Question,
    out: z.object({ items: z.array(SuggestedAddress) }),
    limit: 'suggest',
    asks: true,
  }),
  legalEntity: op('POST /api/data-rubricator/suggest/legal-entity', {
    about: 'Подсказать компанию по названию или ИНН',
    access: 'anyone',
    body: Question,
    out: z.object({ items: z.array(SuggestedCompany) }),
    limit: 'suggest',
    asks: true,
  }),
  countries: op('GET /api/data-rubricator/suggest/countries', {
    about: 'Страны мира по ОКСМ',
    access: 'anyone',
    query: z.strictObject({ q: text(100).optional() }),
    out: z.object({ items: z.array(z.object({ code: z.string(), digits: z.string(), name: z.string() })) }),
  }),
});
