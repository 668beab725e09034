import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clocks of the two sides may be apart, seconds. */
const SIGNATURE_TOLERANCE = 300;

export const timestampHeader = 'x-timestamp';
export const signatureHeader = 'x-signature';

/** The signature of a message between us and a partner: HMAC-SHA-256 over its time, what it is about, and its bytes. */
export function signatureOf(key: string, timestamp: string, subject: string, bytes: Uint8Array | string): string {
  return createHmac('sha256', key).update(`${timestamp}.${subject}.`).update(bytes).digest('hex');
}

/** The headers of a signed message that is sent now. @param subject `METHOD /path` */
export function signedHeaders(key: string, subject: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return { [timestampHeader]: timestamp, [signatureHeader]: signatureOf(key, timestamp, subject, body) };
}

/** Whether a message is signed with the key, not long ago and not far in the future. */
export function isSigned(
  key: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  subject: string,
  bytes: Uint8Array,
  now: Date,
): boolean {
  const timestamp = headers[timestampHeader];
  const given = headers[signatureHeader];
  if (typeof timestamp !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGNATURE_TOLERANCE) return false;
  const expected = Buffer.from(signatureOf(key, timestamp, subject, bytes));
  const shown = Buffer.from(given);
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}
