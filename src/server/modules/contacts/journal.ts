import { type SqlBool, sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { contacts } from '#contract/registries/contacts.ts';
import { CONTACT_FINDINGS, type ContactFinding } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS, type ContactKind, type ContactReason } from '#domain/parties/contact-law.ts';
import {
  CONTACT_SOURCES,
  CONTACT_STATES,
  type ContactSource,
  type ContactState,
} from '#domain/parties/contact-record.ts';
import { contactReasons, reasonToDebtor, reasonWords } from '#domain/parties/contact-words.ts';
import { localTime } from '#domain/values/local-time.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { hasDigit, indexedColumnHolds, numbersIn } from '#server/platform/list/searched.ts';
import { personName } from '#server/platform/person-name.ts';
import { findingOf, stateOf } from './told.ts';

type ListFilter = Pick<Input<typeof contacts.list>['query'], 'filter' | 'q'>;
type ExportQuery = Input<typeof contacts.exportExcel>['query'];

const orders = { at: { columns: ['c.at', 'c.id'], direction: -1 } } as const;

/** Of the claim, full or simple; of a request without one, of the person. */
const ofDebtor = (column: string) =>
  sql<string>`coalesce((select ${sql.raw(column)} from registry_entries e where e.id = c.registry_entry_id),
    (select ${sql.raw(column)} from simple_registry_entries e where e.id = c.simple_entry_id))`;
const zone = sql<string>`coalesce(${ofDebtor('e.tz')}, 'Europe/Moscow')`;
const localDay = sql<string>`(c.at at time zone ${zone})::date`;

/** Why a letter did not go that has nothing to do with the law. */
const ofNoLaw = sql`('no_need', 'never_sent', 'no_channel')`;
/** What the law has refused, and what has broken it: rare, with an index of its own. */
const isAgainst = sql<boolean>`(c.reason is not null and c.status in ('held', 'refused')
  and (c.status = 'held' or c.reason not in ${ofNoLaw}))`;

const creditorHolds = (q: string) =>
  textHolds(
    sql`concat_ws(' ', ${ofDebtor('e.contract_number')}, (select le.short_name from legal_entities le where le.id = c.legal_entity_id))`,
    q,
  );

/** By the name and the contract, which the journal shows: the ИНН, which stands in the same text and which it shows to nobody, finds nothing. */
function debtorHolds(q: string) {
  const entry = hasDigit(q)
    ? sql`${indexedColumnHolds('e.search', q)} and ${textHolds(sql.ref('e.contractNumber'), numbersIn(q))}`
    : indexedColumnHolds('e.search', q);
  const person = hasDigit(q) ? sql.lit(false) : indexedColumnHolds('i.search', q);
  return sql<SqlBool>`(c.registry_entry_id in (select e.id from registry_entries e where ${entry})
    or c.simple_entry_id in (select e.id from simple_registry_entries e where ${entry})
    or (c.registry_entry_id is null and c.simple_entry_id is null
      and c.individual_id in (select i.id from individuals i where ${person})))`;
}

/** The contacts within reach as searched and filtered; days are those of the debtor, as they are shown. */
function findContacts(ctx: Ctx<Actor>, { filter, q }: ListFilter) {
  let rows = ctx.db.selectFrom('contactRecords as c').where(ctx.within('contactRecord', 'c'));
  if (q) rows = rows.where(ctx.actor.kind === 'individual' ? creditorHolds(q) : debtorHolds(q));
  if (!filter) return rows;
  const { id, kind, source, status, from, to, against, legalEntityId, individualId } = filter;
  if (id !== undefined) rows = rows.where('c.id', '=', id);
  if (kind) rows = rows.where('c.kind', 'in', kind);
  if (source) rows = rows.where('c.source', 'in', source);
  if (status) rows = rows.where(stateOf('c'), 'in', status);
  // A day anywhere begins within a day of that of UTC, which the index knows.
  if (from)
    rows = rows
      .where('c.at', '>=', sql<Date>`${from}::timestamp - interval '1 day'`)
      .where(sql<boolean>`${localDay} >= ${from}`);
  if (to)
    rows = rows
      .where('c.at', '<', sql<Date>`${to}::timestamp + interval '2 days'`)
      .where(sql<boolean>`${localDay} <= ${to}`);
  if (against !== undefined) rows = rows.where(against ? isAgainst : sql<boolean>`not ${isAgainst}`);
  if (legalEntityId !== undefined) rows = rows.where('c.legalEntityId', '=', legalEntityId);
  if (individualId !== undefined) rows = rows.where('c.individualId', '=', individualId);
  return rows;
}

const debtor = sql<string>`coalesce(${ofDebtor(`concat_ws(' ', e.last_name, e.first_name, e.middle_name)`)},
  (select concat_ws(' ', i.last_name, i.first_name, i.middle_name) from individuals i where i.id = c.individual_id), '')`;
const claim = sql<{ legalEntityId: number; registryId: number; entryId: number } | null>`(
  select jsonb_build_object('legalEntityId', e.legal_entity_id, 'registryId', e.registry_id, 'entryId', e.id)
  from registry_entries e where e.id = c.registry_entry_id)`;

/** What a row of the journal is made of; its table is called `c`. */
export const journalColumns = [
  'c.id',
  'c.at',
  'c.kind',
  'c.source',
  stateOf('c').as('status'),
  'c.reason',
  'c.note',
  findingOf('c').as('finding'),
  sql<string>`(select le.short_name from legal_entities le where le.id = c.legal_entity_id)`.as('creditor'),
  debtor.as('debtor'),
  sql<string | null>`${ofDebtor('e.contract_number')}`.as('contractNumber'),
  zone.as('zone'),
  'c.legalEntityId',
  claim.as('claim'),
  personName('c.accountId').as('author'),
  personName('c.failedBy').as('failedBy'),
  'c.failedWhy',
] as const;

interface SelectedRow {
  kind: string;
  source: string;
  status: string;
  reason: string | null;
  author: string | null;
  note: string | null;
  finding: ContactFinding | null;
  failedBy: string | null;
  failedWhy: string | null;
  legalEntityId: number;
}

/**
 * The debtor reads neither who of the creditor it was nor what he has noted for himself; that is for those who have contacts and those who
 * look after them.
 */
export function shownContact<Row extends SelectedRow>(row: Row, { actor, may }: Pick<Ctx, 'actor' | 'may'>) {
  const isDebtor = actor?.kind === 'individual';
  const readsNotes = !isDebtor && may(contacts.exportExcel, row);
  const [kind, source, status] = [row.kind as ContactKind, row.source as ContactSource, row.status as ContactState];
  return {
    ...row,
    kind,
    source,
    status,
    // What did not come about has broken nothing.
    why: status === 'failed' ? null : whyOf(row.reason, kind, isDebtor),
    author: isDebtor ? null : row.author,
    note: readsNotes ? row.note : null,
    finding: readsNotes ? row.finding : null,
    failedBy: isDebtor ? null : row.failedBy,
    failedWhy: readsNotes ? row.failedWhy : null,
  };
}

/** Reasons of the law by its words; a letter that was given up for another reason says so. */
function whyOf(reason: string | null, kind: ContactKind, isDebtor: boolean): string | null {
  if (reason === null) return null;
  if ((contactReasons as readonly string[]).includes(reason)) {
    const known = reason as ContactReason;
    return isDebtor ? reasonToDebtor(known, kind) : reasonWords(known, { kind });
  }
  return reason === 'never_sent' ? 'Не отправлено: такого канала нет' : 'Уже не нужно';
}

export const contactList = defineList({
  rows: findContacts,
  columns: (rows) => rows.select(journalColumns),
  orders,
  shown: (row, ctx) => shownContact(row, ctx),
});

/** The journal as a spreadsheet, in the order in which it is asked for: when by the clock of the debtor, how, with whom, by whom, what came of it. */
export function exportContacts(ctx: Ctx<Actor>, query: ExportQuery): Promise<FileAnswer> {
  const found = findContacts(ctx, query).select(journalColumns);
  const told = <Row extends SelectedRow>(row: Row) => shownContact(row, ctx);
  return exportSheet(ctx, {
    title: 'Журнал контактов',
    rows: rowsToExport(found, 'c.id', orders, query),
    query,
    columns: (column) => ({
      id: column.number('Номер', (row) => row.id),
      at: column.text('Дата и время по местному времени должника', (row) => localText(row.at, row.zone), 26),
      kind: column.text('Способ взаимодействия', (row) => CONTACT_KINDS[told(row).kind]),
      source: column.text('Откуда запись', (row) => CONTACT_SOURCES[told(row).source], 22),
      status: column.text('Состояние', (row) => CONTACT_STATES[told(row).status]),
      why: column.text('Почему не допущено или что нарушено', (row) => told(row).why, 40),
      creditor: column.text('Кредитор', (row) => row.creditor, 28),
      debtor: column.text('Должник', (row) => row.debtor, 34),
      contractNumber: column.text('№ договора', (row) => row.contractNumber),
      author: column.text('Кто взаимодействовал', (row) => told(row).author, 34),
      note: column.text('Результат', (row) => told(row).note, 40),
      finding: column.text('Что установил оператор', (row) => {
        const { finding } = told(row);
        return finding && CONTACT_FINDINGS[finding];
      }),
      failedBy: column.text('Кто отметил, что не состоялось', (row) => told(row).failedBy, 34),
      failedWhy: column.text('Почему не состоялось', (row) => told(row).failedWhy, 40),
    }),
  });
}

/** «04.03.2026 14:05» by the clock of a zone. */
function localText(at: Date, zone: string): string {
  const { day, hour, minute } = localTime(at, zone);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)} ${two(hour)}:${two(minute)}`;
}
