import type { Operation } from '#contract/kernel/op.ts';
import { addressOf, refusalOf } from './api.ts';
import type { Query } from './query-string.ts';

/** The name of a file that brings none (docs/specification.md §9). */
const defaultFileName = 'report.xlsx';

interface DownloadInput {
  params?: Record<string, string | number> | undefined;
  query?: Query | undefined;
  /** What a report is asked for by. */
  body?: object | undefined;
}

/**
 * Fetches a file of the server and lets the browser save it.
 * @param onBytes hears how much has come
 * @throws ApiError when the answer is not ok
 */
export async function download(
  operation: Operation,
  input: DownloadInput,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { parts, headers } = await fetchFile(operation, input, signal, onBytes);
  const type = headers.get('Content-Type') ?? '';
  save(new Blob(parts, { type }), nameFrom(headers.get('Content-Disposition')));
}

/** Fetches a file of the server. @throws ApiError when the answer is not ok */
async function fetchFile(
  operation: Operation,
  { body, ...input }: DownloadInput,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<{ parts: BlobPart[]; headers: Headers }> {
  const response = await fetch(addressOf(operation, input), {
    method: operation.method,
    credentials: 'same-origin',
    signal,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  if (!response.ok) throw await refusalOf(response);
  const parts: BlobPart[] = [];
  let bytes = 0;
  for await (const part of partsOf(response.body!)) {
    parts.push(part as Uint8Array<ArrayBuffer>);
    bytes += part.length;
    onBytes(bytes);
  }
  return { parts, headers: response.headers };
}

async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

function nameFrom(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded
    ? decodeURIComponent(encoded)
    : (/filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? defaultFileName);
}

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser takes the file when the click is over; a minute later it certainly has it.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
