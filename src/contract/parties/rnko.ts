import * as z from 'zod';
import { RNKO_GAPS, rnkoIdentityMachine, WANTED_LEVELS } from '#domain/parties/rnko.ts';
import { FUNDS_SOURCES, rnkoFormMachine } from '#domain/parties/rnko-form.ts';
import { IDENTIFICATION_LEVELS } from '#domain/settings/identification-levels.ts';
import type { Access, Resource } from '../kernel/access.ts';
import {
  day,
  filledLineText,
  filledText,
  id,
  instant,
  keysOf,
  oneLineText,
  phone,
  shareBps,
  sum,
  text,
} from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Remark } from './verification.ts';

const status = z.enum(rnkoIdentityMachine.statuses);
const wantedLevel = z.enum(keysOf(WANTED_LEVELS));

/** What the partner is to be told of somebody, and how far that has come. */
const IdentityProfile = z.object({
  status,
  /** What was asked for last. */
  wantedLevel: wantedLevel.nullable(),
  /** What a person is known as now, and the most that he may pay at once, kopecks; null of a company and without a limit. */
  level: z.enum(keysOf(IDENTIFICATION_LEVELS)).nullable(),
  limit: z.int().nullable(),
  /** The last day on which the identification holds. */
  validUntil: z.string().nullable(),
  preparedAt: instant.nullable(),
  /** What would be sent now, masked. */
  data: z.array(z.object({ name: z.string(), value: z.string() })),
  missing: z.array(z.enum(keysOf(RNKO_GAPS))),
  /** The document that is signed before anything is handed over. */
  consent: z.object({ title: z.string(), body: z.string(), givenAt: instant.nullable() }),
  moves: z.array(z.enum(['prepare', 'submit'])),
});

/** The question to the partner and his answer. */
const IdentificationRequest = z.object({
  status,
  wantedLevel: wantedLevel.nullable(),
  sentAt: instant.nullable(),
  /** Whether the partner has taken the question; until then we go on asking by ourselves. */
  isTaken: z.boolean(),
  /** The partner does not answer just now. */
  partnerSilent: z.boolean(),
  /** Where the person confirms who he is, when the partner wants that. */
  actionUrl: z.string().nullable(),
  answeredAt: instant.nullable(),
  failReason: z.string().nullable(),
});

interface Owned {
  /** «физлица» or «юрлица». */
  whose: string;
  owner: Resource;
  sees: Access;
  prepares: Access;
  submits: Access;
  /** What else a question is refused for. */
  needs: readonly 'consent.needed'[];
}

/** The same four operations over a person and over a company. */
function identityOf<const P extends string>(path: P, { whose, owner, sees, prepares, submits, needs }: Owned) {
  const on = { id: owner };
  return {
    profile: op(`GET ${path}/rnko-identity/profile`, {
      about: `Данные ${whose} для РНКО`,
      access: sees,
      on,
      out: IdentityProfile,
    }),
    prepare: op(`POST ${path}/rnko-identity/profile`, {
      about: `Собрать данные ${whose} для РНКО`,
      access: prepares,
      on,
      body: z.strictObject({
        level: wantedLevel,
        consent: z.literal(true, 'Без согласия данные не передают'),
      }),
      out: IdentityProfile,
      errors: ['move.illegal', 'rnko.incomplete'],
    }),
    submit: op(`POST ${path}/rnko-identity/identification`, {
      about: `Отправить данные ${whose} на идентификацию в РНКО`,
      access: submits,
      on,
      out: IdentificationRequest,
      errors: ['move.illegal', 'rnko.unavailable', ...needs],
    }),
    request: op(`GET ${path}/rnko-identity/identification-request`, {
      about: `Ход идентификации ${whose} в РНКО`,
      access: sees,
      on,
      out: IdentificationRequest,
    }),
  };
}

const person = { individual: 'own' } as const;
const head = { employee: ['member', 'head'] } as const;
const operators = { operator: ['all', 'administrator', 'manager', 'verifier', 'accountant'] } as const;
const verifier = { operator: ['all', 'verifier'] } as const;

export const individualIdentity = module(
  'individual-identity',
  'Идентификация физлиц в РНКО',
  identityOf('/api/individuals/{id}', {
    whose: 'физлица',
    owner: 'individual',
    sees: { ...person, ...operators },
    prepares: person,
    submits: { ...person, ...verifier },
    // It may have been taken back since the data were taken together.
    needs: ['consent.needed'],
  }),
);
export const companyIdentity = module(
  'company-identity',
  'Идентификация юрлиц в РНКО',
  identityOf('/api/legal-entities/{id}', {
    whose: 'юрлица',
    owner: 'legalEntity',
    sees: { ...head, ...operators },
    prepares: head,
    submits: { ...head, ...verifier },
    needs: [],
  }),
);

const owner = z.strictObject({
  name: filledLineText(200),
  birthDate: day,
  shareBps: shareBps(),
  isPublic: z.boolean(),
});
const fundsSource = z.enum(keysOf(FUNDS_SOURCES));

/** The questionnaire of a company. To whoever neither fills nor judges it its owners are masked. */
const RnkoForm = z.object({
  status: z.enum(rnkoFormMachine.statuses),
  activity: z.string().nullable(),
  purpose: z.string().nullable(),
  /** Kopecks. */
  monthlyTurnover: z.int().nullable(),
  fundsSource: fundsSource.nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  owners: z.array(
    z.object({ name: z.string(), birthDate: z.string().nullable(), shareBps: z.int(), isPublic: z.boolean() }),
  ),
  /** What is still missing, a message by the field. */
  missing: z.record(z.string(), z.string()),
  /** Why the operator has returned it, with remarks at fields; why the partner has declined it. */
  reason: z.string().nullable(),
  remarks: z.array(Remark),
  partnerSilent: z.boolean(),
  sentAt: instant.nullable(),
  answeredAt: instant.nullable(),
  moves: z.array(z.enum(['fill', 'startReview', 'reject', 'approve', 'send'])),
  version: z.int(),
});

const company = { id: 'legalEntity' } as const;
const reviewers = { operator: ['all', 'administrator', 'verifier'] } as const;

/** A company has one questionnaire, so the company's id is its id. */
export const rnkoForms = module('rnko-form', 'Анкета компании для РНКО', {
  reject: op('POST /api/rnko-form/reject', {
    about: 'Вернуть анкету для РНКО с замечаниями',
    access: reviewers,
    body: z.strictObject({
      legalEntityId: id,
      reason: filledText(1000).min(10, 'Назовите причину: не меньше 10 знаков'),
      remarks: z
        .array(z.strictObject({ field: filledText(50), text: filledText(500) }))
        .max(20)
        .optional(),
    }),
    out: RnkoForm,
    errors: ['move.illegal', 'object.absent'],
  }),
  get: op('GET /api/rnko-form/{id}', {
    about: 'Анкета компании для РНКО',
    access: { ...head, operator: ['all', 'administrator', 'manager', 'verifier', 'observer'] },
    on: company,
    out: RnkoForm,
  }),
  fill: op('PUT /api/rnko-form/{id}/form', {
    about: 'Заполнить анкету компании для РНКО',
    access: head,
    on: company,
    /** All of it; null is not said yet. Version 0 makes it. */
    body: z.strictObject({
      activity: text(1000).nullable(),
      purpose: text(500).nullable(),
      monthlyTurnover: sum.nullable(),
      fundsSource: fundsSource.nullable(),
      contactName: oneLineText(200).nullable(),
      contactPhone: phone.nullable(),
      owners: z.array(owner).max(10),
      version: z.int().min(0),
    }),
    out: RnkoForm,
    errors: ['version.stale', 'move.illegal'],
  }),
  startReview: op('POST /api/rnko-form/{id}/start-review', {
    about: 'Взять анкету для РНКО на проверку',
    access: reviewers,
    on: company,
    out: RnkoForm,
    errors: ['move.illegal', 'rnko.incomplete'],
  }),
  approve: op('POST /api/rnko-form/{id}/approve', {
    about: 'Одобрить анкету для РНКО',
    access: reviewers,
    on: company,
    out: RnkoForm,
    errors: ['move.illegal'],
  }),
  send: op('POST /api/rnko-form/{id}/send-to-rnko', {
    about: 'Отправить анкету в РНКО',
    access: { operator: ['all', 'administrator', 'manager'] },
    on: company,
    out: RnkoForm,
    errors: ['move.illegal', 'rnko.unavailable'],
  }),
  /** What the partner sends by itself. It is only a reason to ask him: what he then answers counts. */
  notice: op('POST /api/partners/rnko/notices', {
    about: 'Принять сообщение РНКО об идентификации или анкете',
    access: 'anyone',
    signed: 'rnko',
    body: z.strictObject({ id: text(100).min(1), type: text(100).min(1), key: z.uuid() }),
    errors: ['signature.wrong'],
  }),
});
