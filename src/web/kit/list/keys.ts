import type { RefObject } from 'react';
import { useKeys } from '../page/keys.ts';
import { texts } from './texts.ts';

interface RowActs {
  /** The full page of a row, or its preview when there is none. */
  onEnter: (id: number) => void;
  /** The focus has come to a row. */
  onReach: (id: number) => void;
  onEscape: () => void;
}

const t = texts.keys;

/** The keys of a list: j, k or arrows move, Enter opens, x selects, Escape closes the preview. */
export function useListKeys(root: RefObject<HTMLElement | null>, { onEnter, onReach, onEscape }: RowActs): void {
  const rows = () => [...root.current!.querySelectorAll<HTMLElement>('tr[data-id]')];
  const current = () =>
    rows().find((row) => row.contains(document.activeElement)) ?? rows().find((row) => row.dataset['shown']);
  const move = (step: number) => {
    const all = rows();
    const at = all.indexOf(current()!);
    const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
    if (!next) return;
    next.querySelector<HTMLElement>('[data-opener]')?.focus();
    onReach(idOf(next));
  };
  const enter = () => {
    const row = current();
    if (row) onEnter(idOf(row));
  };
  useKeys([
    { key: 'j', text: t.next, run: () => move(1) },
    { key: 'ArrowDown', text: t.next, run: () => move(1) },
    { key: 'k', text: t.previous, run: () => move(-1) },
    { key: 'ArrowUp', text: t.previous, run: () => move(-1) },
    { key: 'Enter', text: t.open, run: enter },
    { key: 'x', text: t.select, run: () => current()?.querySelector<HTMLElement>('input[type=checkbox]')?.click() },
    { key: 'Escape', text: t.close, run: onEscape },
  ]);
}

const idOf = (row: HTMLElement): number => Number(row.dataset['id']);
