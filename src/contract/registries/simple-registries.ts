import * as z from 'zod';
import { everyEmployee } from '../kernel/access.ts';
import { instant, text, version } from '../kernel/fields.ts';
import { anyFile, registryFile, spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, listQuery } from '../kernel/page.ts';
import {
  amount,
  contactFlag,
  contractKind,
  correction,
  DryRows,
  debtorFields,
  dryRowsQuery,
  entryHistory,
  entryStatus,
  ImportErrors,
  Invited,
  importErrorsQuery,
  loadForm,
  mappingForm,
  messagesQuery,
  Registries,
  Registry,
  RegistryMessages,
  Revealed,
  registriesOfAllQuery,
  registriesQuery,
  rejectReason,
  revealForm,
  uploadForm,
  withdrawForm,
} from './registry-parts.ts';

/** An entry of a simple registry as lists show it. */
export const SimpleEntryRow = z.object({
  id: z.int(),
  legalEntityId: z.int(),
  creditor: z.string(),
  registryId: z.int(),
  registryNumber: z.int(),
  individualId: z.int().nullable(),
  ...debtorFields,
  contractNumber: z.string().nullable(),
  contractKind: contractKind.nullable(),
  approxAmount: amount.nullable(),
  overdueFrom: z.string().nullable(),
  status: entryStatus,
  notifiedAt: instant.nullable(),
  decisionAt: instant.nullable(),
  rejectReason: rejectReason.nullable(),
  /** The claim of the full registry that has come for this entry. */
  fullEntry: z.object({ registryId: z.int(), id: z.int() }).nullable(),
  withdrawnAt: instant.nullable(),
  createdAt: instant,
});

export const SimpleEntry = SimpleEntryRow.extend({
  birthDate: z.string().nullable(),
  email: z.string().nullable(),
  tz: z.string(),
  contactFlag,
  rejectComment: z.string().nullable(),
  externalId: z.string().nullable(),
  comment: z.string().nullable(),
  ...entryHistory,
  version: z.int(),
});

/** What a debtor sees of an entry that has found him. The sum is not shown before his identification (docs/domain.md §14). */
export const OwnSimpleEntry = z.object({
  id: z.int(),
  legalEntityId: z.int(),
  creditor: z.string(),
  creditorPhone: z.string().nullable(),
  contractNumber: z.string().nullable(),
  contractKind: contractKind.nullable(),
  overdueFrom: z.string().nullable(),
  status: entryStatus,
  decisionAt: instant.nullable(),
  rejectReason: rejectReason.nullable(),
  /** The claim with its whole sum, once the creditor has loaded it. */
  fullEntryId: z.int().nullable(),
  /** Buttons open to the debtor now. */
  moves: z.array(z.enum(['accept', 'reject'])),
  createdAt: instant,
  version: z.int(),
});

const entryFilters = { status: z.array(entryStatus).max(5), withdrawn: z.boolean() };
const entriesQuery = listQuery(['createdAt', 'name', 'decisionAt'], entryFilters);
const Entries = listOf(SimpleEntryRow);

const viewers = {
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'observer'],
} as const;
const loaders = { employee: ['member', 'head', 'manager'] } as const;
const debtors = { individual: 'own', operator: ['all', 'administrator', 'manager', 'observer'] } as const;
const onCompany = { id: 'legalEntity' } as const;
const onRegistry = { id: 'legalEntity', r: 'simpleRegistry' } as const;
const onEntry = { id: 'legalEntity', r: 'simpleRegistry', e: 'simpleEntry' } as const;
const onOwn = { id: 'individual', entryId: 'simpleEntry' } as const;

export const simpleRegistries = module('simple-registries', 'Упрощённые реестры', {
  upload: op('POST /api/legal-entities/{id}/simple-registries', {
    about: 'Загрузить файл упрощённого реестра',
    access: loaders,
    on: onCompany,
    body: uploadForm,
    upload: registryFile,
    out: Registry,
    status: 201,
    errors: ['input.invalid', 'feature.off', 'quota.exceeded'],
  }),
  list: op('GET /api/legal-entities/{id}/simple-registries', {
    about: 'Упрощённые реестры компании',
    access: viewers,
    on: onCompany,
    query: registriesQuery,
    out: Registries,
  }),
  withMessages: op('GET /api/legal-entities/{id}/simple-registries/with-messages', {
    about: 'Упрощённые реестры с непрочитанными сообщениями',
    access: viewers,
    on: onCompany,
    query: registriesQuery,
    out: Registries,
  }),
  acceptedEntries: op('GET /api/legal-entities/{id}/simple-registries/accepted-entries', {
    about: 'Записи, которые заёмщики признали',
    access: viewers,
    on: onCompany,
    query: listQuery(['decisionAt', 'name'], { withoutFull: z.boolean() }),
    out: Entries,
  }),
  get: op('GET /api/legal-entities/{id}/simple-registries/{r}', {
    about: 'Упрощённый реестр',
    access: viewers,
    on: onRegistry,
    out: Registry,
  }),
  download: op('GET /api/legal-entities/{id}/simple-registries/{r}/download', {
    about: 'Скачать файл упрощённого реестра таким, каким он загружен',
    access: {
      employee: ['member', 'head', 'manager'],
      operator: ['all', 'administrator', 'manager'],
    },
    on: onRegistry,
    file: anyFile,
  }),
  importErrors: op('GET /api/legal-entities/{id}/simple-registries/{r}/import-errors', {
    about: 'Ошибки строк упрощённого реестра',
    access: viewers,
    on: onRegistry,
    query: importErrorsQuery,
    out: ImportErrors,
  }),
  errorWorkbook: op('GET /api/legal-entities/{id}/simple-registries/{r}/error-workbook', {
    about: 'Скачать строки упрощённого реестра с отмеченными ошибками',
    access: loaders,
    on: onRegistry,
    file: spreadsheet,
    errors: ['move.illegal'],
  }),
  rows: op('GET /api/legal-entities/{id}/simple-registries/{r}/rows', {
    about: 'Строки пробной загрузки упрощённого реестра',
    access: loaders,
    on: onRegistry,
    query: dryRowsQuery,
    out: DryRows,
  }),
  absent: op('GET /api/legal-entities/{id}/simple-registries/{r}/absent', {
    about: 'Записи прежней выгрузки упрощённого реестра, которых в новом файле нет',
    access: loaders,
    on: onRegistry,
    query: listQuery(['createdAt'], {}),
    out: Entries,
  }),
  correct: op('POST /api/legal-entities/{id}/simple-registries/{r}/corrections', {
    about: 'Исправить ячейку упрощённого реестра',
    access: loaders,
    on: onRegistry,
    body: correction,
    out: Registry,
    errors: ['version.stale', 'move.illegal', 'registry.busy', 'input.invalid'],
  }),
  map: op('POST /api/legal-entities/{id}/simple-registries/{r}/mapping', {
    about: 'Сопоставить столбцы упрощённого реестра и запомнить это для компании',
    access: loaders,
    on: onRegistry,
    body: mappingForm,
    out: Registry,
    errors: ['version.stale', 'move.illegal', 'registry.busy', 'input.invalid'],
  }),
  load: op('POST /api/legal-entities/{id}/simple-registries/{r}/load', {
    about: 'Принять упрощённый реестр',
    access: loaders,
    on: onRegistry,
    body: loadForm,
    out: Registry,
    status: 202,
    errors: ['version.stale', 'move.illegal', 'registry.busy', 'registry.absent_changed', 'company.unverified'],
  }),
  withdraw: op('POST /api/legal-entities/{id}/simple-registries/{r}/withdraw', {
    about: 'Отозвать упрощённый реестр',
    access: loaders,
    on: onRegistry,
    body: withdrawForm,
    out: Registry,
    errors: ['version.stale', 'move.illegal', 'registry.busy'],
  }),
  invite: op('POST /api/legal-entities/{id}/simple-registries/{r}/invitations', {
    about: 'Пригласить письмом заёмщиков упрощённого реестра, которых нет на площадке',
    access: loaders,
    on: onRegistry,
    out: Invited,
    errors: ['move.illegal', 'feature.off'],
  }),
  messages: op('GET /api/legal-entities/{id}/simple-registries/{r}/messages', {
    about: 'Сообщения об упрощённом реестре',
    access: viewers,
    on: onRegistry,
    query: messagesQuery,
    out: RegistryMessages,
  }),
  readMessages: op('POST /api/legal-entities/{id}/simple-registries/{r}/messages/read', {
    about: 'Отметить сообщения об упрощённом реестре прочитанными',
    access: viewers,
    on: onRegistry,
  }),
  entries: op('GET /api/legal-entities/{id}/simple-registries/{r}/entries', {
    about: 'Записи упрощённого реестра',
    access: viewers,
    on: onRegistry,
    query: entriesQuery,
    out: Entries,
  }),
  entry: op('GET /api/legal-entities/{id}/simple-registries/{r}/entries/{e}', {
    about: 'Запись упрощённого реестра',
    access: viewers,
    on: onEntry,
    out: SimpleEntry,
  }),
  withdrawEntry: op('POST /api/legal-entities/{id}/simple-registries/{r}/entries/{e}/withdraw', {
    about: 'Отозвать запись упрощённого реестра',
    access: loaders,
    on: onEntry,
    body: withdrawForm,
    out: SimpleEntry,
    errors: ['version.stale', 'move.illegal'],
  }),
  reveal: op('POST /api/legal-entities/{id}/simple-registries/{r}/entries/{e}/reveal', {
    about: 'Показать скрытые данные заёмщика из упрощённого реестра',
    access: {
      employee: ['member', 'head', 'manager'],
      operator: ['all', 'administrator', 'manager'],
    },
    on: onEntry,
    body: revealForm,
    out: Revealed,
  }),
  template: op('GET /api/registry-simple-template', {
    about: 'Скачать шаблон упрощённого реестра',
    access: viewers,
    lists: [],
    file: spreadsheet,
  }),
  listOfAll: op('GET /internal/questionnaires/legal-entities/simple-registries', {
    about: 'Упрощённые реестры всех компаний',
    access: { operator: ['all', 'administrator', 'manager', 'observer'] },
    query: registriesOfAllQuery,
    out: Registries,
  }),
  own: op('GET /api/individuals/{id}/simple-registries/entries', {
    about: 'Записи упрощённых реестров о физлице',
    access: debtors,
    on: { id: 'individual' },
    query: listQuery(['createdAt'], { status: z.array(entryStatus).max(5) }),
    out: listOf(OwnSimpleEntry),
  }),
  accept: op('POST /api/individuals/{id}/simple-registries/accept/{entryId}', {
    about: 'Признать долг своим',
    access: { individual: 'own' },
    on: onOwn,
    body: z.strictObject({ version: version.optional() }),
    out: OwnSimpleEntry,
    errors: ['version.stale', 'move.illegal'],
  }),
  reject: op('POST /api/individuals/{id}/simple-registries/reject/{entryId}', {
    about: 'Отклонить требование с причиной',
    access: { individual: 'own' },
    on: onOwn,
    body: z.strictObject({ reason: rejectReason, comment: text(1000).optional(), version: version.optional() }),
    out: OwnSimpleEntry,
    errors: ['version.stale', 'move.illegal'],
  }),
});
