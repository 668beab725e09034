import type { Check } from './check.ts';

const WRONG = 'Введена неправильная почта';
const MAX_LENGTH = 254;

/**
 * The rule of an e-mail address (docs/specification.md §5, §9): no space, local part, @, domain and a top-level
 * domain of 2 to 15 letters; letters are Latin or Cyrillic. The length is limited as mail servers do (RFC 5321).
 * Every pattern walks its text once, so hostile input costs no more than its length.
 */
export const checkEmail: Check = (value) => {
  if (/\s/.test(value)) return 'В почте не должно быть пробелов';
  if (value.length > MAX_LENGTH) return WRONG;
  const [local = '', domain = '', ...rest] = value.split('@');
  return rest.length === 0 && isLocalPart(local) && isDomain(domain) ? null : WRONG;
};

/** The form in which an address is stored and compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

function isLocalPart(text: string): boolean {
  return text.length <= 64 && text.split('.').every((part) => /^[a-zа-яё0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(part));
}

function isDomain(text: string): boolean {
  const labels = text.split('.');
  const top = labels.pop() ?? '';
  return labels.length > 0 && labels.every(isDomainLabel) && /^[a-zа-яё]{2,15}$/i.test(top);
}

function isDomainLabel(label: string): boolean {
  return /^[a-zа-яё0-9-]{1,63}$/i.test(label) && !label.startsWith('-') && !label.endsWith('-');
}
