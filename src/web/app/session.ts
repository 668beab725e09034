import { useSyncExternalStore } from 'react';
import type { auth } from '#contract/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { call, listenToCalls } from './api.ts';

export type Me = Result<typeof auth.me>;

/** The schemas of the contract weigh more than this whole file, so they come when they are needed. */
const operations = async () => (await import('#contract/auth.ts')).auth;

/** Other tabs and the next start learn from here that somebody is signed in; the session itself is in a cookie. */
const mark = 'session';
/** Server and browser renew a used session this long before its end. */
const renewalMs = 60_000;

let me: Me | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let usedSinceRenewal = false;
const listeners = new Set<() => void>();
const accountListeners = new Set<() => void>();
let onEnd: (reason: 'signed-out' | 'lost') => void = () => {};

/** The person who is signed in, if any. */
export const currentMe = (): Me | undefined => me;

/** Whether this browser believes that somebody is signed in. */
export const hasMark = (): boolean => localStorage.getItem(mark) !== null;

/** The router says where to go when a session ends. */
export function onSessionEnd(listener: typeof onEnd): void {
  onEnd = listener;
}

/** Tells when another person, or nobody, is signed in. */
export function onAccountChange(listener: () => void): void {
  accountListeners.add(listener);
}

/** Asks the server who is signed in and stores him. @throws ApiError when nobody is, or the server is not reached. */
export async function loadMe(): Promise<Me> {
  const found = await call((await operations()).me);
  signedIn(found);
  return found;
}

/** Stores the person and schedules the end of his session. */
export function signedIn(person: Me): void {
  const isAnother = me?.id !== person.id;
  me = person;
  usedSinceRenewal = false;
  localStorage.setItem(mark, JSON.stringify({ id: person.id, exp: person.exp }));
  schedule();
  if (isAnother) tell(accountListeners);
  tell(listeners);
}

/** Signs out on the server, here and in the other tabs, and goes to the front page. */
export async function signOut(): Promise<void> {
  try {
    await call((await operations()).signOut);
  } finally {
    forget();
    onEnd('signed-out');
  }
}

function forget(): void {
  clearTimeout(timer);
  me = undefined;
  localStorage.removeItem(mark);
  tell(accountListeners);
  tell(listeners);
}

/** At `exp` the session ends; shortly before that it is renewed if it has been in use since it was read. */
function schedule(): void {
  clearTimeout(timer);
  if (!me) return;
  const left = me.exp * 1000 - Date.now();
  timer = left > renewalMs ? setTimeout(renew, left - renewalMs) : setTimeout(() => void signOut(), Math.max(0, left));
}

function renew(): void {
  if (!usedSinceRenewal) return schedule();
  usedSinceRenewal = false;
  loadMe().catch(schedule);
}

const tell = (heard: Set<() => void>): void => {
  for (const listener of heard) listener();
};

listenToCalls({
  used: () => {
    usedSinceRenewal = true;
  },
  lost: () => {
    if (!me) return;
    forget();
    onEnd('lost');
  },
});

// Another tab has signed in, renewed or signed out.
addEventListener('storage', (event) => {
  if (event.key !== mark) return;
  const other = event.newValue === null ? undefined : (JSON.parse(event.newValue) as { id: number; exp: number });
  if (other && me?.id === other.id) {
    me = { ...me, exp: other.exp };
    schedule();
  } else if (other) {
    location.reload();
  } else if (me) {
    forget();
    onEnd('signed-out');
  }
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person who is signed in, if any, followed as he changes. */
export const useMe = (): Me | undefined => useSyncExternalStore(subscribe, currentMe);
