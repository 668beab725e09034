import * as z from 'zod';
import { everyEmployee, everyOperator } from '../kernel/access.ts';
import { text } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

/** One find of the palette: what it is, what it is called, where it opens. */
const SearchHit = z.object({
  kind: z.enum([
    'individual',
    'legalEntity',
    'claim',
    'simpleEntry',
    'request',
    'simpleRequest',
    'settlement',
    'payment',
  ]),
  /**
   * The ids of what it is a part of, the outermost first: company and registry of a claim or a simple entry, the person of
   * a request, the settlement of a payment.
   */
  within: z.array(z.int()),
  id: z.int(),
  title: z.string(),
  detail: z.string(),
});

/** So many of a kind are found at most; whoever wants more opens the list. */
export const MOST_FOUND = 6;

export const search = module('search', 'Поиск', {
  find: op('GET /api/search', {
    about: 'Найти человека, компанию, требование, заявку, урегулирование или платёж по имени, ИНН, телефону или номеру',
    access: { individual: 'own', employee: ['member', ...everyEmployee], operator: ['all', ...everyOperator] },
    lists: [],
    query: z.strictObject({ q: text(200).min(2) }),
    out: z.object({ items: z.array(SearchHit) }),
  }),
});
