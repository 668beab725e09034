import { machine, type StatusOf } from '../values/machine.ts';
import type { ContactKind } from './contact-law.ts';
import type { ContactState } from './contact-record.ts';

/** What somebody complains of: mostly what 230-ФЗ, ст. 6 forbids a creditor, as the tone of a message is judged by it. */
export const COMPLAINT_KINDS = {
  threat: 'Угрозы или давление',
  insult: 'Оскорбление, унижение',
  others: 'О долге рассказали другим',
  misleading: 'Ввели в заблуждение',
  untrue: 'Записано не так, как было',
  other: 'Другое',
} as const;
export type ComplaintKind = keyof typeof COMPLAINT_KINDS;

/** The longest words of a complaint, and of its answer. */
export const COMPLAINT_LENGTH = 1000;

/**
 * What may be said of a message (of a chat or of the journal of contacts), of a call, of a meeting. Messages write themselves into the
 * journal, so that only a call or a meeting may be told of though it was not, or denied though it was; of his debtor a creditor tells how he writes.
 */
export function complaintKindsOf(thing: ContactKind, by: 'individual' | 'creditor'): ComplaintKind[] {
  const without: readonly ComplaintKind[] =
    by === 'creditor' ? ['others', 'misleading', 'untrue'] : thing === 'message' ? ['untrue'] : [];
  return (Object.keys(COMPLAINT_KINDS) as ComplaintKind[]).filter((kind) => !without.includes(kind));
}

interface Recorded {
  readonly kind: ContactKind;
  readonly status: ContactState;
  readonly at: Date;
}

/** Whether a debtor may complain of a contact: of one that was held, and of a call or a meeting that his creditor denies though its hour has come. */
export const mayComplainOf = ({ kind, status, at }: Recorded, now: Date): boolean =>
  status === 'held' || status === 'untold' || (status === 'failed' && kind !== 'message' && at <= now);

/** A complaint waits for an operator, who decides it once. */
export const complaintMachine = machine('complaint', {
  first: 'open',
  states: {
    open: { label: 'Ждёт решения', tone: 'warning' },
    upheld: { label: 'Обоснована', tone: 'success' },
    dismissed: { label: 'Не подтвердилась', tone: 'neutral' },
  },
  moves: {
    uphold: { from: ['open'], to: 'upheld', by: ['administrator', 'operator:manager'], label: 'Признать обоснованной' },
    dismiss: { from: ['open'], to: 'dismissed', by: ['administrator', 'operator:manager'], label: 'Отклонить' },
  },
});
export type ComplaintStatus = StatusOf<typeof complaintMachine>;
