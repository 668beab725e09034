import * as z from 'zod';
import { day, filledLineText, id, nothingElse, version } from '../kernel/fields.ts';
import { anyFile, paper } from '../kernel/file.ts';
import { module, op, rights } from '../kernel/op.ts';
import { listOf, listQuery, someOf } from '../kernel/page.ts';
import { FileLink, OwnedFile, OwnedFiles } from '../parties/files.ts';
import { approvals, PendingApproval } from '../platform/approvals.ts';
import { feeRule } from './fee-rule.ts';

export const tariffStates = ['proposed', 'planned', 'active', 'ended'] as const;

/** For whom: of one company, or of a kind of companies, a category of people, or both; null is for everybody. */
const tariffKey = {
  legalEntityId: id.nullable(),
  legalEntityTypeId: id.nullable().default(null),
  individualCategoryId: id.nullable().default(null),
};
/** From the first day to the last; null is for ever. */
const TariffForm = z.strictObject({
  name: filledLineText(100),
  ...tariffKey,
  ...feeRule,
  validFrom: day,
  validTo: day.nullable(),
});

export const Tariff = z.object({
  id: z.int(),
  name: z.string(),
  legalEntityId: z.int().nullable(),
  legalEntity: z.string().nullable(),
  legalEntityTypeId: z.int().nullable(),
  legalEntityType: z.string().nullable(),
  individualCategoryId: z.int().nullable(),
  individualCategory: z.string().nullable(),
  ...feeRule,
  validFrom: z.string(),
  validTo: z.string().nullable(),
  /** `proposed` waits for the second person and counts nowhere. */
  state: z.enum(tariffStates),
  /** How many agreements were concluded by it; they keep it as it was. */
  settlements: z.int(),
  version: z.int(),
});

/** One of them alone, with what is proposed of it to a second person. */
const TariffCard = Tariff.extend({ pendingApprovals: z.array(PendingApproval) });

const tariffReaders = {
  employee: ['member', 'head', 'manager', 'accountant'],
  operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
} as const;
const tariffKeepers = { operator: ['all', 'administrator', 'accountant'] } as const;

export const tariffs = module('tariffs', 'Тарифы', {
  list: op('GET /api/dictionaries/tariff/items', {
    about: 'Тарифы вознаграждения платформы',
    access: tariffReaders,
    lists: ['tariff'],
    query: listQuery(['validFrom', 'name'], { state: z.array(z.enum(tariffStates)).max(4), legalEntityId: id }),
    out: listOf(Tariff),
  }),
  get: op('GET /api/dictionaries/tariff/items/{id}', {
    about: 'Один тариф',
    access: tariffReaders,
    on: { id: 'tariff' },
    out: TariffCard,
  }),
  add: op('POST /api/dictionaries/tariff/items', {
    about: 'Завести тариф',
    access: tariffKeepers,
    body: TariffForm,
    out: TariffCard,
    status: 201,
    errors: ['input.invalid'],
  }),
  replace: op('PUT /api/dictionaries/tariff/items/{id}', {
    about: 'Изменить тариф',
    access: tariffKeepers,
    on: { id: 'tariff' },
    body: TariffForm.extend({ version }),
    out: TariffCard,
    errors: ['version.stale', 'input.invalid', 'move.illegal'],
  }),
  ofCompany: op('GET /api/legal-entities/{id}/tariffs', {
    about: 'Тарифы компании: какой действует сегодня и какие были и будут',
    access: tariffReaders,
    on: { id: 'legalEntity' },
    lists: ['tariff'],
    out: someOf(Tariff).extend({ current: z.int().nullable() }),
  }),
  simulate: op('POST /internal/tariffs/simulate', {
    about: 'Проверить тариф на прошедших платежах',
    access: { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] },
    body: z.strictObject({ ...feeRule, ...tariffKey, from: day, to: day }),
    /** What was paid between the days, what was charged of it, and what this tariff would have charged, VAT within it. */
    out: z.object({ payments: z.int(), paid: z.int(), chargedFee: z.int(), fee: z.int(), vat: z.int() }),
    errors: ['input.invalid'],
  }),
});

const onTariffFile = { id: 'legalEntity', f: 'tariffFile' } as const;
/** Appendices to the tariffs of a company: operators put them there, the company reads them. */
export const tariffFiles = module('tariff-files', 'Тарифные приложения', {
  add: op('POST /api/legal-entities/{id}/tariffs/tariff-files', {
    about: 'Добавить тарифное приложение',
    access: tariffKeepers,
    vouched: true,
    on: { id: 'legalEntity' },
    body: nothingElse,
    upload: paper,
    out: OwnedFile,
    status: 201,
    errors: ['input.invalid'],
  }),
  list: op('GET /api/legal-entities/{id}/tariffs/tariff-files', {
    about: 'Тарифные приложения компании',
    access: tariffReaders,
    on: { id: 'legalEntity' },
    out: OwnedFiles,
  }),
  get: op('GET /api/legal-entities/{id}/tariffs/tariff-files/{f}', {
    about: 'Скачать тарифное приложение',
    access: tariffReaders,
    on: onTariffFile,
    file: anyFile,
  }),
  link: op('GET /api/legal-entities/{id}/tariffs/tariff-files/{f}/link', {
    about: 'Посмотреть тарифное приложение',
    access: tariffReaders,
    on: onTariffFile,
    out: FileLink,
  }),
  remove: op('DELETE /api/legal-entities/{id}/tariffs/tariff-files/{f}', {
    about: 'Удалить тарифное приложение',
    access: tariffKeepers,
    vouched: true,
    on: onTariffFile,
  }),
});

/** What somebody without it changes waits for the second person. */
export const tariffRights = rights(tariffs.replace, {
  alone: { about: 'Менять тарифы без второго человека', access: { operator: ['all', 'administrator'] }, vouched: true },
});

export const tariffApprovalRights = rights(approvals.decide, {
  tariff: { about: 'Решать о тарифах', access: { operator: ['all', 'administrator', 'accountant'] } },
});
