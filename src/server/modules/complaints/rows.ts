import { type RawBuilder, sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import {
  COMPLAINT_KINDS,
  type ComplaintKind,
  type ComplaintStatus,
  complaintMachine,
} from '#domain/parties/complaint.ts';
import { CONTACT_KINDS, type ContactKind } from '#domain/parties/contact-law.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { personName } from '#server/platform/person-name.ts';
import { about } from './thing.ts';

type Reading = Ctx<Actor>;
type ListFilter = Pick<Input<typeof complaints.list>['query'], 'filter'>;

const companyOf = sql<number | null>`coalesce(
  (select c.legal_entity_id from chat_messages m join chats c on c.id = m.chat_id where m.id = k.message_id),
  (select r.legal_entity_id from contact_records r where r.id = k.contact_id))`;

/** The complaints within reach as filtered. */
export function findComplaints(ctx: Ctx, { filter }: ListFilter) {
  let rows = ctx.db.selectFrom('complaints as k').where(ctx.within('complaint', 'k'));
  if (filter?.status) rows = rows.where('k.status', 'in', filter.status);
  if (filter?.kind) rows = rows.where('k.kind', 'in', filter.kind);
  if (filter?.legalEntityId !== undefined) rows = rows.where(companyOf, '=', filter.legalEntityId);
  return rows;
}

const creditor = sql<
  string | null
>`(select short_name from legal_entities where id = coalesce(c.legal_entity_id, r.legal_entity_id))`;
const debtor: RawBuilder<string | null> = sql`(select concat_ws(' ', last_name, first_name, middle_name)
  from individuals where id = coalesce(c.individual_id, r.individual_id))`;
/** Adds what was complained of, and what a row of the list shows. */
export const withColumns = (rows: ReturnType<typeof findComplaints>) =>
  rows
    .leftJoin('chatMessages as m', 'm.id', 'k.messageId')
    .leftJoin('chats as c', 'c.id', 'm.chatId')
    .leftJoin('contactRecords as r', 'r.id', 'k.contactId')
    .select(['k.id', 'k.createdAt', 'k.status', 'k.kind', 'k.answer', 'k.decidedAt', 'r.kind as contact'])
    .select([
      sql<string>`coalesce(${personName('k.accountId')}, '')`.as('by'),
      sql<string>`coalesce(case m.side when 'individual' then coalesce(${debtor}, ${personName('m.accountId')})
        when 'operator' then ${personName('m.accountId')} else coalesce(${creditor}, ${personName('m.accountId')}) end, '')`.as(
        'of',
      ),
      debtor.as('debtor'),
      creditor.as('creditor'),
      about.as('about'),
      personName('k.decidedBy').as('decidedBy'),
    ]);

/** A row as operators read it. */
export const shownRow = <Row extends { status: string; kind: string; contact: string | null }>(row: Row) => ({
  ...row,
  status: row.status as ComplaintStatus,
  kind: row.kind as ComplaintKind,
  contact: row.contact as ContactKind | null,
});

const orders = {
  open: { columns: [sql`(k.status = 'open')`, 'k.createdAt', 'k.id'], direction: -1 },
  createdAt: { columns: ['k.createdAt', 'k.id'], direction: -1 },
} as const;

export const complaintList = defineList({
  rows: findComplaints,
  columns: withColumns,
  orders,
  shown: (row) => shownRow(row),
  states: { filter: 'status', of: complaintMachine.statuses, by: 'k.status' },
});

/** The list as a spreadsheet; what people have said of one another stays on the page. */
export function exportComplaints(
  ctx: Reading,
  query: Input<typeof complaints.exportExcel>['query'],
): Promise<FileAnswer> {
  return exportSheet(ctx, {
    title: 'Жалобы',
    rows: rowsToExport(withColumns(findComplaints(ctx, query)), 'k.id', orders, query),
    query,
    columns: (column) => ({
      id: column.number('Номер', (row) => row.id),
      createdAt: column.instant('Когда', (row) => row.createdAt),
      status: column.text('Состояние', (row) => complaintMachine.label(row.status as ComplaintStatus), 22),
      kind: column.text('О чём', (row) => COMPLAINT_KINDS[row.kind as ComplaintKind], 30),
      contact: column.text('На что', (row) =>
        row.contact === null ? 'Сообщение чата' : CONTACT_KINDS[row.contact as ContactKind],
      ),
      by: column.text('Кто жалуется', (row) => row.by, 34),
      of: column.text('На кого', (row) => row.of, 34),
      debtor: column.text('Заёмщик', (row) => row.debtor, 34),
      creditor: column.text('Кредитор', (row) => row.creditor, 28),
      about: column.text('О каком долге', (row) => row.about),
      answer: column.text('Ответ', (row) => row.answer, 40),
      decidedBy: column.text('Кто решил', (row) => row.decidedBy, 34),
      decidedAt: column.instant('Когда решено', (row) => row.decidedAt),
    }),
  });
}
