import { normalizeEmail } from './email.ts';
import { parsePhone } from './phone.ts';

/** One spelling of what people type as a login: an e-mail in lower case or a phone in E.164. */
export function normalizeLogin(typed: string): string {
  const plain = typed.normalize('NFKC').trim();
  return plain.includes('@') ? normalizeEmail(plain) : (parsePhone(plain) ?? plain.toLowerCase());
}
