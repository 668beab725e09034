import * as z from 'zod';
import { everyEmployee, everyOperator } from '../kernel/access.ts';
import {
  companyName,
  day,
  email,
  id,
  instant,
  kpp,
  name,
  ogrn,
  personInn,
  phone,
  snils,
  text,
  version,
} from '../kernel/fields.ts';
import { spreadsheet } from '../kernel/file.ts';
import { CodeSent } from '../kernel/one-time-code.ts';
import { module, op, rights } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { codeOfChange, History, verificationFields, verificationMove, verificationStatus } from './verification.ts';

export const LegalEntityRow = z.object({
  id: z.int(),
  shortName: z.string(),
  inn: z.string(),
  ogrn: z.string().nullable(),
  /** What kind of company it is, by the dictionary. */
  type: z.string().nullable(),
  verificationStatus,
  pendingSince: instant.nullable(),
  employees: z.int(),
  createdAt: instant,
});

export const LegalEntity = LegalEntityRow.omit({ employees: true }).extend({
  ...verificationFields,
  fullName: z.string(),
  typeId: z.int().nullable(),
  kpp: z.string().nullable(),
  legalAddress: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  site: z.string().nullable(),
  version: z.int(),
  updatedAt: instant,
});

/** The person who acts for the company, and on what ground. СНИЛС and passport are masked. */
export const Representative = z.object({
  lastName: z.string().nullable(),
  firstName: z.string().nullable(),
  middleName: z.string().nullable(),
  position: z.string().nullable(),
  basis: z.enum(['charter', 'power_of_attorney']).nullable(),
  basisNumber: z.string().nullable(),
  basisDate: z.string().nullable(),
  basisValidUntil: z.string().nullable(),
  inn: z.string().nullable(),
  snils: z.string().nullable(),
  passport: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  version: z.int(),
});

const filters = {
  verificationStatus: z.array(verificationStatus).max(4),
  createdFrom: day,
  createdTo: day,
};
/** What an export can show of a company, in the usual order. */
const legalEntityColumns = [
  'id',
  'shortName',
  'inn',
  'ogrn',
  'type',
  'verificationStatus',
  'employees',
  'pendingSince',
  'createdAt',
] as const;
const viewers = { employee: ['member', ...everyEmployee], operator: ['all', ...everyOperator] } as const;
const onCompany = { id: 'legalEntity' } as const;
const editors = { employee: ['member', 'head'], operator: ['all', 'administrator', 'manager', 'verifier'] } as const;

export const legalEntities = module('legal-entities', 'Юридические лица', {
  list: op('GET /api/legal-entities', {
    about: 'Список юрлиц',
    access: viewers,
    lists: ['legalEntity'],
    query: listQuery(['createdAt', 'name', 'pendingSince'], filters),
    out: listOf(LegalEntityRow),
  }),
  counts: op('GET /api/legal-entities/counts', {
    about: 'Сколько юрлиц в каждом статусе',
    access: viewers,
    lists: ['legalEntity'],
    query: countsQuery(filters),
    out: Counts,
  }),
  exportExcel: op('GET /api/legal-entities/exports/excel', {
    about: 'Выгрузить юрлиц таблицей',
    access: { operator: ['all', 'administrator', 'manager'] },
    query: exportQuery(['createdAt', 'name', 'pendingSince'], filters, legalEntityColumns),
    file: spreadsheet,
  }),
  get: op('GET /api/legal-entities/{id}', {
    about: 'Карточка юрлица',
    access: viewers,
    on: onCompany,
    out: LegalEntity,
  }),
  update: op('PATCH /api/legal-entities/{id}', {
    about: 'Изменить данные юрлица',
    access: editors,
    on: onCompany,
    body: z
      .strictObject({
        fullName: companyName(500),
        shortName: companyName(200),
        kpp: kpp.nullable(),
        ogrn: ogrn.nullable(),
        legalAddress: text(500).nullable(),
        phone: phone.nullable(),
        email: email.nullable(),
        site: text(200).nullable(),
      })
      .partial()
      .extend({ version, code: codeOfChange }),
    out: LegalEntity,
    errors: ['version.stale', 'move.illegal', 'code.needed', 'code.wrong'],
  }),
  setType: op('PUT /api/legal-entities/{id}/type', {
    about: 'Назначить вид компании',
    access: { operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: onCompany,
    body: z.strictObject({ typeId: id.nullable(), version }),
    out: LegalEntity,
    errors: ['version.stale', 'input.invalid'],
  }),
  codeForChange: op('POST /api/legal-entities/{id}/code', {
    about: 'Получить код для изменения проверенных данных юрлица',
    access: { employee: ['member', 'head'] },
    on: onCompany,
    out: CodeSent,
    limit: 'code',
  }),
  representative: op('GET /api/legal-entities/{id}/representative', {
    about: 'Представитель юрлица',
    access: viewers,
    on: onCompany,
    out: Representative,
  }),
  updateRepresentative: op('PATCH /api/legal-entities/{id}/representative', {
    about: 'Изменить представителя юрлица',
    access: editors,
    on: onCompany,
    body: z
      .strictObject({
        lastName: name,
        firstName: name,
        middleName: name.nullable(),
        position: text(200).nullable(),
        basis: z.enum(['charter', 'power_of_attorney']),
        basisNumber: text(100).nullable(),
        basisDate: day.nullable(),
        basisValidUntil: day.nullable(),
        inn: personInn.nullable(),
        snils: snils.nullable(),
        passport: z
          .strictObject({
            series: z
              .string()
              .max(4)
              .regex(/^\d{4}$/, 'Паспорт: серия 4 цифры'),
            number: z
              .string()
              .max(6)
              .regex(/^\d{6}$/, 'Паспорт: номер 6 цифр'),
          })
          .nullable(),
        phone: phone.nullable(),
        email: email.nullable(),
      })
      .partial()
      .extend({ version: z.int().min(0), code: codeOfChange }),
    out: Representative,
    errors: ['version.stale', 'move.illegal', 'code.needed', 'code.wrong'],
  }),
  applyForVerification: op('POST /api/legal-entities/{id}/verification', {
    about: 'Отправить юрлицо на верификацию',
    access: { employee: ['member', 'head'] },
    on: onCompany,
    body: z.strictObject({ version }),
    out: LegalEntity,
    errors: ['version.stale', 'move.illegal'],
  }),
  setVerificationStatus: op('POST /api/legal-entities/{id}/verification_status', {
    about: 'Решить о верификации юрлица',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: onCompany,
    body: verificationMove,
    out: LegalEntity,
    errors: ['version.stale', 'move.illegal', 'verification.own_edit', 'verification.duplicate'],
  }),
  history: op('GET /api/legal-entities/{id}/history', {
    about: 'История юрлица',
    access: { employee: ['member', 'head'], operator: ['all', ...everyOperator] },
    on: onCompany,
    out: History,
  }),
});

export const legalEntityRights = rights(legalEntities.setVerificationStatus, {
  verify: { about: 'Верифицировать юрлиц', access: { operator: ['all', 'administrator', 'verifier'] } },
  return: { about: 'Вернуть анкету юрлица с замечаниями', access: { operator: ['all', 'verifier'] } },
  block: { about: 'Предложить блокировку юрлица', access: { operator: ['all', 'administrator', 'manager'] } },
  unblock: { about: 'Предложить разблокировку юрлица', access: { operator: ['all', 'administrator', 'manager'] } },
});
