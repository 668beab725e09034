import * as z from 'zod';
import { AUTHOR_KINDS, CHAT_KINDS, chatSides, MESSAGE_LENGTH } from '#domain/negotiation/chat/chat.ts';
import { day, filledText, instant, keysOf, text } from '../kernel/fields.ts';
import { paperKinds, scanStates } from '../kernel/file.ts';

/** What is read of chats and of their messages. */

const kind = z.enum(keysOf(CHAT_KINDS));
export const side = z.enum(chatSides);

/** Where the people of a chat go from it. */
const About = z.object({
  kind,
  /** The other side as it is called: of a debtor his creditor, of the people of a company its debtor. */
  title: z.string(),
  /** The request, the settlement or the registry, as people call it. */
  about: z.string().nullable(),
  requestId: z.int().nullable(),
  settlementId: z.int().nullable(),
  individualId: z.int().nullable(),
  legalEntityId: z.int().nullable(),
  registryId: z.int().nullable(),
});

export const Message = z.object({
  id: z.int(),
  /** Its place in the chat: 1, 2, 3, without gaps. */
  no: z.int(),
  /** The change of the chat that it is in: what has a greater one than the reader knows is news. */
  change: z.int(),
  authorKind: z.union([z.literal(AUTHOR_KINDS.client), z.literal(AUTHOR_KINDS.admin), z.literal(AUTHOR_KINDS.system)]),
  side: side.nullable(),
  /** Who has written; of the system nobody, and of an operator only operators read his name. */
  author: z.string().nullable(),
  own: z.boolean(),
  /** 2 sent, 3 read by somebody of another side. */
  status: z.union([z.literal(2), z.literal(3)]),
  /** What it says; null of one that is deleted, or is a file alone. */
  text: z.string().nullable(),
  /** Whose word about a debt it is, where its creditor has spoken first: the law wants him and his phone named. */
  spokenBy: z.object({ company: z.string(), phone: z.string().nullable() }).nullable(),
  event: z.string().nullable(),
  /** The key that its sender gave it; others do not read it. */
  key: z.string().nullable(),
  reply: z.object({ no: z.int(), text: z.string().nullable() }).nullable(),
  file: z
    .object({ id: z.int(), name: z.string(), size: z.int(), type: z.enum(paperKinds), scan: z.enum(scanStates) })
    .nullable(),
  /** Whether it had a file that was taken away. */
  fileGone: z.boolean(),
  createdAt: instant,
  editedAt: instant.nullable(),
  deletedAt: instant.nullable(),
  moves: z.array(z.enum(['edit', 'remove', 'restore', 'removeFile', 'restoreFile'])),
});
export const Messages = z.object({ items: z.array(Message) });

export const ChatRow = About.extend({
  id: z.int(),
  lastNo: z.int(),
  unread: z.int(),
  /** Whether the last word is another side's. */
  waits: z.boolean(),
  last: z.object({ text: z.string(), own: z.boolean() }).nullable(),
  lastAt: instant,
});

export const Info = About.extend({
  id: z.int(),
  /** Who reads, as the path of a message and of its reading names him. */
  accountId: z.int(),
  side,
  lastNo: z.int(),
  lastChange: z.int(),
  /** How far the reader has read, and how far each side. */
  readNo: z.int(),
  reads: z.array(z.object({ side, readNo: z.int() })),
  operator: z.enum(['absent', 'called', 'joined']),
  /**
   * Of the people of a creditor: what the law says of their next word where it is a contact (docs/decisions/0184); null where it is none, as an answer to
   * the debtor, and of everybody else.
   */
  contact: z
    .object({
      allowed: z.boolean(),
      /** Why it may not be now and when it may; empty where it may. */
      words: z.string(),
      nextAt: instant.nullable(),
      used: z.object({ day: z.int(), week: z.int(), month: z.int() }),
    })
    .nullable(),
  /** What the reader has written that waits for the hour that the law allows; `why` once it will not go. */
  waiting: z.object({ text: z.string(), sendAt: instant, why: z.string().nullable() }).nullable(),
  moves: z.array(z.enum(['send', 'call'])),
});

export type ChatMessage = z.input<typeof Message>;

/** A number of a message, or of a change, after which or before which is asked for. */
export const messageNumber = z.int().min(0).max(2_000_000_000);

/** What goes with a message. */
export const sendForm = z.strictObject({
  /** What the sender knows the message by: sent twice, it is stored once. */
  key: z.uuid(),
  text: text(MESSAGE_LENGTH).optional(),
  /** The number of the message that is answered. */
  replyTo: z.int().min(1).max(2_000_000_000).optional(),
});

/** A first word that may wait: words alone. */
export const waitForm = z.strictObject({ text: filledText(MESSAGE_LENGTH) });

/**
 * Those after a number, or those before it, or all that has changed after a change; without any of these the last ones. Messages come by
 * their numbers, changes by theirs.
 */
export const receiveForm = z.strictObject({
  after: messageNumber.optional(),
  before: messageNumber.optional(),
  changedAfter: messageNumber.optional(),
  /** The day from which on, by Moscow: the messages after its midnight. */
  since: day.optional(),
  q: z.string().trim().min(2).max(200).optional(),
  limit: z.int().min(1).max(200).default(50),
});
