import * as z from 'zod';
import { everyEmployee } from '../kernel/access.ts';
import { instant, version } from '../kernel/fields.ts';
import { spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, listQuery, unsearchedListQuery } from '../kernel/page.ts';
import {
  amount,
  contactFlag,
  contractKind,
  debtorFields,
  entryHistory,
  entryStatus,
  limitation,
  limitationShown,
  openReasons,
  rejection,
  rejectReason,
} from './entry-parts.ts';
import { registryOperations } from './registry-operations.ts';
import { Registries, registriesOfAllQuery } from './registry-parts.ts';

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

const SimpleEntry = SimpleEntryRow.extend({
  birthDate: z.string().nullable(),
  email: z.string().nullable(),
  tz: z.string(),
  contactFlag,
  rejectComment: z.string().nullable(),
  /** By when its creditor answers the debtor. */
  answerBy: z.string().nullable(),
  externalId: z.string().nullable(),
  comment: z.string().nullable(),
  ...entryHistory,
  version: z.int(),
});

/** What a debtor sees of an entry that has found him. */
export const OwnSimpleEntry = z.object({
  id: z.int(),
  legalEntityId: z.int(),
  creditor: z.string(),
  creditorPhone: z.string().nullable(),
  contractNumber: z.string().nullable(),
  contractKind: contractKind.nullable(),
  /** The sum that its creditor has named roughly; null where he has named none, and to whom nobody has verified (docs/domain.md §14). */
  approxAmount: amount.nullable(),
  overdueFrom: z.string().nullable(),
  limitation,
  status: entryStatus,
  decisionAt: instant.nullable(),
  rejectReason: rejectReason.nullable(),
  /** By when its creditor answers. */
  answerBy: z.string().nullable(),
  /** The claim with its whole sum, once the creditor has loaded it. */
  fullEntryId: z.int().nullable(),
  /** Buttons open to the debtor now. */
  moves: z.array(z.enum(['accept', 'reject'])),
  openReasons,
  createdAt: instant,
  version: z.int(),
});

const entryFilters = { status: z.array(entryStatus).max(5), withdrawn: z.boolean() };
const entriesQuery = listQuery(['createdAt', 'name', 'decisionAt'], entryFilters);

const viewers = {
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'observer'],
} as const;
const debtors = { individual: 'own', operator: ['all', 'administrator', 'manager', 'observer'] } as const;
const onCompany = { id: 'legalEntity' } as const;
const onOwn = { id: 'individual', entryId: 'simpleEntry' } as const;

export const simpleRegistries = module('simple-registries', 'Упрощённые реестры', {
  ...registryOperations('/api/legal-entities/{id}/simple-registries', {
    words: {
      one: 'упрощённый реестр',
      of: 'упрощённого реестра',
      about: 'об упрощённом реестре',
      Many: 'Упрощённые реестры',
      former: 'прежней выгрузки упрощённого реестра',
      debtor: 'заёмщика из упрощённого реестра',
    },
    registry: 'simpleRegistry',
    entry: 'simpleEntry',
    sees: viewers,
    row: SimpleEntryRow,
    card: SimpleEntry,
    entriesQuery,
    refusals: { upload: ['feature.off'], withdrawEntry: [] },
  }),
  acceptedEntries: op('GET /api/legal-entities/{id}/simple-registries/accepted-entries', {
    about: 'Записи, которые заёмщики признали',
    access: viewers,
    on: onCompany,
    query: listQuery(['decisionAt', 'name'], { withoutFull: z.boolean() }),
    out: listOf(SimpleEntryRow),
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
    query: unsearchedListQuery(['createdAt'], { status: z.array(entryStatus).max(5) }),
    out: listOf(OwnSimpleEntry),
  }),
  accept: op('POST /api/individuals/{id}/simple-registries/accept/{entryId}', {
    about: 'Признать долг своим',
    access: { individual: 'own' },
    on: onOwn,
    body: z.strictObject({ version: version.optional(), limitationShown }),
    out: OwnSimpleEntry,
    errors: ['version.stale', 'move.illegal'],
  }),
  reject: op('POST /api/individuals/{id}/simple-registries/reject/{entryId}', {
    about: 'Отклонить требование с причиной',
    access: { individual: 'own' },
    on: onOwn,
    body: rejection,
    out: OwnSimpleEntry,
    errors: ['version.stale', 'move.illegal'],
  }),
});
