/** What came back: the status, the parsed body (or the text), the headers. */
export interface Reply {
  status: number;
  // Tests look into answers of every shape; the shapes themselves are checked by the contract.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
  headers: Headers;
}

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
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      text,
      headers: response.headers,
    };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
