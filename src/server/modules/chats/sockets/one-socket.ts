import type { Socket } from 'socket.io';
import { sideOf } from '#domain/negotiation/chat/chat.ts';
import type { Guest } from './guests.ts';

/** Nobody types more often. */
const maxEventsPerSecond = 20;
/** The others hear of it no more often than this: each time it is broadcast to all nodes. */
const typingThrottleMs = 2_000;

/** Everybody who is in a chat. */
export const roomOf = (chatId: number): string => `chat:${chatId}`;

/** The only thing that is said over a socket is that somebody is typing; whoever says anything else, or too much, is disconnected. */
export function takeTyping(socket: Socket, { chatId, actor }: Guest): void {
  let events = 0;
  let since = Date.now();
  socket.use(([event, ...given], next) => {
    const now = Date.now();
    if (now - since >= 1_000) [events, since] = [0, now];
    if (++events > maxEventsPerSecond || event !== 'typing' || given.length > 0) {
      socket.disconnect(true);
      return;
    }
    next();
  });
  let toldAt = 0;
  socket.on('typing', () => {
    const now = Date.now();
    if (now - toldAt < typingThrottleMs) return;
    toldAt = now;
    socket.to(roomOf(chatId)).volatile.emit('typing', { side: sideOf(actor.kind) });
  });
}
