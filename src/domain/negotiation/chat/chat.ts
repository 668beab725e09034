/** A chat: who writes, what becomes of a message, how long it may be changed (docs/domain.md §6.2, §7.7). */

/** Author kinds of docs/specification.md §3: both parties are clients. */
export const AUTHOR_KINDS = { client: 55, admin: 56, system: 57 } as const;
/** Statuses of a stored message of docs/specification.md §3. Only its sender knows one that is on its way, 1. */
const MESSAGE_STATUSES = { sent: 2, read: 3 } as const;

/** What a chat is about. One about a request goes on as that of its settlement. */
export const CHAT_KINDS = {
  request: 'Заявка',
  settlement: 'Урегулирование',
  registry: 'Реестр',
  support: 'Поддержка',
} as const;
export type ChatKind = keyof typeof CHAT_KINDS;

/** Who sits where: of a company all its people are one side. */
export const chatSides = ['individual', 'creditor', 'operator'] as const;
export type ChatSide = (typeof chatSides)[number];

const SIDE_OF = { individual: 'individual', employee: 'creditor', operator: 'operator' } as const;
/** The side of somebody, by the kind of his account. */
export const sideOf = (kind: keyof typeof SIDE_OF): ChatSide => SIDE_OF[kind];

/** The longest text of a message. */
export const MESSAGE_LENGTH = 4000;
const editMs = 15 * 60_000;
const restoreMs = 24 * 60 * 60_000;

interface Written {
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** Whether its author may still put a message right. */
export const isEditable = ({ createdAt, deletedAt }: Written, now: Date): boolean =>
  deletedAt === null && now.getTime() - createdAt.getTime() <= editMs;

/** Whether whoever has deleted something may still bring it back. */
export const isRestorable = (deletedAt: Date | null, now: Date): boolean =>
  deletedAt !== null && now.getTime() - deletedAt.getTime() <= restoreMs;

/** What a chat knows of operators who were called into it. */
export interface Called {
  readonly calledAt: Date | null;
  readonly callEndedAt: Date | null;
  readonly joinedAt: Date | null;
}

/** Whether operators take part, are called, or neither: a call that has ended may be made again. */
export function operatorOf({ calledAt, callEndedAt, joinedAt }: Called): 'absent' | 'called' | 'joined' {
  if (joinedAt !== null) return 'joined';
  return calledAt === null || callEndedAt !== null ? 'absent' : 'called';
}

/** How far a side has read, and how far its counterpart. */
interface Read {
  readonly side: ChatSide;
  readonly readNo: number;
}

/** The status of a stored message: read once somebody of another side has read as far. It never goes back. */
export const statusOfMessage = (message: { no: number; side: ChatSide | null }, reads: readonly Read[]): 2 | 3 =>
  reads.some(({ side, readNo }) => side !== message.side && readNo >= message.no)
    ? MESSAGE_STATUSES.read
    : MESSAGE_STATUSES.sent;
