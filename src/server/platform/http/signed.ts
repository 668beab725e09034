import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/kernel/errors.ts';
import type { App } from '../app.ts';
import { isSigned } from '../auth/signature.ts';

/** A partner's message is short. */
const maxBytes = 64 * 1024;

/**
 * Looks at the signature over the very bytes of a body before anything of it is parsed.
 * @returns the same body for the parser
 * @throws Refusal `signature.wrong`, also where this partner is not configured; `body.too_large`, `body.type`
 */
export async function demandSigned(
  app: App,
  partner: 'payments' | 'rnko' | 'sms',
  request: FastifyRequest,
  payload: Readable,
): Promise<Readable> {
  // Read to its end before anything is refused: a connection with half a message in it serves no other.
  const bytes = await readBytes(payload);
  // Nothing but JSON is read by the parser that gets the same bytes.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new Refusal('body.type');
  const { key, keyBefore } = app.config[partner] ?? {};
  const subject = `${request.method} ${request.routeOptions.url}`;
  const isBy = (one: string | undefined): boolean =>
    one !== undefined && isSigned(one, request.headers, subject, bytes, new Date());
  if (!isBy(key) && !isBy(keyBefore)) {
    throw new Refusal('signature.wrong');
  }
  return Object.assign(Readable.from([bytes], { objectMode: false }), { receivedEncodedLength: bytes.length });
}

/** Reads a body to its end. What is too long is left to flow away: to break it off would break the connection. */
function readBytes(payload: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    payload.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else reject(new Refusal('body.too_large'));
    });
    payload.once('end', () => resolve(Buffer.concat(parts)));
    payload.once('error', reject);
  });
}
