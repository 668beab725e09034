import { PartnerSilent, PartnerUnreached } from './errors.ts';

/** What comes back of services that do not answer as partners do; a longer answer is cut off. */
const maxAnswerBytes = 256 * 1024;

interface Posted {
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

/** Failures before anything was sent. */
const before = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** He has taken nothing and may be asked later. */
const busy = new Set([429, 503]);

/**
 * One request without redirects to a service that is no partner of ours.
 * @throws PartnerSilent when there is no answer, PartnerUnreached when it was certainly not taken
 */
export async function post(
  url: string,
  { headers, body, timeoutMs }: Posted,
): Promise<{ status: number; text: string; location: string | null }> {
  let answer: { status: number; text: string; location: string | null };
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    });
    answer = { status: response.status, text: await readStart(response), location: response.headers.get('location') };
  } catch (error) {
    // The address may hold a secret, so nothing of the error but its name is told.
    const { name = 'error', cause } = error as { name?: string; cause?: { code?: string } };
    if (before.has(cause?.code ?? '')) throw new PartnerUnreached('The service was not reached');
    throw new PartnerSilent(`The service did not answer: ${name}`);
  }
  if (busy.has(answer.status)) throw new PartnerUnreached(`The service answered ${answer.status}`);
  return answer;
}

async function readStart(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxAnswerBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
