import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { complaints } from '#contract/settlements/complaints.ts';
import { type ChatSide, sideOf } from '#domain/negotiation/chat/chat.ts';
import { type ComplaintStatus, keepsFile } from '#domain/parties/complaint.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';

type Message = NonNullable<Answer<typeof complaints.get>['message']>;
type Act = Message['acts'][number];

export interface MessageRow {
  messageId: number;
  chatId: number;
  no: number;
  side: string;
  text: string | null;
  writtenAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  fileId: number | null;
  file: string | null;
  /** That of the complaint. */
  status: string;
}

/** A message with all that it has said and all that was done to it. */
export async function messageOf({ db }: Ctx<Actor>, row: MessageRow): Promise<Message> {
  const earlier = await db
    .selectFrom('chatEdits')
    .select(['text', 'writtenAt as at'])
    .where('messageId', '=', row.messageId)
    .orderBy('id')
    .execute();
  const last: Message['versions'] = row.text === null ? [] : [{ text: row.text, at: row.editedAt ?? row.writtenAt }];
  const { messageId: id, chatId, no, side, writtenAt: createdAt, deletedAt } = row;
  const file = row.file === null ? null : { name: row.file, isKept: keepsFile(row.status as ComplaintStatus) };
  const versions = [...earlier, ...last];
  return { id, chatId, no, side: side as ChatSide, createdAt, deletedAt, file, versions, acts: await actsOn(db, row) };
}

/**
 * What was done to a message since it was written, the first act first: the row itself tells only how it stands now, the audit each of them.
 * Who has done it is told by his side, as in the talk.
 */
async function actsOn(db: Db, { messageId, fileId }: MessageRow): Promise<Act[]> {
  const { rows } = await sql<{ at: Date; what: Act['what']; kind: Actor['kind'] | null }>`
    select at, kind, case when object_type = 'owned_files'
        then case when after ->> 'deleted_at' is null then 'fileRestored' else 'fileRemoved' end
      when after ? 'edited_at' then 'edited'
      when after ->> 'deleted_at' is null then 'restored' else 'removed' end as what
    from audit_log
    where action = 'update' and ((object_type = 'chat_messages' and object_id = ${messageId} and (after ? 'deleted_at' or after ? 'edited_at'))
      or (object_type = 'owned_files' and object_id = ${fileId} and after ? 'deleted_at'))
    order by id`.execute(db);
  return rows.map(({ at, what, kind }) => ({ at, what, by: kind === null ? null : sideOf(kind) }));
}
