import type { LucideIcon } from 'lucide-react';
import { makeStore } from '../store.ts';
import type { DialogPosition } from './dialog.tsx';

/** What is asked, and what follows from the answer (docs/specification.md §3). */
export interface Confirmation {
  header?: string;
  message: string;
  icon?: LucideIcon;
  acceptLabel?: string;
  rejectLabel?: string;
  acceptIcon?: LucideIcon;
  rejectIcon?: LucideIcon;
  /** Of the button that accepts: danger for what takes something away. */
  acceptVariant?: 'primary' | 'danger';
  acceptClass?: string;
  rejectClass?: string;
  /** `center` unless told. */
  position?: DialogPosition;
  /** Both are so unless told otherwise. */
  blockScroll?: boolean;
  closeOnEscape?: boolean;
  defaultFocus?: 'accept' | 'reject';
  /** Only the dialog of this group shows it; the global one belongs to no group. */
  group?: string;
  accept?: () => void;
  reject?: () => void;
  onShow?: () => void;
  onHide?: () => void;
}

/** What is being asked now, at most one question in each group. */
export const openQuestions = makeStore<readonly Confirmation[]>([]);

/** Asks the person; the callbacks say what he decided. */
export function confirm(request: Confirmation): void {
  openQuestions.set([...ofOthers(request.group), request]);
}

/** Takes the question of a group back, without an answer. */
export const closeConfirm = (group?: string): void => openQuestions.set(ofOthers(group));

const ofOthers = (group: string | undefined): readonly Confirmation[] =>
  openQuestions.get().filter((question) => question.group !== group);
