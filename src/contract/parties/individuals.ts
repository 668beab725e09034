import * as z from 'zod';
import { everyEmployee, everyOperator } from '../kernel/access.ts';
import { day, filled, id, instant, name, personInn, snils, version } from '../kernel/fields.ts';
import { spreadsheet } from '../kernel/file.ts';
import { CodeSent } from '../kernel/one-time-code.ts';
import { module, op, rights } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { codeOfChange, History, verificationFields, verificationMove, verificationStatus } from './verification.ts';

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
  pendingSince: instant.nullable(),
  createdAt: instant,
});

export const Individual = IndividualRow.extend({
  ...verificationFields,
  avatarUrl: z.string().nullable(),
  /** By the dictionary of categories. */
  categoryId: z.int().nullable(),
  category: z.string().nullable(),
  birthDate: z.string().nullable(),
  /** Masked: «1**-***-**5 95», or null when unknown. Shown in full only by `reveal`. */
  snils: z.string().nullable(),
  passport: z.string().nullable(),
  version: z.int(),
  updatedAt: instant,
});

const passport = z.strictObject({
  series: z
    .string()
    .max(4)
    .regex(/^\d{4}$/, 'Паспорт: серия 4 цифры'),
  number: z
    .string()
    .max(6)
    .regex(/^\d{6}$/, 'Паспорт: номер 6 цифр'),
});

const filters = {
  verificationStatus: z.array(verificationStatus).max(4),
  createdFrom: day,
  createdTo: day,
};
/** What an export can show of a person, in the usual order. */
const individualColumns = [
  'id',
  'lastName',
  'firstName',
  'middleName',
  'inn',
  'phone',
  'email',
  'verificationStatus',
  'pendingSince',
  'createdAt',
] as const;
const viewers = {
  individual: 'own',
  employee: ['counterparty', ...everyEmployee],
  operator: ['all', ...everyOperator],
} as const;

export const individuals = module('individuals', 'Физические лица', {
  list: op('GET /api/individuals', {
    about: 'Список физлиц',
    access: viewers,
    lists: ['individual'],
    query: listQuery(['createdAt', 'name', 'pendingSince'], filters),
    out: listOf(IndividualRow),
  }),
  counts: op('GET /api/individuals/counts', {
    about: 'Сколько физлиц в каждом статусе',
    access: viewers,
    lists: ['individual'],
    query: countsQuery(filters),
    out: Counts,
  }),
  exportExcel: op('GET /api/individuals/exports/excel', {
    about: 'Выгрузить физлиц таблицей',
    access: { operator: ['all', 'administrator', 'manager'] },
    query: exportQuery(['createdAt', 'name', 'pendingSince'], filters, individualColumns),
    file: spreadsheet,
  }),
  get: op('GET /api/individuals/{id}', {
    about: 'Карточка физлица',
    access: viewers,
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
        passport: passport.nullable(),
      })
      .partial()
      .extend({ version, code: codeOfChange }),
    out: Individual,
    errors: ['version.stale', 'input.invalid', 'move.illegal', 'verification.duplicate', 'code.needed', 'code.wrong'],
  }),
  setCategory: op('PUT /api/individuals/{id}/category', {
    about: 'Назначить категорию физлица',
    access: { operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: { id: 'individual' },
    body: z.strictObject({ categoryId: id.nullable(), version }),
    out: Individual,
    errors: ['version.stale', 'input.invalid'],
  }),
  codeForChange: op('POST /api/individuals/{id}/code', {
    about: 'Получить код для изменения проверенных данных физлица',
    access: { individual: 'own' },
    on: { id: 'individual' },
    out: CodeSent,
    limit: 'code',
  }),
  applyForVerification: op('POST /api/individuals/{id}/verification', {
    about: 'Отправить физлицо на верификацию',
    access: { individual: 'own' },
    on: { id: 'individual' },
    body: z.strictObject({ version }),
    out: Individual,
    errors: ['version.stale', 'move.illegal'],
  }),
  setVerificationStatus: op('POST /api/individuals/{id}/verification_status', {
    about: 'Решить о верификации физлица',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: { id: 'individual' },
    body: verificationMove,
    out: Individual,
    errors: ['version.stale', 'move.illegal', 'verification.own_edit', 'verification.duplicate'],
  }),
  history: op('GET /api/individuals/{id}/history', {
    about: 'История физлица',
    access: { individual: 'own', operator: ['all', ...everyOperator] },
    on: { id: 'individual' },
    out: History,
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

/** Who may do what within a decision about verification. */
export const individualRights = rights(individuals.setVerificationStatus, {
  verify: { about: 'Верифицировать физлиц', access: { operator: ['all', 'administrator', 'verifier'] } },
  return: { about: 'Вернуть анкету физлица с замечаниями', access: { operator: ['all', 'verifier'] } },
  block: { about: 'Предложить блокировку физлица', access: { operator: ['all', 'administrator', 'manager'] } },
  unblock: { about: 'Предложить разблокировку физлица', access: { operator: ['all', 'administrator', 'manager'] } },
});
