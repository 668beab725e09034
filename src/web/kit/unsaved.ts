import { useEffect, useState } from 'react';
import { makeStore } from '#web/ui/store.ts';

const unsaved = makeStore<ReadonlySet<symbol>>(new Set());

/** Whether a form on the page holds what is not saved yet, followed as it changes. */
export const useHasUnsaved = (): boolean => unsaved.use().size > 0;

/** The same, now. */
export const hasUnsaved = (): boolean => unsaved.get().size > 0;

/**
 * Says that a form holds what is not saved yet; whatever would throw it away asks first.
 * @returns lets it go at once: the person gives up what he has typed
 */
export function useUnsaved(isDirty: boolean): () => void {
  const [form] = useState(() => {
    const mark = Symbol('form');
    return { hold: () => unsaved.set(new Set([...unsaved.get(), mark])), letGo: () => unsaved.set(without(mark)) };
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    form.hold();
    return form.letGo;
  }, [isDirty, form]);
  return form.letGo;
}

/** Loads the page anew without any question: the person has answered it, or is another one. */
export function reload(): void {
  unsaved.set(new Set());
  location.reload();
}

const without = (mark: symbol): ReadonlySet<symbol> => new Set([...unsaved.get()].filter((other) => other !== mark));
