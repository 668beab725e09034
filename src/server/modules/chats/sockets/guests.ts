import type { IncomingMessage } from 'node:http';
import { Refusal } from '#contract/kernel/errors.ts';
import { chats } from '#contract/settlements/chats.ts';
import type { App } from '#server/platform/app.ts';
import { demandStill } from '#server/platform/auth/access.ts';
import type { Actor } from '#server/platform/ctx.ts';
import { sessionIn } from '#server/platform/http/cookies.ts';
import { checkOrigin } from '#server/platform/http/origin.ts';

/** Whoever has come to a chat, by which session and right. */
export interface Guest {
  token: string;
  chatId: number;
  actor: Actor;
}

/** So many connections one account has on a node at most: more pages nobody reads at once. */
export const mostOfAccount = 20;

/**
 * Who comes, judged by his handshake before any event of his is heard: one of our pages or a program that is none, with a session, to one
 * chat that is open to him.
 * @throws Refusal as an operation of the chat would
 */
export async function guestOf(
  app: App,
  request: IncomingMessage,
  cookies: Readonly<Record<string, string | undefined>>,
): Promise<Guest> {
  checkOrigin(app, request.headers);
  const asked = new URLSearchParams((request.url ?? '').split('?')[1]);
  // The library would take a client of the protocol before and fall silent.
  if (asked.get('EIO') !== '4') throw new Refusal('method.absent');
  const token = sessionIn(app, cookies);
  const actor = token === null ? null : await app.sessions.find(token, { isUse: false });
  if (token === null || actor === null) throw new Refusal('session.none');
  const chatId = chatOf(asked.get('chat'));
  await demandPart(app, actor, chatId);
  return { token, chatId, actor };
}

/** Whether somebody may still be where he is, by what he is now. */
export async function mayStay(app: App, guest: Guest): Promise<boolean> {
  const actor = await app.sessions.find(guest.token, { isUse: false });
  if (actor === null || actor.accountId !== guest.actor.accountId) return false;
  try {
    await demandPart(app, actor, guest.chatId);
    guest.actor = actor;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const demandPart = (app: App, actor: Actor, id: number): Promise<void> =>
  demandStill(app, actor, chats.info.code, { id });

/** The chat that the handshake names. @throws Refusal `object.absent` */
function chatOf(given: string | null): number {
  if (given === null || !/^[1-9]\d{0,14}$/.test(given)) throw new Refusal('object.absent');
  return Number(given);
}
