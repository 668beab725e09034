import type * as z from 'zod';
import { Breaker } from './breaker.ts';
import { PartnerRefused, PartnerSilent } from './errors.ts';

/** Where a partner is, and the key by which he knows us. */
export interface PartnerAddress {
  url: string;
  key: string;
}

/** No answer of a partner is longer; a statement of a day is the longest. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** How one partner is asked; each call may throw `PartnerSilent` or `PartnerRefused`. */
export interface Client {
  /** Null when the partner knows of no such thing. */
  ask: <T>(schema: z.ZodType<T>, method: string, path: string, body?: object) => Promise<T | null>;
  /** The same where he must know. */
  demand: <T>(schema: z.ZodType<T>, method: string, path: string, body?: object) => Promise<T>;
}

/** What differs from partner to partner. */
interface Manner {
  url: string;
  /** One who does not answer within this time is as good as silent. */
  timeoutMs: number;
  /** By what he knows us: the headers for a line as `POST /orders` and a body. */
  headersFor: (line: string, body: string) => Record<string, string>;
}

/**
 * A partner over HTTP: a short wait, no redirects, a bounded answer that is what we expect or counts
 * as none. Nothing is repeated here: whoever asks repeats with the same key. One that fails several times in a row is
 * left alone for a while.
 */
export function openClient(manner: Manner): Client {
  const breaker = new Breaker();
  const ask: Client['ask'] = (schema, method, path, body) =>
    breaker.call(
      () => request(schema, { ...manner, method, path, body }),
      () => new PartnerSilent('The partner is left alone after several failures'),
      (error) => error instanceof PartnerSilent,
    );
  return {
    ask,
    async demand(schema, method, path, body) {
      const answer = await ask(schema, method, path, body);
      if (answer === null) throw new PartnerRefused('absent');
      return answer;
    },
  };
}

interface PartnerRequest extends Manner {
  method: string;
  path: string;
  body: object | undefined;
}

/** One request. @returns null for 404 @throws PartnerSilent, PartnerRefused */
async function request<T>(schema: z.ZodType<T>, sent: PartnerRequest): Promise<T | null> {
  const { url, timeoutMs, headersFor, method, path, body } = sent;
  const text = body === undefined ? '' : JSON.stringify(body);
  let status: number;
  let answer: string;
  try {
    const response = await fetch(url + path, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headersFor(`${method} ${path}`, text), 'content-type': 'application/json' },
      ...(body !== undefined && { body: text }),
    });
    status = response.status;
    answer = await readBounded(response);
  } catch (error) {
    throw new PartnerSilent(`The partner did not answer: ${(error as { name?: string }).name ?? 'error'}`);
  }
  if (status === 404) return null;
  // His only «no». That he did not let us in, or could not read us, says nothing about what he was asked.
  if (status === 409) throw new PartnerRefused(String(status));
  if (status < 200 || status >= 300) throw new PartnerSilent(`The partner answered ${status}`);
  try {
    return schema.parse(JSON.parse(answer));
  } catch {
    throw new PartnerSilent('The partner answered something else than was agreed');
  }
}

/** @throws Error when the answer is longer than any answer of his may be */
async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxAnswerBytes) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
