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
  oneLineText,
  passport,
  personInn,
  phone,
  snils,
  version,
} from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { codeOfChange, verificationFields, verificationStatus } from './verification.ts';
import { verificationRights, verifiedOperations } from './verified-operations.ts';

const LegalEntityRow = z.object({
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

const LegalEntity = LegalEntityRow.omit({ employees: true }).extend({
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
const Representative = z.object({
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

const words = { one: 'юрлицо', of: 'юрлица', many: 'юрлиц' };

const change = z
  .strictObject({
    fullName: companyName(500),
    shortName: companyName(200),
    kpp: kpp.nullable(),
    ogrn: ogrn.nullable(),
    legalAddress: oneLineText(500).nullable(),
    phone: phone.nullable(),
    email: email.nullable(),
    site: oneLineText(200).nullable(),
  })
  .partial()
  .extend({ version, code: codeOfChange });

const changeOfRepresentative = z
  .strictObject({
    lastName: name,
    firstName: name,
    middleName: name.nullable(),
    position: oneLineText(200).nullable(),
    basis: z.enum(['charter', 'power_of_attorney']),
    basisNumber: oneLineText(100).nullable(),
    basisDate: day.nullable(),
    basisValidUntil: day.nullable(),
    inn: personInn.nullable(),
    snils: snils.nullable(),
    passport: passport.nullable(),
    phone: phone.nullable(),
    email: email.nullable(),
  })
  .partial()
  .extend({ version: z.int().min(0), code: codeOfChange });

export const legalEntities = module('legal-entities', 'Юридические лица', {
  ...verifiedOperations('/api/legal-entities', {
    words,
    on: 'legalEntity',
    owns: { employee: ['member', 'head'] },
    sees: viewers,
    row: LegalEntityRow,
    card: LegalEntity,
    columns: legalEntityColumns,
    changes: z.discriminatedUnion('act', [
      change.omit({ code: true }).extend({ act: z.literal('company') }),
      changeOfRepresentative.omit({ code: true }).extend({ act: z.literal('representative') }),
    ]),
  }),
  update: op('PATCH /api/legal-entities/{id}', {
    about: 'Изменить данные юрлица',
    access: editors,
    on: onCompany,
    body: change,
    out: LegalEntity,
    errors: ['version.stale', 'move.illegal', 'code.needed', 'code.wrong'],
  }),
  setType: op('PUT /api/legal-entities/{id}/type', {
    about: 'Назначить вид компании',
    access: { operator: ['all', 'administrator', 'manager', 'verifier'] },
    vouched: true,
    on: onCompany,
    body: z.strictObject({ typeId: id.nullable(), version }),
    out: LegalEntity,
    errors: ['version.stale', 'input.invalid'],
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
    body: changeOfRepresentative,
    out: Representative,
    errors: ['version.stale', 'move.illegal', 'code.needed', 'code.wrong'],
  }),
});

export const legalEntityRights = verificationRights(legalEntities.setVerificationStatus, words);
