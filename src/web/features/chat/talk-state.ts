import type { Result } from '#contract/kernel/op.ts';
import type { chats } from '#contract/settlements/chats.ts';

export type Message = Result<typeof chats.send>;
export type Received = Result<typeof chats.receive>;
export type ChatInfo = Result<typeof chats.info>;

/** What somebody has written and the server has not taken yet; status 1 of docs/specification.md §3. */
export interface Outgoing {
  key: string;
  text: string;
  replyTo: number | undefined;
  file: File | undefined;
  /** Which share of the file has gone, 0–1. */
  share: number;
  /** Why the server does not take it; nothing while it is on its way or waits for the network. */
  refused: string | undefined;
}

/** All that a page knows of a talk. */
export interface TalkState {
  info: ChatInfo | undefined;
  messages: readonly Message[];
  /** Whether there is something before the first of them, and after the last one. */
  hasEarlier: boolean;
  hasLater: boolean;
  /** The greatest change that was received. */
  change: number;
  outgoing: readonly Outgoing[];
  /** What had been read when the talk was opened: above what came later stands a line. */
  readAtFirst: number | undefined;
  isConnected: boolean;
  /** Which side is typing. */
  typing: string | undefined;
  /** Why the talk cannot be read any more. */
  failed: string | undefined;
}

export const emptyTalk: TalkState = {
  info: undefined,
  messages: [],
  hasEarlier: false,
  hasLater: false,
  change: 0,
  outgoing: [],
  readAtFirst: undefined,
  isConnected: false,
  typing: undefined,
  failed: undefined,
};

/** So many messages are drawn at most; what is further away is received again when somebody goes there. */
export const mostDrawn = 400;

/** Puts received messages among those that are there: each once, by its number, in its latest form. */
export function merge(before: readonly Message[], received: readonly Message[]): readonly Message[] {
  if (received.length === 0) return before;
  const byNo = new Map(before.map((message) => [message.no, message]));
  for (const message of received) {
    const known = byNo.get(message.no);
    if (!known || known.change <= message.change) byNo.set(message.no, message);
  }
  return [...byNo.values()].sort((one, other) => one.no - other.no);
}

/** What has come in is on its way no more. */
export const stillOutgoing = (outgoing: readonly Outgoing[], received: readonly Message[]): readonly Outgoing[] => {
  const keys = new Set(received.map(({ key }) => key));
  return outgoing.filter(({ key }) => !keys.has(key));
};

/** The statuses of one's messages by what the other sides have read. */
export function withReads(
  messages: readonly Message[],
  reads: readonly { side: string; readNo: number }[],
): readonly Message[] {
  const isRead = ({ no, side }: Message): boolean => reads.some((read) => read.side !== side && read.readNo >= no);
  return messages.some((message) => message.status === 2 && isRead(message))
    ? messages.map((message) =>
        message.status === 2 && isRead(message) ? { ...message, status: 3 as const } : message,
      )
    : messages;
}
