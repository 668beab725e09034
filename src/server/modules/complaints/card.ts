import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { type ComplaintKind, type ContactFinding, findingsOf, tellsCreditor } from '#domain/parties/complaint.ts';
import { contactInJournal } from '#server/modules/contacts/journal.queries.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { seenOf } from './changes.ts';
import { type MessageRow, messageOf } from './message.ts';
import { concernedColumns, legalEntityOf, ownOf } from './own-person.ts';
import { findComplaints, shownRow, withColumns } from './rows.ts';

type Card = Answer<typeof complaints.get>;
type Stood = NonNullable<Card['record']>['stood'];

/** A complaint with what it is of. @throws Refusal `object.absent` */
export async function complaintCard(ctx: Ctx<Actor>, id: number): Promise<Card> {
  const row = await withColumns(findComplaints(ctx, {}))
    .where('k.id', '=', id)
    .select([
      ...concernedColumns,
      'k.finding',
      seenOf.as('seen'),
      'k.words',
      'k.messageId',
      'm.chatId',
      'm.no',
      'm.side',
      'm.text',
    ])
    .select([
      'm.createdAt as writtenAt',
      'm.editedAt',
      'm.deletedAt',
      'm.fileId',
      'c.settlementId',
      'c.kind as chatKind',
      'k.contactId',
      'k.contactStatus',
    ])
    .select(({ fn }) => [fn.coalesce('c.individualId', 'r.individualId').as('individualId'), legalEntityOf])
    .select(
      sql<
        string | null
      >`(select f.name from owned_files o join stored_files f on f.id = o.file_id where o.id = m.file_id)`.as('file'),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { settlementId, individualId, legalEntityId } = row;
  // As the notes of the journal: whoever only looks on reads no words of people.
  const reads = ctx.may(complaints.decide);
  const { isOfReader, isByReader } = await ownOf(ctx, row);
  const message = row.messageId === null ? null : await messageOf(ctx, row as MessageRow);
  const stood = row.contactStatus as Stood | null;
  return {
    ...shownRow(row),
    words: reads ? row.words : null,
    finding: row.finding as ContactFinding | null,
    findings: findingsOf(row.kind as ComplaintKind, stood),
    // Of a short text even its sum tells which it is.
    seen: reads ? row.seen : '',
    settlementId,
    individualId,
    legalEntityId,
    message: message && { ...message, ...(!reads && { file: null, versions: [] }) },
    record: row.contactId === null ? null : await recordOf(ctx, row.contactId, stood!),
    tellsCreditor: tellsCreditor(row),
    tellsTalk: row.chatKind === 'request',
    isOfReader,
    isByReader,
    moves: row.status === 'open' && reads && !isOfReader && !isByReader ? ['uphold', 'dismiss'] : [],
  };
}

async function recordOf(ctx: Ctx<Actor>, id: number, stood: Stood): Promise<Card['record']> {
  const { at, status, why, author, note, failedBy, failedWhy } = await contactInJournal(ctx, id);
  return { at, status, why, author, note, failedBy, failedWhy, stood };
}
