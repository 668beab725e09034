import { Agent, type IncomingMessage, request } from 'node:http';

/** What came back: the status, the parsed body (or the text), the headers. */
export interface Reply {
  status: number;
  // Tests look into answers of every shape; the shapes themselves are checked by the contract.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
  headers: Headers;
}

/** What `fetch` says of itself, so that it looks as ever to the server. */
export const ofEvery = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

/** Half of what a small question costs would go into `fetch` and its streams, and tests ask hundreds of thousands of them. */
const agent = new Agent({ keepAlive: true });

/** A body as it goes over the wire, and the type that it has unless the request names another. */
export async function wireOf(body: unknown): Promise<{ type?: string; bytes?: string | Uint8Array }> {
  if (body === undefined) return {};
  if (typeof body === 'string') return { type: 'text/plain;charset=UTF-8', bytes: body };
  if (body instanceof Uint8Array) return { bytes: body };
  if (!(body instanceof FormData)) return { type: 'application/json', bytes: JSON.stringify(body) };
  const form = new Response(body);
  return { type: form.headers.get('content-type')!, bytes: await form.bytes() };
}

/** An answer that has come whole. */
export interface Answer {
  head: IncomingMessage;
  bytes: Buffer;
}

/** Asks and reads the answer to its end. @throws TypeError when the connection breaks, as `fetch` does */
export function exchange(
  { hostname, port, pathname, search }: URL,
  method: string,
  bytes: string | Uint8Array | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const length = bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) };
  return new Promise((resolve, reject) => {
    const broken = (cause: unknown): void => reject(new TypeError('The connection broke', { cause }));
    const sent = request(
      { agent, hostname, port, path: pathname + search, method, headers: { ...headers, ...length } },
      (head) => {
        const chunks: Buffer[] = [];
        head.on('data', (chunk: Buffer) => chunks.push(chunk));
        head.on('end', () => resolve({ head, bytes: Buffer.concat(chunks) }));
        head.on('error', broken);
      },
    );
    sent.on('error', broken);
    sent.end(bytes);
  });
}

const decoder = new TextDecoder();

/** An answer as tests look at it. */
export function replyTo({ head, bytes }: Answer): Reply {
  const text = decoder.decode(bytes);
  const isJson = head.headers['content-type']?.startsWith('application/json');
  return {
    status: head.statusCode!,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    text,
    // Made only for whoever looks at them.
    get headers() {
      return headersOf(head);
    },
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  return headers;
}
