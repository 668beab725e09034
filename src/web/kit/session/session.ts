import type { auth } from '#contract/access/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { serverNow } from '#web/ui/clock.ts';
import { makeStore } from '#web/ui/store.ts';
import { announceAccountChange } from '../data/account-change.ts';
import { type ApiError, ask, call, listenToCalls } from '../data/api.ts';
import { startPresence } from '../data/presence.ts';
import { onStale } from '../data/stale.ts';
import { reload } from '../unsaved.ts';
import { letBrowserGo } from './let-browser-go.ts';

export type Me = Result<typeof auth.me>;

/** Schemas come with the operations, and the first page is shown before them. */
const operations = async () => (await import('#contract/access/auth.ts')).auth;

/** The state of a session: in order, about to end by itself, or ended elsewhere while the person works. */
type SessionPhase = 'calm' | 'ending' | 'lost';

/** Other tabs and the next start learn from here that somebody is signed in; the session itself is in a cookie. */
const sessionKey = 'session';
/** This long before its end a session that is in use is renewed, and for one that is not the person is asked. */
const warningMs = 2 * 60_000;
/** How soon a server that is in trouble is asked again whether the session has ended. */
const againMs = 5_000;

const me = makeStore<Me | undefined>(undefined);
const phase = makeStore<SessionPhase>('calm');
let timer: ReturnType<typeof setTimeout> | undefined;
let usedSinceRenewal = false;
let onEnd: (reason: 'signed-out' | 'lost') => void = () => {};
/** Calls that wait until the person has signed in again. */
let waiting: ((isBack: boolean) => void)[] = [];

/** The person who is signed in, if any. */
export const currentMe = me.get;
/** The same, followed as it changes. */
export const useMe = me.use;
export const useSessionPhase = phase.use;

/** Whether this browser believes that somebody is signed in. */
export const remembersSession = (): boolean => localStorage.getItem(sessionKey) !== null;

/** The router says where to go when a session ends. */
export function onSessionEnd(listener: typeof onEnd): void {
  onEnd = listener;
}

/** Asks the server who is signed in and stores him. @throws ApiError when nobody is, or the server is not reached. */
export async function loadMe(): Promise<Me> {
  const found = await call((await operations()).me);
  signedIn(found);
  return found;
}

/**
 * Reads anew who is signed in: whether he is verified, what he may do and for which companies change while a page is open, by others
 * and by himself. Where that fails, what is known stays.
 */
async function reloadMe(): Promise<void> {
  if (!me.get() || phase.get() === 'lost') return;
  const found = await call((await operations()).me).catch(() => undefined);
  // Meanwhile he may have left, or another may have come.
  if (found && found.id === me.get()?.id) signedIn(found);
}

/** Stores the person and schedules the end of his session. */
export function signedIn(person: Me): void {
  const before = me.get();
  // What is on the screen of one person is not for the next one.
  if (phase.get() === 'lost' && before?.id !== person.id) return reload();
  me.set(person);
  usedSinceRenewal = false;
  localStorage.setItem(sessionKey, JSON.stringify({ id: person.id, exp: person.exp }));
  resume(true);
  schedule();
  if (before?.id !== person.id) announceAccountChange();
}

/** Signs out on the server, here and in the other tabs, and goes to the front page. Whoever sits here next is shown no news of his. */
export async function signOut(): Promise<void> {
  void letBrowserGo().catch(() => {});
  try {
    await call((await operations()).signOut);
  } finally {
    forget('signed-out');
  }
}

/** The person does not sign in again: what he was doing is given up. */
export const giveUp = (): void => forget('lost');

function forget(reason: 'signed-out' | 'lost'): void {
  clearTimeout(timer);
  me.set(undefined);
  localStorage.removeItem(sessionKey);
  resume(false);
  announceAccountChange();
  onEnd(reason);
}

function resume(isBack: boolean): void {
  phase.set('calm');
  for (const tell of waiting.splice(0)) tell(isBack);
}

/** At `exp` the session ends; two minutes before that it is renewed if it has been in use, or the person is asked. */
function schedule(): void {
  clearTimeout(timer);
  const person = me.get();
  if (!person || phase.get() === 'lost') return;
  const left = person.exp * 1000 - serverNow();
  if (left > warningMs) {
    timer = setTimeout(renew, left - warningMs);
  } else {
    phase.set('ending');
    timer = setTimeout(end, left);
  }
}

/**
 * The session has ended by what this tab knows. While it slept another one may have moved the end, so the server is asked. Without a
 * connection the session ends on this device all the same.
 */
async function end(): Promise<void> {
  let found: Me | undefined;
  try {
    found = await ask((await operations()).me);
  } catch (error) {
    const { code, status } = error as ApiError;
    if (status === 0) return forget('signed-out');
    if (code !== 'session.none') {
      // A node that is being replaced, say: nobody is signed out by its trouble, whom another tab may have kept signed in.
      timer = setTimeout(end, againMs);
      return undefined;
    }
  }
  if (found && found.id !== me.get()?.id) return reload();
  if (found && found.exp * 1000 > serverNow()) signedIn(found);
  else await signOut().catch(() => {});
}

/** A session also has a last end that no use moves any further: then the person is asked all the same. */
function renew(): void {
  if (usedSinceRenewal) loadMe().catch(schedule);
  else schedule();
}

listenToCalls({
  used: () => {
    usedSinceRenewal = true;
  },
  isSignedIn: () => me.get() !== undefined,
  lost: async () => {
    clearTimeout(timer);
    phase.set('lost');
    return new Promise((resolve) => waiting.push(resolve));
  },
});

/** Another tab has signed in, renewed or signed out. */
function follow(event: StorageEvent): void {
  if (event.key !== sessionKey) return;
  const person = me.get();
  const other = event.newValue === null ? undefined : (JSON.parse(event.newValue) as { id: number; exp: number });
  if (!other) return person && forget('signed-out');
  if (other.id !== person?.id) return reload();
  me.set({ ...person, exp: other.exp });
  resume(true);
  schedule();
}

/** Follows the other tabs, the clock where this one has slept, and what becomes of the person meanwhile. */
export function startSession(): void {
  startPresence();
  addEventListener('storage', follow);
  document.addEventListener('visibilitychange', schedule);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void reloadMe());
  onStale(reloadMe);
}
