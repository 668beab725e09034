import * as z from 'zod';
import { verification } from '#domain/verification.ts';
import { everyEmployee, everyOperator } from './kernel/access.ts';
import { day, filled, instant, name, personInn, snils, version } from './kernel/fields.ts';
import { module, op } from './kernel/op.ts';
import { listOf, listQuery } from './kernel/page.ts';

export const verificationStatus = z.enum(verification.statuses);

/** A person as lists show him. What the viewer may not see in full is masked by the server. */
export const IndividualRow = z.object({
  id: z.int(),
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  inn: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  verificationStatus,
  createdAt: instant,
});

export const Individual = IndividualRow.extend({
  birthDate: z.string().nullable(),
  /** Masked: «1**-***-**5 95», or null when unknown. Shown in full only by `reveal`. */
  snils: z.string().nullable(),
  passport: z.string().nullable(),
  version: z.int(),
  updatedAt: instant,
});

export const individuals = module('individuals', 'Физические лица', {
  list: op('GET /api/individuals', {
    about: 'Список физлиц',
    access: { individual: 'own', employee: ['deal', ...everyEmployee], operator: ['all', ...everyOperator] },
    query: listQuery(['name', 'createdAt'], { verificationStatus: z.array(verificationStatus).max(4) }),
    out: listOf(IndividualRow),
  }),
  get: op('GET /api/individuals/{id}', {
    about: 'Карточка физлица',
    access: { individual: 'own', employee: ['deal', ...everyEmployee], operator: ['all', ...everyOperator] },
    on: { id: 'individual' },
    out: Individual,
  }),
  update: op('PATCH /api/individuals/{id}', {
    about: 'Изменить данные физлица',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: { id: 'individual' },
    body: z
      .strictObject({
        lastName: name,
        firstName: name,
        middleName: name.nullable(),
        birthDate: day,
        inn: personInn.nullable(),
        snils: snils.nullable(),
        passport: z
          .strictObject({
            series: z.string().regex(/^\d{4}$/, 'Серия: 4 цифры'),
            number: z.string().regex(/^\d{6}$/, 'Номер: 6 цифр'),
          })
          .nullable(),
      })
      .partial()
      .extend({ version }),
    out: Individual,
    errors: ['version.stale', 'input.invalid'],
  }),
  reveal: op('POST /api/individuals/{id}/reveal', {
    about: 'Показать скрытые данные физлица',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: { id: 'individual' },
    body: z.strictObject({
      fields: z
        .array(z.enum(['inn', 'phone', 'email', 'snils', 'passport']))
        .min(1)
        .max(5),
      reason: filled(500).min(5, 'Назовите причину: не меньше 5 знаков'),
    }),
    out: z.object({
      inn: z.string().nullable().optional(),
      phone: z.string().nullable().optional(),
      email: z.string().nullable().optional(),
      snils: z.string().nullable().optional(),
      passport: z.string().nullable().optional(),
    }),
  }),
});
