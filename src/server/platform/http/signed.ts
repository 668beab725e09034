import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/kernel/errors.ts';
import type { App } from '../app.ts';
import { isSigned } from '../signature.ts';

/** A partner's message is short. */
const maxBytes = 64 * 1024;

/**
 * Looks at the signature over the very bytes of a body before anything of it is parsed.
 * @returns the same body for the parser
 * @throws Refusal `signature.wrong`, also where no partner is configured; `body.too_large`, `body.type`
 */
export async function demandSigned(
  app: App,
  request: FastifyRequest,
  payload: AsyncIterable<Buffer>,
): Promise<Readable> {
  // Nothing but JSON is read by the parser that gets the same bytes.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new Refusal('body.type');
  const bytes = await readBytes(payload);
  const key = app.config.payments?.key;
  const subject = `${request.method} ${request.routeOptions.url}`;
  if (key === undefined || !isSigned(key, request.headers, subject, bytes, new Date())) {
    throw new Refusal('signature.wrong');
  }
  return Object.assign(Readable.from([bytes], { objectMode: false }), { receivedEncodedLength: bytes.length });
}

async function readBytes(payload: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of payload) {
    size += part.length;
    if (size > maxBytes) throw new Refusal('body.too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
