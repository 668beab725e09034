import { exchange, ofEvery, type Reply, replyTo, wireOf } from './exchange.ts';

export type { Reply };

/** A browser in the small: keeps cookies, sends JSON, follows nothing. */
export class Client {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  /** Sent with every request unless it says otherwise. */
  readonly headers: Record<string, string> = {};

  constructor(url: string) {
    this.url = url;
  }

  get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    this.send('GET', path, undefined, headers);
  post = (path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    this.send('POST', path, body, headers);
  put = (path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    this.send('PUT', path, body, headers);
  patch = (path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    this.send('PATCH', path, body, headers);
  delete = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    this.send('DELETE', path, undefined, headers);
  /** The permission probe of an operation. */
  probe = (method: string, path: string): Promise<Reply> =>
    this.send('OPTIONS', path, undefined, { 'access-control-request-method': method });

  /** Sends a request; an object body goes as JSON, a string or bytes as they are. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const { type, bytes } = await wireOf(body);
    const answer = await exchange(new URL(this.url + path), method, bytes, {
      ...ofEvery,
      ...(this.cookies.size > 0 && {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }),
      ...(type !== undefined && { 'content-type': type }),
      ...this.headers,
      ...headers,
    });
    for (const line of answer.head.headers['set-cookie'] ?? []) this.#keep(line);
    return replyTo(answer);
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
