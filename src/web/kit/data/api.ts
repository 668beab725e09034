import { backgroundHeader } from '#contract/kernel/background-reads.ts';
import type { ErrorAnswer, FieldErrors } from '#contract/kernel/errors.ts';
import { type AnyRequest, type Request as Given, needsKey, type Operation, type Result } from '#contract/kernel/op.ts';
import { unknownField } from '#contract/kernel/unknown-field.ts';
import { setServerTime } from '#web/ui/clock.ts';
import { texts } from '../texts.ts';
import { readingOf } from './bookmarks.ts';
import { isAway } from './presence.ts';
import { stringifyQuery } from './query-string.ts';

/** The input of a call: it may be left out when nothing in it is required. */
export type CallInput<O> = {} extends Given<O> ? [input?: Cancellable<Given<O>>] : [input: Cancellable<Given<O>>];
/** A question that may be taken back, as a search whose words have changed. */
type Cancellable<Input> = Input & { signal?: AbortSignal };

/** Any answer that is not ok. `status` 0 means that the server was not reached at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;
  readonly incident: string | undefined;

  constructor(status: number, answer: Partial<Omit<ErrorAnswer, 'code'>> & { code?: string } = {}) {
    super(answer.message ?? texts.failed);
    this.status = status;
    this.code = answer.code ?? '';
    this.fields = answer.fields ?? {};
    this.incident = answer.incident;
  }
}

const listeners = { used: () => {}, isSignedIn: () => false, lost: async () => false };

/**
 * The session hears of each use of the server, and of the answer that nobody is signed in any more: then it says
 * whether the same person has come back, so that the call can go on.
 */
export function listenToCalls(heard: typeof listeners): void {
  Object.assign(listeners, heard);
}

/**
 * Asks for an operation of the contract.
 * @throws ApiError when the answer is not ok
 */
export const call = <O extends Operation>(operation: O, ...[input]: CallInput<O>): Promise<Result<O>> =>
  callUntyped(operation, input);

/** The same where the operation is one of several, so that no type says what it is given. @throws ApiError */
export async function callUntyped<O extends Operation>(
  operation: O,
  input: Given<O> | Cancellable<AnyRequest> = {},
): Promise<Result<O>> {
  const { body, signal, ...request } = input as Cancellable<AnyRequest>;
  const reading = readingOf(operation, request);
  const background = operation.method === 'GET' || operation.def.asks ? backgroundHeaders() : {};
  const headers: Record<string, string> = { Accept: 'application/json', ...reading.headers, ...background };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (needsKey(operation)) headers['Idempotency-Key'] = crypto.randomUUID();
  const response = await insist(addressOf(operation, request), {
    method: operation.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  setServerTime(response.headers.get('date'));
  if (!(backgroundHeader in headers)) listeners.used();
  reading.onAnswer(response.headers);
  return (response.status === 204 ? undefined : await response.json()) as Result<O>;
}

/**
 * Asks what the page wants to know by itself, whoever is at it: that is no use of the session, and that there is none any more is an
 * answer. @throws ApiError when the answer is not ok
 */
export async function ask<O extends Operation>(operation: O): Promise<Result<O>> {
  const headers = { Accept: 'application/json', [backgroundHeader]: '1' };
  const response = await reach(operation.path, { method: operation.method, headers });
  setServerTime(response.headers.get('date'));
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as Result<O>;
}

/** A call whose session has ended waits for the next sign-in and is made again. @throws ApiError */
async function insist(address: string, init: RequestInit, again = false): Promise<Response> {
  const response = await reach(address, init);
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (refusal.code !== 'session.none') throw refusal;
  // Of a stranger that is the answer: the invitation of somebody who has an account is accepted by then.
  if (!listeners.isSignedIn()) throw refusal;
  // A new password gives the session a new token, and what was under way then has gone with the old one.
  if (!again || (await listeners.lost())) return insist(address, init, true);
  throw refusal;
}

/**
 * Whether the server would let this person do it with these objects: an OPTIONS request naming the intended method.
 * A page may not set `Access-Control-Request-Method` itself, browsers keep that name to themselves, so the method is
 * named in a header of our own as well.
 */
export async function probe(operation: Operation, params?: Record<string, string | number>): Promise<boolean> {
  const headers = {
    'Access-Control-Request-Method': operation.method,
    'X-Intended-Method': operation.method,
    ...backgroundHeaders(),
  };
  const response = await reach(addressOf(operation, { params }), { method: 'OPTIONS', headers });
  return response.ok;
}

/** What a read tells the server when nobody is at the page. */
const backgroundHeaders = (): Record<string, string> => (isAway() ? { [backgroundHeader]: '1' } : {});

/** The path with its `{params}` filled in and the query behind it. */
export function addressOf(
  operation: Operation,
  { params = {}, query = {} }: Pick<AnyRequest, 'params' | 'query'>,
): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const text = stringifyQuery(query);
  return text === '' ? path : `${path}?${text}`;
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin' });
  } catch {
    throw new ApiError(0, { code: 'network', message: texts.offline });
  }
}

/** The error answer is JSON; plain text, as a proxy may send, becomes its message. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const refusal = new ApiError(response.status, parseAnswer(await response.text()));
  if (!isOfOtherVersion(refusal)) return refusal;
  const { incident } = refusal;
  return new ApiError(503, { code: 'version.other', message: texts.updating, ...(incident && { incident }) });
}

/**
 * While the platform is updated a page may ask a server of another version for what that does not know. Nobody can mend that in a form,
 * and the next server may know it.
 */
const isOfOtherVersion = ({ code, fields }: ApiError): boolean =>
  code === 'route.absent' || code === 'method.absent' || Object.values(fields).includes(unknownField);

function parseAnswer(text: string): Partial<ErrorAnswer> {
  try {
    return JSON.parse(text) as ErrorAnswer;
  } catch {
    return text !== '' && text.length < 500 && !text.startsWith('<') ? { message: text } : {};
  }
}
