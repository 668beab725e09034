import { needsKey, type Operation, type Result } from '#contract/kernel/op.ts';
import { texts } from '../texts.ts';
import { ApiError, addressOf, refusalOf } from './api.ts';

/** How a file on its way is watched, and taken back. */
interface Sending {
  /** Hears which share of the file has gone, 0–1. */
  onShare: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a form with a file. Only the browser's older way of asking says how much of a file has gone.
 * @throws ApiError when the answer is not ok; with status 0 when the server was not reached or the sending was taken back
 */
export async function upload<O extends Operation>(
  operation: O,
  { params, body, file }: { params?: Record<string, string | number>; body?: object; file: File | undefined },
  { onShare, signal }: Sending,
): Promise<Result<O>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  }
  // The fields before the file: then the server knows what it is about when the file comes.
  if (file) form.set('file', file);
  const request = new XMLHttpRequest();
  request.open(operation.method, addressOf(operation, { params: params ?? {} }));
  request.setRequestHeader('Accept', 'application/json');
  if (needsKey(operation)) request.setRequestHeader('Idempotency-Key', crypto.randomUUID());
  request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0));
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  try {
    await sent(request, form);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (request.status >= 200 && request.status < 300) return JSON.parse(request.responseText) as Result<O>;
  throw await refusalOf(new Response(request.responseText, { status: request.status }));
}

function sent(request: XMLHttpRequest, form: FormData): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError(0, { code: 'network', message: texts.offline }));
    request.addEventListener('load', () => resolve());
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.send(form);
  });
}
