import type { Socket } from 'socket.io';
import { sideOf } from '#domain/negotiation/chat/chat.ts';
import type { App } from '#server/platform/app.ts';
import { describeError } from '#server/platform/log/log.ts';
import { type Guest, mayStay } from './guests.ts';

/** More than so many frames a second nobody types. */
const mostFrames = 20;

/** Everybody who is in a chat. */
export const roomOf = (chatId: number): string => `chat:${chatId}`;

/** Closes the connection of somebody who may not be there any more; where that cannot be asked he does not stay either. */
export async function look(app: App, socket: Socket, guest: Guest): Promise<void> {
  try {
    if (await mayStay(app, guest)) return;
  } catch (error) {
    app.log.warn({ error: describeError(error) }, 'the right of a socket');
  }
  socket.disconnect(true);
}

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
  socket.on('typing', () => {
    socket.to(roomOf(chatId)).volatile.emit('typing', { side: sideOf(actor.kind) });
  });
}
