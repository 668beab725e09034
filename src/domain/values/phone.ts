/** The full length of a phone typed into the mask `+7 (999) 999-99-99` (docs/specification.md §5, §9). */
export const PHONE_LENGTH = 18;

/** The mask of a phone field, 9 stands for a digit. */
export const PHONE_MASK = '+7 (999) 999-99-99';

/**
 * Any usual notation of a Russian phone → E.164 `+7XXXXXXXXXX`, or null.
 * After a plus only the country code 7 is taken. Ten digits beginning with 7 or 8 are refused:
 * they are rather a number with its country code or trunk prefix and the last digit lost.
 */
export function parsePhone(text: string): string | null {
  const trimmed = text.trim();
  if (!/^\+?[\d\s()‐‑–—.-]+$/.test(trimmed)) return null;
  const digits = trimmed.replace(/\D/g, '');
  const shape = trimmed.startsWith('+') ? /^7\d{10}$/ : /^(?:[78]\d{10}|[^78]\d{9})$/;
  return shape.test(digits) ? `+7${digits.slice(-10)}` : null;
}

/** How numbers begin that an SMS reaches. */
export const MOBILE_PREFIX = '+79';

/** E.164 `+79161234567` → `+7 (916) 123-45-67`. Text of another shape is returned unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 ($1) $2-$3-$4');
}
