import { machine, type StatusOf } from '../values/machine.ts';
import type { ContactKind } from './contact-law.ts';
import type { ContactState } from './contact-record.ts';

/** What somebody complains of: mostly what 230-ФЗ, ст. 6 forbids a creditor, as the tone of a message is judged by it. */
export const COMPLAINT_KINDS = {
  threat: 'Угрозы или давление',
  insult: 'Оскорбление, унижение',
  others: 'О долге рассказали другим',
  misleading: 'Ввели в заблуждение',
  untrue: 'Этого не было или записана неправда',
  other: 'Другое',
} as const;
export type ComplaintKind = keyof typeof COMPLAINT_KINDS;

/** The words in which a debtor looks for a call or a meeting that never was; all other kinds are called alike of everything. */
export const complaintKindOf = (kind: ComplaintKind, thing: ContactKind): string =>
  (kind === 'untrue' && UNTRUE[thing]) || COMPLAINT_KINDS[kind];
const UNTRUE: Partial<Record<ContactKind, string>> = {
  call: 'Этого звонка не было или записана неправда',
  meeting: 'Этой встречи не было или записана неправда',
};

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

/**
 * Whether a creditor hears of a complaint that was found justified: of one about a contact of his, or about a message of his people in a talk about a debt.
 * @param side whose message it is; null of a contact
 */
export const tellsCreditor = ({
  side,
  legalEntityId,
}: {
  side: string | null;
  legalEntityId: number | null;
}): boolean => (side === null || side === 'creditor') && legalEntityId !== null;

/** What operators find of a contact that is recorded otherwise than it was: it never was, or it was, and counts. */
export const CONTACT_FINDINGS = { never: 'Этого не было', otherwise: 'Было, но записано не так' } as const;
export type ContactFinding = keyof typeof CONTACT_FINDINGS;

/** Between which of them an operator chooses who upholds a complaint; of all else there is nothing to choose. @param stood as what the contact stood then */
export const findingsOf = (kind: ComplaintKind, stood: 'held' | 'failed' | null): ContactFinding[] =>
  kind === 'untrue' && stood === 'held' ? (Object.keys(CONTACT_FINDINGS) as ContactFinding[]) : [];

/** An operator's decision of a complaint about a contact. */
interface Decided {
  readonly kind: ComplaintKind;
  /** As what the contact stood when it was complained of. */
  readonly stood: 'held' | 'failed';
  readonly isUpheld: boolean;
  readonly finding: ContactFinding | null;
}

/**
 * Whether a contact was, by what operators have decided; null where they have said nothing of that. Whoever upholds a complaint about it, of whichever kind, says
 * that it was, unless he finds that it never was; whoever does not confirm that it was not says so too (docs/decisions/0206).
 */
export function wasHeld({ kind, stood, isUpheld, finding }: Decided): boolean | null {
  if (isUpheld) return finding !== 'never';
  return kind === 'untrue' && stood === 'held' ? true : null;
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
    dismiss: { from: ['open'], to: 'dismissed', by: ['administrator', 'operator:manager'], label: 'Не подтвердилась' },
  },
});
export type ComplaintStatus = StatusOf<typeof complaintMachine>;

/** Whether the file of a message is kept for operators, also once it was taken away: while a complaint about it waits, or was found justified. */
export const keepsFile = (status: ComplaintStatus): boolean => status !== 'dismissed';
