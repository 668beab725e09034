/** A contact as the journal keeps it: where it comes from, and what has become of it. */

/** Letters of the platform, first words in a chat, what else told a debtor of his debt, what people have entered, what came in a file. */
export const CONTACT_SOURCES = {
  letter: 'Письмо площадки',
  chat: 'Чат',
  notification: 'Уведомление',
  hand: 'Внесено вручную',
  file: 'Загружено файлом',
} as const;
export type ContactSource = keyof typeof CONTACT_SOURCES;

/**
 * A planned one counts until it is known to have failed, also when its hour has come and nobody has told of it; one that was refused or
 * has failed counts nothing.
 */
export const CONTACT_STATES = {
  planned: 'Запланировано',
  untold: 'Не подтверждено',
  held: 'Состоялось',
  failed: 'Не состоялось',
  refused: 'Не допущено',
} as const;
export type ContactState = keyof typeof CONTACT_STATES;

/** What people of a creditor enter themselves: messages go by the platform and enter themselves. */
export const ENTERED_CONTACTS = ['call', 'meeting'] as const;

interface Said {
  /** When the debtor has last said something in the chat; null where he has said nothing. */
  readonly debtorSpokeAt: Date | null;
  /** Whether his creditor has said something after that. */
  readonly isAnswered: boolean;
  /** Whether the law lets nobody be contacted at this hour where the debtor lives. */
  readonly isNight: boolean;
  readonly now: Date;
}

/** So long after the debtor's word a creditor may go on with his answer without it being a contact of its own. */
const answerMs = 60 * 60_000;
/** What comes later than this answers nothing any more. */
const longestMs = 7 * 24 * 60 * 60_000;

/**
 * Whether a creditor's message in a chat counts as a contact (docs/decisions/0184). What answers the debtor does not: what follows within an hour of
 * his word, and the first message after it within a week, but by night. Everything else does, a first word above all.
 */
export function isCounted({ debtorSpokeAt, isAnswered, isNight, now }: Said): boolean {
  if (debtorSpokeAt === null) return true;
  const since = now.getTime() - debtorSpokeAt.getTime();
  return since > answerMs && (isAnswered || isNight || since > longestMs);
}
