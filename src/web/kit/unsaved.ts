import { useEffect } from 'react';

const unsaved = new Set<symbol>();

/** Says that a form holds what is not saved yet; whatever would throw it away asks first. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const form = Symbol('form');
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isDirty]);
}

/** Whether a form on the page holds what is not saved yet. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Loads the page anew without any question: the person has answered it, or is another one. */
export function reload(): void {
  unsaved.clear();
  location.reload();
}
