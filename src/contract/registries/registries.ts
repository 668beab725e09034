import * as z from 'zod';
import { claimParts } from '#domain/money/debt-parts.ts';
import { everyEmployee } from '../kernel/access.ts';
import { day, filledText, id, personInn, phone, sum } from '../kernel/fields.ts';
import { spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { contractKind, entryStatus, stage } from './entry-parts.ts';
import { Entry, EntryRow } from './registry-entries.ts';
import { registryOperations } from './registry-operations.ts';
import { Registries, registriesOfAllQuery, registryFiltersOfAll } from './registry-parts.ts';

/** The debtor reads it beside the sum: points and signs that nobody sees explain nothing. */
const explanation = filledText(500).refine(
  (words) => [...words.matchAll(/\p{L}/gu)].length >= 10,
  'Объясните разницу словами: от 10 букв',
);

const entryFilters = {
  status: z.array(entryStatus).max(5),
  contractKind: z.array(contractKind).max(6),
  stage: z.array(stage).max(3),
  contested: z.boolean(),
  withdrawn: z.boolean(),
};
const entryFiltersOfAll = { ...entryFilters, legalEntityId: id, individualId: id };
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
  ...claimParts,
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
const operators = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const onCompany = { id: 'legalEntity' } as const;

export const registries = module('registries', 'Реестры займов', {
  ...registryOperations('/api/legal-entities/{id}/registries', {
    words: {
      one: 'реестр',
      of: 'реестра',
      about: 'о реестре',
      Many: 'Реестры',
      former: 'прежней выгрузки',
      debtor: 'заёмщика',
    },
    registry: 'registry',
    entry: 'registryEntry',
    sees: viewers,
    row: EntryRow,
    card: Entry,
    entriesQuery,
    refusals: { upload: [], withdrawEntry: ['entry.frozen', 'entry.settled', 'authority.needed'] },
  }),
  explainRise: op('POST /api/legal-entities/{id}/registries/{r}/entries/{e}/explain-rise', {
    about: 'Объяснить, почему долг больше, чем осталось по расторгнутому соглашению',
    access: { employee: ['member', 'head', 'manager'] },
    on: { id: 'legalEntity', r: 'registry', e: 'registryEntry' },
    toDebtor: ['why'],
    body: z.strictObject({ total: sum, why: explanation }),
    out: Entry,
    errors: ['move.illegal', 'entry.frozen', 'input.invalid'],
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
