import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { tellsCreditor } from '#domain/parties/complaint.ts';
import { contactInJournal } from '#server/modules/contacts/journal.queries.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { type MessageRow, messageOf } from './message.ts';
import { findComplaints, shownRow, withColumns } from './rows.ts';

type Card = Answer<typeof complaints.get>;
type Stood = NonNullable<Card['record']>['stood'];

/** A complaint with what it is of. @throws Refusal `object.absent` */
export async function complaintCard(ctx: Ctx<Actor>, id: number): Promise<Card> {
  const row = await withColumns(findComplaints(ctx, {}))
    .where('k.id', '=', id)
    .select(['k.words', 'k.messageId', 'm.chatId', 'm.no', 'm.side', 'm.text', 'm.accountId as authorId'])
    .select([
      'm.createdAt as writtenAt',
      'm.editedAt',
      'm.deletedAt',
      'm.fileId',
      'c.settlementId',
      'k.contactId',
      'k.contactStatus',
    ])
    .select(({ fn }) => [
      fn.coalesce('c.individualId', 'r.individualId').as('individualId'),
      fn.coalesce('c.legalEntityId', 'r.legalEntityId').as('legalEntityId'),
    ])
    .select(
      sql<
        string | null
      >`(select f.name from owned_files o join stored_files f on f.id = o.file_id where o.id = m.file_id)`.as('file'),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { words, settlementId, individualId, legalEntityId } = row;
  const isOfReader = row.authorId === ctx.actor.accountId;
  const decides = row.status === 'open' && !isOfReader && ctx.may(complaints.decide);
  return {
    ...shownRow(row),
    words,
    settlementId,
    individualId,
    legalEntityId,
    message: row.messageId === null ? null : await messageOf(ctx, row as MessageRow),
    record: row.contactId === null ? null : await recordOf(ctx, row.contactId, row.contactStatus as Stood),
    tellsCreditor: tellsCreditor(row),
    isOfReader,
    moves: decides ? ['uphold', 'dismiss'] : [],
  };
}

async function recordOf(ctx: Ctx<Actor>, id: number, stood: Stood): Promise<Card['record']> {
  const { at, status, why, author, note, failedBy, failedWhy } = await contactInJournal(ctx, id);
  return { at, status, why, author, note, failedBy, failedWhy, stood };
}
