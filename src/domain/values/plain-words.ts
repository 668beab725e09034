/** Words as they are looked for: in small letters, and with «е» for «ё», as half of all people write it. */
export const plainWords = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** Whether a text has in it what was typed. */
export const hasWords = (text: string, typed: string): boolean => plainWords(text).includes(plainWords(typed));
