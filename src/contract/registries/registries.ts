import * as z from 'zod';
import { everyEmployee } from '../kernel/access.ts';
import { day, id, personInn, phone } from '../kernel/fields.ts';
import { anyFile, registryFile, spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { Entry, EntryRow, OwnClaim, OwnClaimCard } from './registry-entries.ts';
import {
  contractKind,
  correction,
  DryRows,
  dryRowsQuery,
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
  registryFiltersOfAll,
  revealForm,
  stage,
  uploadForm,
  withdrawForm,
} from './registry-parts.ts';

const entryFilters = {
  status: z.array(entryStatus).max(5),
  contractKind: z.array(contractKind).max(6),
  stage: z.array(stage).max(3),
  contested: z.boolean(),
  withdrawn: z.boolean(),
};
const entryFiltersOfAll = { ...entryFilters, legalEntityId: id };
const sorts = ['createdAt', 'total', 'overdueFrom', 'name'] as const;
const sortsOfAll = ['createdAt', 'total', 'overdueFrom'] as const;
const entryColumns = [
  'id',
  'creditor',
  'registryNumber',
  'name',
  'debtorInn',
  'phone',
  'contractNumber',
  'contractDate',
  'contractKind',
  'principal',
  'interest',
  'interestOverdue',
  'penalty',
  'fee',
  'courtCost',
  'total',
  'asOf',
  'overdueFrom',
  'daysOverdue',
  'stage',
  'status',
] as const;
const registryColumnsOfExport = [
  'id',
  'creditor',
  'number',
  'name',
  'fileName',
  'asOfDate',
  'status',
  'rows',
  'errors',
  'entries',
  'matched',
  'notified',
  'total',
  'createdAt',
  'loadedAt',
] as const;

const Entries = listOf(EntryRow);
const entriesQuery = listQuery(sorts, entryFilters);

const viewers = {
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
} as const;
const loaders = { employee: ['member', 'head', 'manager'] } as const;
const operators = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const onCompany = { id: 'legalEntity' } as const;
const onRegistry = { id: 'legalEntity', r: 'registry' } as const;
const onEntry = { id: 'legalEntity', r: 'registry', e: 'registryEntry' } as const;

export const registries = module('registries', 'Реестры займов', {
  upload: op('POST /api/legal-entities/{id}/registries', {
    about: 'Загрузить файл реестра',
    access: loaders,
    on: onCompany,
    body: uploadForm,
    upload: registryFile,
    out: Registry,
    status: 201,
    errors: ['input.invalid', 'quota.exceeded'],
  }),
  list: op('GET /api/legal-entities/{id}/registries', {
    about: 'Реестры компании',
    access: viewers,
    on: onCompany,
    query: registriesQuery,
    out: Registries,
  }),
  withMessages: op('GET /api/legal-entities/{id}/registries/with-messages', {
    about: 'Реестры с непрочитанными сообщениями',
    access: viewers,
    on: onCompany,
    query: registriesQuery,
    out: Registries,
  }),
  get: op('GET /api/legal-entities/{id}/registries/{r}', {
    about: 'Реестр',
    access: viewers,
    on: onRegistry,
    out: Registry,
  }),
  download: op('GET /api/legal-entities/{id}/registries/{r}/download', {
    about: 'Скачать файл реестра таким, каким он загружен',
    access: {
      employee: ['member', 'head', 'manager'],
      operator: ['all', 'administrator', 'manager'],
    },
    on: onRegistry,
    file: anyFile,
  }),
  importErrors: op('GET /api/legal-entities/{id}/registries/{r}/import-errors', {
    about: 'Ошибки строк реестра',
    access: viewers,
    on: onRegistry,
    query: importErrorsQuery,
    out: ImportErrors,
  }),
  errorWorkbook: op('GET /api/legal-entities/{id}/registries/{r}/error-workbook', {
    about: 'Скачать строки реестра с отмеченными ошибками',
    access: loaders,
    on: onRegistry,
    file: spreadsheet,
    errors: ['move.illegal'],
  }),
  rows: op('GET /api/legal-entities/{id}/registries/{r}/rows', {
    about: 'Строки пробной загрузки реестра',
    access: loaders,
    on: onRegistry,
    query: dryRowsQuery,
    out: DryRows,
  }),
  absent: op('GET /api/legal-entities/{id}/registries/{r}/absent', {
    about: 'Записи прежней выгрузки, которых в новом файле нет',
    access: loaders,
    on: onRegistry,
    query: listQuery(['createdAt'], {}),
    out: Entries,
  }),
  correct: op('POST /api/legal-entities/{id}/registries/{r}/corrections', {
    about: 'Исправить ячейку реестра',
    access: loaders,
    on: onRegistry,
    body: correction,
    out: Registry,
    errors: ['version.stale', 'move.illegal', 'registry.busy', 'input.invalid'],
  }),
  map: op('POST /api/legal-entities/{id}/registries/{r}/mapping', {
    about: 'Сопоставить столбцы реестра и запомнить это для компании',
    access: loaders,
    on: onRegistry,
    body: mappingForm,
    out: Registry,
    errors: ['version.stale', 'move.illegal', 'registry.busy', 'input.invalid'],
  }),
  load: op('POST /api/legal-entities/{id}/registries/{r}/load', {
    about: 'Принять реестр',
    access: loaders,
    on: onRegistry,
    body: loadForm,
    out: Registry,
    status: 202,
    errors: ['version.stale', 'move.illegal', 'registry.busy', 'registry.absent_changed', 'company.unverified'],
  }),
  withdraw: op('POST /api/legal-entities/{id}/registries/{r}/withdraw', {
    about: 'Отозвать реестр',
    access: loaders,
    on: onRegistry,
    body: withdrawForm,
    out: Registry,
    errors: ['version.stale', 'move.illegal', 'registry.busy'],
  }),
  invite: op('POST /api/legal-entities/{id}/registries/{r}/invitations', {
    about: 'Пригласить письмом заёмщиков реестра, которых нет на площадке',
    access: loaders,
    on: onRegistry,
    out: Invited,
    errors: ['move.illegal', 'feature.off'],
  }),
  messages: op('GET /api/legal-entities/{id}/registries/{r}/messages', {
    about: 'Сообщения о реестре',
    access: viewers,
    on: onRegistry,
    query: messagesQuery,
    out: RegistryMessages,
  }),
  readMessages: op('POST /api/legal-entities/{id}/registries/{r}/messages/read', {
    about: 'Отметить сообщения о реестре прочитанными',
    access: viewers,
    on: onRegistry,
  }),
  entries: op('GET /api/legal-entities/{id}/registries/{r}/entries', {
    about: 'Записи реестра',
    access: viewers,
    on: onRegistry,
    query: entriesQuery,
    out: Entries,
  }),
  entry: op('GET /api/legal-entities/{id}/registries/{r}/entries/{e}', {
    about: 'Запись реестра',
    access: viewers,
    on: onEntry,
    out: Entry,
  }),
  withdrawEntry: op('POST /api/legal-entities/{id}/registries/{r}/entries/{e}/withdraw', {
    about: 'Отозвать запись реестра',
    access: loaders,
    on: onEntry,
    body: withdrawForm,
    out: Entry,
    errors: ['version.stale', 'move.illegal', 'entry.frozen', 'entry.settled'],
  }),
  reveal: op('POST /api/legal-entities/{id}/registries/{r}/entries/{e}/reveal', {
    about: 'Показать скрытые данные заёмщика',
    access: {
      employee: ['member', 'head', 'manager'],
      operator: ['all', 'administrator', 'manager'],
    },
    on: onEntry,
    body: revealForm,
    out: Revealed,
  }),
  companyEntries: op('GET /api/legal-entities/{id}/registry-entries', {
    about: 'Записи всех реестров компании',
    access: viewers,
    on: onCompany,
    query: entriesQuery,
    out: Entries,
  }),
  companyEntryCounts: op('GET /api/legal-entities/{id}/registry-entries/counts', {
    about: 'Сколько записей компании в каждом статусе',
    access: viewers,
    on: onCompany,
    query: countsQuery(entryFilters),
    out: Counts,
  }),
  companyEntriesExport: op('GET /api/legal-entities/{id}/registry-entries/exports/excel', {
    about: 'Выгрузить записи реестров компании таблицей',
    access: { employee: ['member', 'head', 'manager'], operator: ['all', 'administrator', 'manager'] },
    on: onCompany,
    query: exportQuery(sorts, entryFilters, entryColumns),
    file: spreadsheet,
  }),
  template: op('GET /api/registry-template', {
    about: 'Скачать шаблон реестра',
    access: viewers,
    lists: [],
    file: spreadsheet,
  }),
  checkInn: op('POST /api/public/registries/check-inn', {
    about: 'Узнать, как увидеть предложения по своему ИНН',
    access: 'anyone',
    body: z.strictObject({
      inn: personInn,
      phone: phone.optional(),
      birthDate: day.optional(),
      /** Instead of a captcha: see domain/parties/inn-work.ts. */
      work: z.strictObject({ day, nonce: z.int().min(0) }),
    }),
    out: z.object({ found: z.boolean(), message: z.string() }),
    limit: 'checkInn',
  }),
});

/** The same seen across all companies, by operators. */
export const allRegistries = module('all-registries', 'Реестры всех компаний', {
  entries: op('GET /internal/questionnaires/legal-entities/registry-entries', {
    about: 'Записи реестров всех компаний',
    access: operators,
    query: listQuery(sortsOfAll, entryFiltersOfAll),
    out: Entries,
  }),
  entryCounts: op('GET /internal/questionnaires/legal-entities/registry-entries/counts', {
    about: 'Сколько записей всех компаний в каждом статусе',
    access: operators,
    query: countsQuery(entryFiltersOfAll),
    out: Counts,
  }),
  list: op('GET /internal/questionnaires/legal-entities/registries', {
    about: 'Реестры всех компаний',
    access: operators,
    query: registriesOfAllQuery,
    out: Registries,
  }),
  registriesExport: op('GET /internal/questionnaires/exports/excel/load-registries', {
    about: 'Выгрузить реестры всех компаний таблицей',
    access: { operator: ['all', 'administrator', 'manager'] },
    query: exportQuery(['createdAt', 'asOfDate'], registryFiltersOfAll, registryColumnsOfExport),
    file: spreadsheet,
  }),
  entriesExport: op('GET /internal/questionnaires/exports/excel/registry-entries', {
    about: 'Выгрузить записи реестров всех компаний таблицей',
    access: { operator: ['all', 'administrator', 'manager'] },
    query: exportQuery(sortsOfAll, entryFiltersOfAll, entryColumns),
    file: spreadsheet,
  }),
});

/** The claims of one person. */
export const claims = module('claims', 'Требования к физлицу', {
  list: op('GET /api/individuals/{id}/registry-entries', {
    about: 'Требования к физлицу',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] },
    on: { id: 'individual' },
    query: listQuery(['createdAt', 'total'], { frozen: z.boolean() }),
    out: listOf(OwnClaim),
  }),
  get: op('GET /api/individuals/{id}/registry-entries/{e}', {
    about: 'Требование к физлицу',
    access: { individual: 'own', operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] },
    on: { id: 'individual', e: 'registryEntry' },
    out: OwnClaimCard,
  }),
});
