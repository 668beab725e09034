import type { ReactNode } from 'react';
import { makeStore } from '../store.ts';

interface OpenedDialog {
  key: number;
  draw: () => ReactNode;
}

let last = 0;

/** The element that a dialog is drawn into: empty until its part of the program has come. */
export const dialogElementId = (key: number): string => `dialog-${key}`;

/** The dialogs above the page, the last one on top. */
export const openedDialogs = makeStore<readonly OpenedDialog[]>([]);

/**
 * Opens a dialog above the page. It stays, with what has been typed in it, when the page is read anew and the button that
 * opened it is there no more. Whoever presses again while the one before has not come yet opens no second one.
 */
export function openDialog(draw: (close: () => void) => ReactNode): void {
  const before = openedDialogs.get().at(-1);
  if (before && !document.getElementById(dialogElementId(before.key))?.hasChildNodes()) return;
  last += 1;
  const key = last;
  const close = () => openedDialogs.set(openedDialogs.get().filter((other) => other.key !== key));
  openedDialogs.set([...openedDialogs.get(), { key, draw: () => draw(close) }]);
}

/** Closes whatever is open, as when its page is left. */
export function closeDialogs(): void {
  if (openedDialogs.get().length > 0) openedDialogs.set([]);
}
