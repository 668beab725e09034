import { createPrivateKey, sign } from 'node:crypto';
import type { PushKey, PushOutcome, PushServices } from '#server/platform/ports/push.ts';
import { PartnerRefused, PartnerSilent } from './errors.ts';
import { post } from './post.ts';

/** The push services of browsers, by the end of their names; others are called only where they are configured. */
const knownServices = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;
const timeoutMs = 5_000;
/** A browser that is off is told within a day or not at all. */
const ttlSeconds = 24 * 60 * 60;
/** A signed token is good for so long; services want less than a day. */
const tokenSeconds = 60 * 60;

/** @param contact where a push service may write to (`mailto:…` or a page) @param origins further services that may be called */
export function openPushServices({ contact, origins }: { contact: string; origins: readonly string[] }): PushServices {
  const accepts = (endpoint: string): boolean => {
    const url = URL.parse(endpoint);
    if (url === null || url.username !== '' || url.password !== '') return false;
    if (origins.includes(url.origin)) return true;
    const isKnown = knownServices.some((name) => url.hostname === name || url.hostname.endsWith(`.${name}`));
    return isKnown && url.protocol === 'https:' && url.port === '';
  };
  return {
    accepts,
    async tell(endpoint, key) {
      if (!accepts(endpoint)) throw new PartnerRefused('The address is of no push service');
      const { status, location } = await post(endpoint, {
        timeoutMs,
        headers: { authorization: tokenFor(endpoint, contact, key), ttl: String(ttlSeconds), urgency: 'normal' },
      });
      return outcomeOf(status, location);
    },
  };
}

function outcomeOf(status: number, location: string | null): PushOutcome {
  if (status >= 200 && status < 300)
    return { status: 'sent', providerId: location?.split('/').at(-1)?.slice(0, 100) ?? null };
  if (status === 404 || status === 410) return { status: 'gone' };
  if (status >= 500) throw new PartnerSilent(`The push service answered ${status}`);
  throw new PartnerRefused(String(status));
}

/** Says who tells, signed (RFC 8292). A push without contents needs no encryption, so this is all of the protocol. */
function tokenFor(endpoint: string, contact: string, { publicKey, privateKey }: PushKey): string {
  const expires = Math.floor(Date.now() / 1000) + tokenSeconds;
  const said = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp: expires, sub: contact },
  ];
  const unsigned = said.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = createPrivateKey({ key: privateKey, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${unsigned}.${signature}, k=${publicKey}`;
}
