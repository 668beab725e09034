/**
 * A push service of browsers for the demonstration and the tests.
 *
 * - `POST /push/{id}` takes a push, signed as RFC 8292 wants; of a browser that is bound no more it answers 410;
 * - `POST /control/subscriptions` binds a browser and answers its address;
 * - `POST /control/subscriptions/{id} {gone}` binds it no more;
 * - `GET /control/pushes` shows what has come, with the contact and the length of the contents;
 * - `/control/behaviour`, which all partners have (partner.ts).
 */
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, absent, ok, openEmulator } from './partner.ts';

const gone = new Map<string, boolean>();
const pushes: { id: string; key: string; contact: string; bytes: number }[] = [];
let admitted: { key: string; contact: string } | undefined;

/** Who has signed a push; undefined when nobody has. */
function signerOf(headers: IncomingHttpHeaders): { key: string; contact: string } | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || headers.ttl === undefined) return undefined;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const said = JSON.parse(Buffer.from(body, 'base64url').toString() || '{}') as Record<string, unknown>;
  const isFresh = typeof said['exp'] === 'number' && said['exp'] > Date.now() / 1000;
  return good && isFresh && said['aud'] === service.origin ? { key, contact: String(said['sub']) } : undefined;
}

function serve(method: string, path: string, body: unknown): Answer {
  const id = path.split('/')[2] ?? '';
  if (method !== 'POST' || !path.startsWith('/push/') || !gone.has(id)) return absent;
  if (gone.get(id)) return { status: 410, body: {} };
  pushes.push({ id, ...admitted!, bytes: JSON.stringify(body) === '{}' ? 0 : 1 });
  return { status: 201, body: {} };
}

function control(method: string, path: string, body: Record<string, unknown>): Answer {
  if (method === 'GET') return ok({ pushes, asked: service.asked() });
  if (path === '/control/subscriptions') {
    const id = randomUUID();
    gone.set(id, false);
    return ok({ id, endpoint: `${service.origin}/push/${id}` });
  }
  const id = path.split('/')[3] ?? '';
  if (gone.has(id)) gone.set(id, body['gone'] === true);
  return ok({});
}

const service = await openEmulator({
  key: '',
  admits(headers) {
    admitted = signerOf(headers);
    return admitted !== undefined;
  },
  serve,
  control,
  page: () => false,
});
