import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import type { ChatSide } from '#domain/negotiation/chat/chat.ts';
import { contactInJournal } from '#server/modules/contacts/journal.queries.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { findComplaints, shownRow, withThing } from './rows.ts';

type Card = Answer<typeof complaints.get>;
type Versions = NonNullable<Card['message']>['versions'];
type Stood = NonNullable<Card['record']>['stood'];

/** A complaint with what it is of. @throws Refusal `object.absent` */
export async function complaintCard(ctx: Ctx<Actor>, id: number): Promise<Card> {
  const row = await withThing(findComplaints(ctx, {}))
    .where('k.id', '=', id)
    .select(['k.words', 'k.messageId', 'm.chatId', 'm.no', 'm.side', 'm.text', 'm.accountId as authorId'])
    .select([
      'm.createdAt as writtenAt',
      'm.editedAt',
      'm.deletedAt',
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
  return {
    ...shownRow(row),
    words,
    settlementId,
    individualId,
    legalEntityId,
    message: row.messageId === null ? null : await messageOf(ctx, row as MessageRow),
    record: row.contactId === null ? null : await recordOf(ctx, row.contactId, row.contactStatus as Stood),
    moves:
      row.status === 'open' && row.authorId !== ctx.actor.accountId && ctx.may(complaints.decide)
        ? ['uphold', 'dismiss']
        : [],
  };
}

async function recordOf(ctx: Ctx<Actor>, id: number, stood: Stood): Promise<Card['record']> {
  const { at, status, why, author, note, failedBy, failedWhy } = await contactInJournal(ctx, id);
  return { at, status, why, author, note, failedBy, failedWhy, stood };
}

interface MessageRow {
  messageId: number;
  chatId: number;
  no: number;
  side: string;
  text: string | null;
  writtenAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  file: string | null;
}

async function messageOf({ db }: Ctx, row: MessageRow): Promise<NonNullable<Card['message']>> {
  const earlier = await db
    .selectFrom('chatEdits')
    .select(['text', 'writtenAt as at'])
    .where('messageId', '=', row.messageId)
    .orderBy('id')
    .execute();
  const last: Versions = row.text === null ? [] : [{ text: row.text, at: row.editedAt ?? row.writtenAt }];
  const { messageId: id, chatId, no, side, writtenAt: createdAt, deletedAt, file } = row;
  return { id, chatId, no, side: side as ChatSide, createdAt, deletedAt, file, versions: [...earlier, ...last] };
}
