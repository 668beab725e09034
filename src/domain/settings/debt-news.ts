import {
  type EVENT_GROUPS,
  isNotificationEvent,
  type NotificationEvent,
  type PersonKind,
  ruleOf,
} from './notification-event.ts';

const ofDebts: readonly (keyof typeof EVENT_GROUPS)[] = ['requests', 'settlements'];

/** Whether an event tells somebody of his debts. */
export const isOfDebt = (event: NotificationEvent, kind: PersonKind): boolean =>
  kind === 'individual' && (ofDebts.includes(ruleOf(event).group) || ruleOf(event).isOfDebt === true);

/** Whether what is told of an event takes one of the places that the law has for messages of a creditor. */
export const isContactOf = (event: string, kind: PersonKind): boolean =>
  kind === 'individual' && isNotificationEvent(event) && ruleOf(event).isContact === true;

/** What tells of a debt is no news after so many days. */
const NEWS_DAYS = 3;

/**
 * From when on what tells a debtor of his debts goes nowhere, however long the law has put it off: it says what is not so any more, and the cabinet has it.
 * @param toldAt when it was told in the cabinet
 * @returns null of what waits for his answer, which ends with that
 */
export const newsEndsAt = (event: NotificationEvent, toldAt: Date): Date | null =>
  ruleOf(event).isAwaited ? null : new Date(toldAt.getTime() + NEWS_DAYS * 24 * 3_600_000);

/** What says nothing at all: of what only a newer node knows, and to a debtor of his debts, whoever sees his phone. */
const neutral = 'В кабинете есть новое';

/** What is said of an event outside the cabinet. */
export const outsideWords = (event: string, kind: PersonKind): string =>
  isNotificationEvent(event) && !isOfDebt(event, kind) ? ruleOf(event).outside : neutral;
