import * as z from 'zod';
import { MESSAGE_LENGTH } from '#domain/negotiation/chat/chat.ts';
import { everyEmployee } from '../kernel/access.ts';
import { filledText, reason } from '../kernel/fields.ts';
import { anyFile, paper } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, unsearchedListQuery } from '../kernel/page.ts';
import {
  ChatRow,
  Info,
  Message,
  Messages,
  messageNumber,
  receiveForm,
  sendForm,
  side,
  waitForm,
} from './chat-parts.ts';

/** Whoever writes, and the people of a company who only look. Operators reach what they are called to, and all that asks them. */
const operators = ['all', 'administrator', 'manager'] as const;
const readers = { individual: 'own', employee: ['member', ...everyEmployee], operator: operators } as const;
const writers = {
  individual: 'own',
  employee: ['member', 'head', 'manager', 'accountant'],
  operator: operators,
} as const;

const onChat = { id: 'chat' } as const;
const onAuthor = { id: 'chat', accountId: 'chatAuthor' } as const;
const onMessage = { id: 'chat', messageId: 'ownMessage' } as const;
const onFile = { id: 'chat', fileId: 'ownMessageFile' } as const;
const ChatId = z.object({ id: z.int().nullable() });

/** What the specification asks of chats (docs/specification.md §7), and what is beside it. */
export const chats = module('chats', 'Чаты', {
  info: op('GET /api/chats/{id}/info', { about: 'Сведения о чате', access: readers, on: onChat, out: Info }),
  send: op('POST /api/chats/{id}/account/{accountId}/send', {
    about: 'Отправить сообщение',
    access: writers,
    on: onAuthor,
    body: sendForm,
    upload: { ...paper, optional: true },
    out: Message,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded', 'rate.limited', 'idempotency.reused'],
  }),
  wait: op('POST /api/chats/{id}/account/{accountId}/waiting', {
    about: 'Отправить сообщение, когда закон разрешит',
    access: { employee: ['member', 'head', 'manager', 'accountant'] },
    on: onAuthor,
    body: waitForm,
    out: Info,
    errors: ['input.invalid', 'move.illegal', 'rate.limited'],
  }),
  recall: op('DELETE /api/chats/{id}/account/{accountId}/waiting', {
    about: 'Не отправлять сообщение, которое ждёт',
    access: { employee: ['member', 'head', 'manager', 'accountant'] },
    on: onAuthor,
    out: Info,
  }),
  receive: op('POST /api/chats/{id}/receive', {
    about: 'Получить сообщения',
    access: readers,
    on: onChat,
    asks: true,
    body: receiveForm,
    out: Messages.extend({
      /** Whether there are more of the same. */
      more: z.boolean(),
      lastNo: z.int(),
      lastChange: z.int(),
      reads: z.array(z.object({ side, readNo: z.int() })),
    }),
  }),
  readDeleted: op('POST /api/chats/{id}/read-deleted', {
    about: 'Удалённые сообщения, которые можно вернуть',
    access: writers,
    on: onChat,
    asks: true,
    out: Messages,
  }),
  read: op('POST /api/chats/{id}/account/{accountId}/read', {
    about: 'Отметить сообщения прочитанными',
    access: readers,
    on: onAuthor,
    body: z.strictObject({ no: messageNumber }),
    out: z.object({ readNo: z.int() }),
  }),
  remove: op('DELETE /api/chats/{id}/message/{messageId}', {
    about: 'Удалить сообщение',
    access: writers,
    on: onMessage,
    out: Message,
  }),
  restore: op('POST /api/chats/{id}/message/{messageId}/restore-deleted', {
    about: 'Вернуть удалённое сообщение',
    access: writers,
    on: onMessage,
    out: Message,
    errors: ['move.illegal'],
  }),
  file: op('GET /api/chats/{id}/files/{fileId}', {
    about: 'Скачать файл сообщения',
    access: readers,
    on: { id: 'chat', fileId: 'messageFile' },
    file: anyFile,
  }),
  removeFile: op('DELETE /api/chats/{id}/files/{fileId}', {
    about: 'Удалить файл сообщения',
    access: writers,
    on: onFile,
    out: Message,
  }),
  restoreFile: op('POST /api/chats/{id}/files/{fileId}/restore-deleted', {
    about: 'Вернуть удалённый файл сообщения',
    access: writers,
    on: onFile,
    out: Message,
    errors: ['move.illegal'],
  }),
  edit: op('PATCH /api/chats/{id}/message/{messageId}', {
    about: 'Исправить своё сообщение',
    access: writers,
    on: onMessage,
    body: z.strictObject({ text: filledText(MESSAGE_LENGTH) }),
    out: Message,
    errors: ['move.illegal'],
  }),
  call: op('POST /api/chats/{id}/call', {
    about: 'Позвать оператора в чат',
    access: { individual: 'own', employee: ['member', 'head', 'manager', 'accountant'] },
    on: onChat,
    body: z.strictObject({ reason }),
    out: Info,
    errors: ['move.illegal'],
  }),
  list: op('GET /api/chats', {
    about: 'Мои чаты',
    access: readers,
    lists: ['chat'],
    query: unsearchedListQuery(['lastAt'], { waits: z.boolean(), unread: z.boolean() }),
    out: listOf(ChatRow),
  }),
  unread: op('GET /api/chats/unread', {
    about: 'Сколько чатов не прочитано',
    access: readers,
    lists: ['chat'],
    out: z.object({ count: z.int() }),
  }),
  ofSettlement: op('GET /api/loans/{id}/chat', {
    about: 'Чат урегулирования',
    access: readers,
    on: { id: 'settlement' },
    out: ChatId,
  }),
  ofRequest: op('GET /api/individuals/{id}/questionnaires/{qid}/chat', {
    about: 'Чат заявки',
    access: { individual: 'own', employee: ['counterparty', ...everyEmployee], operator: operators },
    on: { id: 'individual', qid: 'request' },
    out: ChatId,
  }),
  ofRegistry: op('GET /api/legal-entities/{id}/registries/{r}/chat', {
    about: 'Чат реестра',
    access: { employee: ['member', ...everyEmployee], operator: operators },
    on: { id: 'legalEntity', r: 'registry' },
    out: ChatId,
  }),
  ofSimpleRegistry: op('GET /api/legal-entities/{id}/simple-registries/{r}/chat', {
    about: 'Чат упрощённого реестра',
    access: { employee: ['member', ...everyEmployee], operator: operators },
    on: { id: 'legalEntity', r: 'simpleRegistry' },
    out: ChatId,
  }),
  ofSupport: op('POST /api/chats/support', {
    about: 'Чат с поддержкой',
    access: { individual: 'self', employee: 'self' },
    out: z.object({ id: z.int() }),
  }),
});
