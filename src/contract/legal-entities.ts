import * as z from 'zod';
import { verificationStatus } from './individuals.ts';
import { everyEmployee, everyOperator } from './kernel/access.ts';
import { email, filled, instant, kpp, phone, text, version } from './kernel/fields.ts';
import { module, op } from './kernel/op.ts';
import { listOf, listQuery } from './kernel/page.ts';

export const LegalEntityRow = z.object({
  id: z.int(),
  shortName: z.string(),
  inn: z.string(),
  ogrn: z.string().nullable(),
  verificationStatus,
  employees: z.int(),
  createdAt: instant,
});

export const LegalEntity = LegalEntityRow.omit({ employees: true }).extend({
  fullName: z.string(),
  kpp: z.string().nullable(),
  legalAddress: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  site: z.string().nullable(),
  version: z.int(),
  updatedAt: instant,
});

export const legalEntities = module('legal-entities', 'Юридические лица', {
  list: op('GET /api/legal-entities', {
    about: 'Список юрлиц',
    access: { employee: ['member', ...everyEmployee], operator: ['all', ...everyOperator] },
    query: listQuery(['name', 'createdAt'], { verificationStatus: z.array(verificationStatus).max(4) }),
    out: listOf(LegalEntityRow),
  }),
  get: op('GET /api/legal-entities/{id}', {
    about: 'Карточка юрлица',
    access: { employee: ['member', ...everyEmployee], operator: ['all', ...everyOperator] },
    on: { id: 'legalEntity' },
    out: LegalEntity,
  }),
  update: op('PATCH /api/legal-entities/{id}', {
    about: 'Изменить данные юрлица',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: { id: 'legalEntity' },
    body: z
      .strictObject({
        fullName: filled(500),
        shortName: filled(200),
        kpp: kpp.nullable(),
        legalAddress: text(500).nullable(),
        phone: phone.nullable(),
        email: email.nullable(),
        site: text(200).nullable(),
      })
      .partial()
      .extend({ version }),
    out: LegalEntity,
    errors: ['version.stale'],
  }),
});
