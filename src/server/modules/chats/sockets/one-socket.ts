import type { Socket } from 'socket.io';
import { sideOf } from '#domain/negotiation/chat/chat.ts';
import type { Guest } from './guests.ts';

/** More than so many frames a second nobody types. */
const mostFrames = 20;
/** The others hear of it no more often than so: each time is a word between the nodes. */
const typingMs = 2_000;

/** Everybody who is in a chat. */
export const roomOf = (chatId: number): string => `chat:${chatId}`;

/** The only thing that is said over a socket is that somebody is typing; whoever says anything else, or too much, goes. */
export function takeFrames(socket: Socket, { chatId, actor }: Guest): void {
  let frames = 0;
  let since = Date.now();
  socket.use(([event, ...given], next) => {
    const now = Date.now();
    if (now - since >= 1_000) [frames, since] = [0, now];
    if (++frames > mostFrames || event !== 'typing' || given.length > 0) {
      socket.disconnect(true);
      return;
    }
    next();
  });
  let heard = 0;
  socket.on('typing', () => {
    const now = Date.now();
    if (now - heard < typingMs) return;
    heard = now;
    socket.to(roomOf(chatId)).volatile.emit('typing', { side: sideOf(actor.kind) });
  });
}
