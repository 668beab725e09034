import { useEffect, useRef } from 'react';
import { makeStore } from '#web/ui/store.ts';

/** A key of the keyboard and what it does, as the list of keys says it. */
export interface Key {
  /** `j`, `?`, `Enter`, `Ctrl+K`. A letter is found by its place on the keyboard too, so the Russian layout works. */
  key: string;
  text: string;
  run: (event: KeyboardEvent) => void;
}

const registered = makeStore<readonly (readonly Key[])[]>([]);

/** The keys that work on this page, the oldest of them first. */
export const useKeyList = (): readonly Key[] => registered.use().flat();

/** Gives keys their meaning while the component is on the page. Who comes later goes before who came earlier. */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const names = keys.map(({ key, text }) => `${key} ${text}`).join('\n');
  useEffect(() => {
    const mine = latest.current.map((key, index) => ({
      ...key,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
    }));
    registered.set([...registered.get(), mine]);
    return () => registered.set(registered.get().filter((one) => one !== mine));
  }, [names]);
}

/** Whoever types, or has a dialog before him, is left alone. */
function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const key = registered
    .get()
    .flat()
    .findLast((one) => matches(one.key, event));
  if (!key || (isTyping(event) && !key.key.startsWith('Ctrl+'))) return;
  event.preventDefault();
  key.run(event);
}

// The first page has no keys and does not load this file.
addEventListener('keydown', listen);

function matches(wanted: string, { key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const name = wanted.replace(/^Ctrl\+/, '');
  if (altKey || (ctrlKey || metaKey) !== (name !== wanted)) return false;
  if (name === '?') return key === '?' || (code === 'Slash' && shiftKey);
  if (shiftKey && name.length === 1) return false;
  return key.toLowerCase() === name.toLowerCase() || code === codeOf(name);
}

const codeOf = (name: string): string => (name === '/' ? 'Slash' : `Key${name.toUpperCase()}`);

/** Where letters are typed, and where Enter and Space already have their own meaning. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('input:not([type=checkbox], [type=radio]), textarea, select'))
    return true;
  return ['Enter', ' '].includes(key) && target.closest('a, button, summary, input, [role=option]') !== null;
}
