import * as z from 'zod';
import { registryColumns } from '#domain/registries/registry-columns.ts';
import { registryBases, registryImportMachine, verdicts } from '#domain/registries/registry-import.ts';
import { problemCodes, severities } from '#domain/registries/registry-problems.ts';
import { codesOf, day, filledText, id, instant, keysOf, oneLineText, reason, text, version } from '../kernel/fields.ts';
import { listOf, listQuery, unsearchedListQuery } from '../kernel/page.ts';
import { amount } from './entry-parts.ts';

/** What full and simple registries share: the file, its dry run, its loading, its messages. */

const registryStatus = z.enum(registryImportMachine.statuses);
const verdict = z.enum(keysOf(verdicts));
const severity = z.enum(keysOf(severities));
const problemCode = z.enum(keysOf(problemCodes));
const columnCode = z.enum(codesOf([...registryColumns.full, ...registryColumns.simple]));

/** How many rows of the file have each verdict; they add up to `rows`. */
const RowCounts = z.object({
  rows: z.int(),
  new: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  error: z.int(),
  /** Rows that will be taken although something about them was noted. */
  warned: z.int(),
  /** The debt of the rows that will be taken, kopecks; of a simple registry the debt named roughly. */
  amount,
});

/** What has become of the entries of a registry: how many are in each status, their debt, how many have a debtor. */
const Funnel = z.object({
  entries: z.int(),
  search: z.int(),
  notification_sent: z.int(),
  accepted_by_individual: z.int(),
  rejected_by_individual: z.int(),
  full_registry_created: z.int(),
  matched: z.int(),
  withdrawn: z.int(),
  /** The debt of the entries that are not withdrawn, kopecks; of a simple registry the debt named roughly. */
  totalAmount: amount,
});

export const RegistryRow = z.object({
  id: z.int(),
  legalEntityId: z.int(),
  creditor: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  fileName: z.string(),
  /** «Данные на дату». */
  asOfDate: z.string(),
  basis: z.enum(keysOf(registryBases)),
  status: registryStatus,
  /** The share of the work done, 0–100, while the file is read or loaded; null when nothing is going on. */
  progress: z.int().nullable(),
  counts: RowCounts,
  funnel: Funnel,
  unreadMessages: z.int(),
  createdAt: instant,
  loadedAt: instant.nullable(),
});

/** How a heading of the file was understood. */
const HeaderMatch = z.object({ header: z.string(), column: z.string().nullable() });

export const Registry = RegistryRow.extend({
  fileSize: z.int(),
  basisNumber: z.string().nullable(),
  basisDate: z.string().nullable(),
  uploadedBy: z.string().nullable(),
  /** What is being done now, for the person who waits. */
  phase: z.enum(['waiting', 'reading', 'comparing', 'loading']).nullable(),
  rowsRead: z.int(),
  /** The one sentence why the file could not be read. */
  failure: z.string().nullable(),
  headers: z.array(HeaderMatch),
  /** Whether the headings were understood with a mapping that the company has saved. */
  mapped: z.boolean(),
  /** Footers and other lines that do not count as rows, and what else is worth knowing of the file. */
  notes: z.array(z.string()),
  /** The registry that this one is a fresh unloading of. */
  replaces: z.object({ id: z.int(), number: z.int() }).nullable(),
  /** Entries of that registry which this file no longer has; null when it replaces none. */
  absent: z.int().nullable(),
  /** Buttons open to the viewer now. */
  moves: z.array(z.enum(['load', 'withdraw', 'correct', 'map', 'invite'])),
  version: z.int(),
});

/** The form that goes with a file. */
export const uploadForm = z.strictObject({
  name: oneLineText(200).optional(),
  asOfDate: day,
  basis: z.enum(keysOf(registryBases)).default('original'),
  basisNumber: oneLineText(100).optional(),
  basisDate: day.optional(),
  /** The registry of the same company that this file is a fresh unloading of. */
  replaces: id.optional(),
});

const registryFilters = {
  status: z.array(registryStatus).max(7),
  createdFrom: day,
  createdTo: day,
};
export const registryFiltersOfAll = { ...registryFilters, legalEntityId: id };
const registrySorts = ['createdAt', 'asOfDate', 'number'] as const;
export const registriesQuery = listQuery(registrySorts, registryFilters);
export const registriesOfAllQuery = listQuery(['createdAt', 'asOfDate'], registryFiltersOfAll);
export const Registries = listOf(RegistryRow);

/** A problem of a row as the person who loads the file sees it; the value is masked where it is personal. */
export const ImportError = z.object({
  id: z.int(),
  rowNo: z.int(),
  column: z.string().nullable(),
  severity,
  code: problemCode,
  message: z.string(),
  value: z.string().nullable(),
});
export const importErrorsQuery = unsearchedListQuery(['rowNo'], {
  severity: z.array(severity).max(2),
  code: z.array(problemCode).max(20),
  column: z.array(columnCode).max(20),
});
export const ImportErrors = listOf(ImportError).extend({
  /** How many problems there are of each code, for the tabs. */
  byCode: z.record(z.string(), z.int()),
});

/** A row of the dry run: what it would do, what is wrong with it, what it would change. */
const DryRow = z.object({
  rowNo: z.int(),
  /** What loading would do with the row: one of `verdicts` of the domain. */
  verdict: verdict.nullable(),
  debtor: z.string(),
  contract: z.string().nullable(),
  totalAmount: amount.nullable(),
  /** The cells as the file has them, by column; only of rows that can be corrected. */
  cells: z.record(z.string(), z.string().nullable()).nullable(),
  problems: z.array(ImportError),
  /** What the row would change in the entry that is there. */
  changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export const dryRowsQuery = listQuery(['rowNo'], { verdict: z.array(verdict).max(6), warned: z.boolean() });
export const DryRows = listOf(DryRow);

/** A cell put right in the browser; an empty value empties the cell. */
export const correction = z.strictObject({
  rowNo: z.int().min(1),
  column: columnCode,
  value: text(1000),
  version,
});

/** Which column each heading of the file is; null leaves the heading out. */
export const mappingForm = z.strictObject({
  mapping: z
    .array(z.strictObject({ header: filledText(200), column: columnCode.nullable() }))
    .min(1)
    .max(200),
  version,
});

/**
 * Loading after the dry run. `withdrawAbsent` is the number of entries that the person has seen as absent from the new
 * file and agrees to withdraw; null leaves them as they are.
 */
export const loadForm = z.strictObject({ version, withdrawAbsent: z.int().min(0).nullable().default(null) });
export const withdrawForm = z.strictObject({
  version,
  reason,
});

/** A system message about a registry. Messages of people come with the chat. */
const RegistryMessage = z.object({
  id: z.int(),
  text: z.string(),
  entryId: z.int().nullable(),
  read: z.boolean(),
  createdAt: instant,
});
export const messagesQuery = unsearchedListQuery(['createdAt'], {});
export const RegistryMessages = listOf(RegistryMessage);

/** What has become of an order to invite debtors by letters, in debtors. */
export const Invited = z.object({
  planned: z.int(),
  /** The contact law forbids to write to them; their entries say why. */
  refused: z.int(),
  withoutAddress: z.int(),
});

/** Showing what is masked: which fields, and why. */
export const revealForm = z.strictObject({
  fields: z
    .array(z.enum(['debtorInn', 'phone', 'phone2', 'email', 'passport', 'snils', 'regAddress']))
    .min(1)
    .max(7),
  reason,
});
const shown = z.string().nullable().optional();
export const Revealed = z.object({
  debtorInn: shown,
  phone: shown,
  phone2: shown,
  email: shown,
  passport: shown,
  snils: shown,
  regAddress: shown,
});
