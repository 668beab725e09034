/** Control characters, marks of direction, spaces and hyphens without width, and what is no character. */
const UNSEEN = /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;
/** Lines and tabs are seen; NUL is for the contract to refuse. */
const KEPT = '\t\n\r\0';

/**
 * A text as it is seen: telephone books and word processors put what is not seen into what is copied from them. The joiner stays, since pictures
 * of several signs are made by it.
 */
export const withoutUnseen = (text: string): string =>
  text.replace(UNSEEN, (character) => (KEPT.includes(character) ? character : ''));
