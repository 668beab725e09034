import { type RawBuilder, sql } from 'kysely';
import type { ScanState } from '#contract/kernel/file.ts';
import type { ChatMessage } from '#contract/settlements/chat-parts.ts';
import { type ChatSide, isEditable, isRestorable, statusOfMessage } from '#domain/negotiation/chat/chat.ts';
import { eventText } from '#domain/negotiation/chat/chat-events.ts';
import { registryEventText } from '#domain/registries/registry-message.ts';
import { formatPhone } from '#domain/values/phone.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';

/** How far the people of each side have read, the furthest of each. */
export const readsOf = async (db: Db, chatId: number): Promise<{ side: ChatSide; readNo: number }[]> => {
  const rows = await db
    .selectFrom('chatReads')
    .select(['side', sql<number>`max(read_no)`.as('readNo')])
    .where('chatId', '=', chatId)
    .groupBy('side')
    .execute();
  return rows.map(({ side, readNo }) => ({ side: side as ChatSide, readNo }));
};

/** Whether operators have found a complaint about a message justified, as an expression: what it said is brought back by nobody (docs/decisions/0204). */
export const isCondemned = (alias: string): RawBuilder<boolean> =>
  sql`exists (select from complaints k where k.message_id = ${sql.ref(`${alias}.id`)} and k.status = 'upheld')`;

/** The messages of a chat, nothing chosen among them yet. */
export const messagesOf = (db: Db, chatId: number) =>
  db
    .selectFrom('chatMessages as m')
    .leftJoin('ownedFiles as o', 'o.id', 'm.fileId')
    .leftJoin('storedFiles as f', 'f.id', 'o.fileId')
    .leftJoin('chatMessages as r', 'r.id', 'm.replyTo')
    .leftJoin('accounts as a', 'a.id', 'm.accountId')
    .where('m.chatId', '=', chatId)
    .select([
      'm.id',
      'm.no',
      'm.change',
      'm.authorKind',
      'm.side',
      'm.accountId',
      'm.clientKey',
      'm.text',
      'm.event',
      'm.details',
      'm.createdAt',
      'm.editedAt',
      'm.deletedAt',
      'm.deletedBy',
      'm.fileId',
      'o.deletedAt as fileDeletedAt',
      'f.name as fileName',
      'f.size as fileSize',
      'f.kind as fileType',
      'f.scan as fileScan',
      'r.no as replyNo',
      'a.kind as accountKind',
      isCondemned('m').as('isCondemned'),
      // The law wants both named where a creditor speaks first.
      sql<{
        company: string;
        phone: string | null;
      } | null>`(select jsonb_build_object('company', l.short_name, 'phone', l.phone)
        from contact_records c join legal_entities l on l.id = c.legal_entity_id where c.message_id = m.id limit 1)`.as(
        'spokenBy',
      ),
      sql<string | null>`case when r.deleted_at is null then left(r.text, 200) end`.as('replyText'),
      sql<string | null>`case when m.author_kind <> 57 then ${personName('m.accountId')} end`.as('author'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof messagesOf>['execute']>>[number];

const sideOfKind = { individual: 'individual', employee: 'creditor', operator: 'operator' } as const;

/** What an operator is called to those who are none. */
const operatorName = 'Оператор площадки';

/** A message as its reader may see it. */
export function messageFor(
  { actor, now }: Pick<Ctx<Actor>, 'actor' | 'now'>,
  row: Row,
  reads: readonly { side: ChatSide; readNo: number }[],
): ChatMessage {
  const side = row.side as ChatSide | null;
  const own = side !== null && row.accountId === actor.accountId;
  const isGone = row.deletedAt !== null;
  const hasFile = row.fileName !== null && row.fileDeletedAt === null && !isGone;
  return {
    id: row.id,
    no: row.no,
    change: row.change,
    authorKind: row.authorKind as ChatMessage['authorKind'],
    side,
    author: side === 'operator' && actor.kind !== 'operator' ? operatorName : row.author,
    own,
    status: statusOfMessage({ no: row.no, side }, reads),
    text: isGone ? null : textOf(row),
    spokenBy: isGone ? null : spokenBy(row),
    event: row.event,
    key: own ? row.clientKey : null,
    reply: row.replyNo === null ? null : { no: row.replyNo, text: row.replyText },
    file: hasFile
      ? {
          id: row.fileId!,
          name: row.fileName!,
          size: row.fileSize!,
          type: row.fileType as 'pdf',
          scan: row.fileScan as ScanState,
        }
      : null,
    fileGone: !isGone && row.fileDeletedAt !== null,
    createdAt: row.createdAt,
    editedAt: isGone ? null : row.editedAt,
    deletedAt: row.deletedAt,
    moves: movesOf({ actor, now }, row, own),
  };
}

function spokenBy({ spokenBy: by }: Row): ChatMessage['spokenBy'] {
  return by && { company: by.company, phone: by.phone === null ? null : formatPhone(by.phone) };
}

function textOf({ event, accountKind, details, text }: Row): string | null {
  if (event === null) return text;
  const by = accountKind === null ? null : sideOfKind[accountKind as keyof typeof sideOfKind];
  return registryEventText(event, details) ?? eventText(event, by) ?? event;
}

/** What the reader may do with a message now: its author, and an operator with whatever is there to be taken away. */
function movesOf({ actor, now }: Pick<Ctx<Actor>, 'actor' | 'now'>, row: Row, own: boolean): ChatMessage['moves'] {
  const moderates = actor.kind === 'operator';
  if (row.event !== null || !(own || moderates)) return [];
  if (row.deletedAt !== null) return isReturnable(row, { actor, now }) ? ['restore'] : [];
  const moves: ChatMessage['moves'] = ['remove'];
  if (own && row.text !== null && isEditable(row, now)) moves.push('edit');
  if (row.fileName === null) return moves;
  if (row.fileDeletedAt === null) moves.push('removeFile');
  else if (!row.isCondemned && (moderates || isRestorable(row.fileDeletedAt, now))) moves.push('restoreFile');
  return moves;
}

/** Whether the actor may bring a deleted message back: what an operator has taken away only operators, what was complained of rightly nobody. */
export const isReturnable = (
  {
    deletedAt,
    deletedBy,
    isCondemned: isFound,
  }: { deletedAt: Date | null; deletedBy: number | null; isCondemned: boolean },
  { actor, now }: Pick<Ctx<Actor>, 'actor' | 'now'>,
): boolean =>
  deletedAt !== null &&
  !isFound &&
  (actor.kind === 'operator' || (deletedBy === actor.accountId && isRestorable(deletedAt, now)));
