import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { Client, Reply } from '../../helpers/client.ts';
import { asMultipart } from '../../helpers/files/multipart.ts';

/** Somebody in a chat. */
export interface Talker {
  client: Client;
  accountId: number;
}

/** Says something, under a key of its own unless it is told one. */
export function say(
  { client, accountId }: Talker,
  chat: number,
  text: string,
  { key = randomUUID(), file, replyTo }: { key?: string; file?: string; replyTo?: number } = {},
): Promise<Reply> {
  const { body, headers } = asMultipart({ key, text, ...(replyTo && { replyTo }) }, file);
  return client.send('POST', `/api/chats/${chat}/account/${accountId}/send`, body, headers);
}

/** What somebody receives, after a number unless he asks otherwise. */
export const receive = async ({ client }: Talker, chat: number, asked: object = { after: 0, limit: 200 }) =>
  (await client.post(`/api/chats/${chat}/receive`, asked)).body;

/** What messages say, with their numbers. */
export const said = (messages: { items: { no: number; text: string | null }[] }): string[] =>
  messages.items.map(({ no, text }) => `${no} ${text}`);

/** A socket as a page of ours has it (docs/specification.md §9). */
export const socketOf = ({ client }: Pick<Talker, 'client'>, chat: number | string, more: object = {}): Socket =>
  io(client.url, {
    path: '/api/socket.io',
    transports: ['websocket'],
    query: { chat },
    extraHeaders: {
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: client.url,
    },
    reconnection: false,
    forceNew: true,
    ...more,
  });

/** Waits until it has come in, or says why it has not. */
export const opened = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('open'));
    socket.once('connect_error', (error) => resolve(error.message));
  });

/** Waits until it is closed. @returns after how many milliseconds */
export function closed(socket: Socket): Promise<number> {
  const since = Date.now();
  return new Promise((resolve) => {
    socket.once('disconnect', () => resolve(Date.now() - since));
  });
}
