import { type SqlBool, sql } from 'kysely';
import type { ChatSide } from '#domain/negotiation/chat/chat.ts';
import {
  type FilterScope,
  ofBlockedCompany,
  type ResourceRule,
  type ResourceRules,
} from '#server/platform/auth/access.ts';

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`);

/** Himself: the path of what somebody writes and reads names him. */
const himself: ResourceRule['scopes']['own'] = (alias, { actor }) =>
  sql<SqlBool>`${column(alias, 'id')} = ${actor.accountId}`;
const byHim: ResourceRule['scopes']['own'] = (alias, { actor }) =>
  sql<SqlBool>`${column(alias, 'accountId')} = ${actor.accountId}`;

/** Said by people of another side; what the system tells has none. */
const bySideBut =
  (side: ChatSide) =>
  (alias: string): FilterScope =>
    sql<SqlBool>`${column(alias, 'side')} <> ${side}`;

/** Whether the file is of a message that is shown. */
const shown = (alias: string): FilterScope =>
  sql<SqlBool>`${column(alias, 'deletedAt')} is null and exists (
    select from chat_messages m where m.file_id = ${column(alias, 'id')} and m.deleted_at is null)`;
const ofMessage = (alias: string): FilterScope =>
  sql<SqlBool>`exists (select from chat_messages m where m.file_id = ${column(alias, 'id')})`;
const ofHisMessage: ResourceRule['scopes']['own'] = (alias, { actor }) =>
  sql<SqlBool>`exists (select from chat_messages m where m.file_id = ${column(alias, 'id')} and m.account_id = ${actor.accountId})`;

/**
 * Who takes part: the person and the company that the chat is between, while the request is the company's, and whoever asks those who
 * support. Operators reach what asks them: those chats, those about registries, and the others once they are called.
 */
export const chatResources = {
  chat: {
    table: 'chats',
    name: (alias) =>
      sql`(select concat_ws(' ', last_name, first_name, middle_name) from individuals where id = ${column(alias, 'individualId')})`,
    readOnly: ofBlockedCompany,
    scopes: {
      own: (alias, { actor }) =>
        sql<SqlBool>`(${column(alias, 'individualId')} = ${actor.individualId} or ${column(alias, 'accountId')} = ${actor.accountId})`,
      member: (alias, { actor, companies }) =>
        sql<SqlBool>`((${column(alias, 'legalEntityId')} = any(${companies}::bigint[]) and ${column(alias, 'leftAt')} is null)
          or ${column(alias, 'accountId')} = ${actor.accountId})`,
      all: (alias) => sql<SqlBool>`(${column(alias, 'kind')} <> 'request' or ${column(alias, 'calledAt')} is not null)`,
    },
  },
  chatAuthor: { table: 'accounts', scopes: { own: himself, member: himself, all: himself } },
  ownMessage: {
    table: 'chatMessages',
    present: (alias) => sql<SqlBool>`${column(alias, 'authorKind')} <> 57`,
    parent: { chat: 'chatId' },
    scopes: { own: byHim, member: byHim, all: () => sql<SqlBool>`true` },
  },
  /** What another side has said, also where it was taken back. */
  otherMessage: {
    table: 'chatMessages',
    parent: { chat: 'chatId' },
    scopes: { own: bySideBut('individual'), member: bySideBut('creditor') },
  },
  messageFile: { table: 'ownedFiles', present: shown, parent: { chat: 'chatId' }, scopes: {} },
  ownMessageFile: {
    table: 'ownedFiles',
    present: ofMessage,
    parent: { chat: 'chatId' },
    scopes: { own: ofHisMessage, member: ofHisMessage, all: () => sql<SqlBool>`true` },
  },
} satisfies ResourceRules;
