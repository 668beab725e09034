import * as z from 'zod';
import { PERSON_PAPERS } from '#domain/parties/verification.ts';
import { everyEmployee, everyOperator } from '../kernel/access.ts';
import {
  day,
  filledLineText,
  id,
  instant,
  name,
  passport,
  passportDepartment,
  personInn,
  reason,
  snils,
  version,
} from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { codeOfChange, verificationFields, verificationStatus } from './verification.ts';
import { verificationRights, verifiedOperations } from './verified-operations.ts';

/** A person as lists show him. What the viewer may not see in full is masked by the server. */
const IndividualRow = z.object({
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

const Individual = IndividualRow.extend({
  ...verificationFields,
  avatarUrl: z.string().nullable(),
  /** By the dictionary of categories. */
  categoryId: z.int().nullable(),
  category: z.string().nullable(),
  birthDate: z.string().nullable(),
  /** Masked: «1**-***-**5 95», or null when unknown. Shown in full only by `reveal`. */
  snils: z.string().nullable(),
  passport: z.string().nullable(),
  passportIssuedAt: z.string().nullable(),
  passportIssuedBy: z.string().nullable(),
  passportDepartment: z.string().nullable(),
  /** Where he is registered, by his passport. */
  regAddress: z.string().nullable(),
  version: z.int(),
  updatedAt: instant,
});

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

/** What is masked to most and shown in full on a reason. */
const revealed = ['inn', 'phone', 'email', ...PERSON_PAPERS] as const;
const viewers = {
  individual: 'own',
  employee: ['counterparty', ...everyEmployee],
  operator: ['all', ...everyOperator],
} as const;

const words = { one: 'физлицо', of: 'физлица', many: 'физлиц' };

const change = z
  .strictObject({
    lastName: name,
    firstName: name,
    middleName: name.nullable(),
    birthDate: day,
    inn: personInn.nullable(),
    snils: snils.nullable(),
    passport: passport.nullable(),
    passportIssuedAt: day.nullable(),
    passportIssuedBy: filledLineText(300).nullable(),
    passportDepartment: passportDepartment.nullable(),
    regAddress: filledLineText(500).nullable(),
  })
  .partial()
  .extend({ version, code: codeOfChange });

export const individuals = module('individuals', 'Физические лица', {
  ...verifiedOperations('/api/individuals', {
    words,
    on: 'individual',
    owns: { individual: 'own' },
    sees: viewers,
    row: IndividualRow,
    card: Individual,
    columns: individualColumns,
    changes: change.omit({ code: true }),
  }),
  update: op('PATCH /api/individuals/{id}', {
    about: 'Изменить данные физлица',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: { id: 'individual' },
    body: change,
    out: Individual,
    errors: ['version.stale', 'input.invalid', 'move.illegal', 'verification.duplicate', 'code.needed', 'code.wrong'],
  }),
  setCategory: op('PUT /api/individuals/{id}/category', {
    about: 'Назначить категорию физлица',
    access: { operator: ['all', 'administrator', 'manager', 'verifier'] },
    vouched: true,
    on: { id: 'individual' },
    body: z.strictObject({ categoryId: id.nullable(), version }),
    out: Individual,
    errors: ['version.stale', 'input.invalid'],
  }),
  reveal: op('POST /api/individuals/{id}/reveal', {
    about: 'Показать скрытые данные физлица',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'verifier'] },
    on: { id: 'individual' },
    body: z.strictObject({
      fields: z.array(z.enum(revealed)).min(1).max(revealed.length),
      reason,
    }),
    out: z.object(
      Object.fromEntries(revealed.map((field) => [field, z.string().nullable().optional()])) as Record<
        (typeof revealed)[number],
        z.ZodOptional<z.ZodNullable<z.ZodString>>
      >,
    ),
  }),
});

export const individualRights = verificationRights(individuals.setVerificationStatus, words);
