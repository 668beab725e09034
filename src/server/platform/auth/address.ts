import { isIPv4, isIPv6 } from 'node:net';

/**
 * The one spelling of an address: proxies add ports and brackets, and an IPv4 address may come dressed as IPv6.
 * @returns null for what is no address
 */
export function canonicalAddress(given: string): string | null {
  const bare = withoutPort(given.trim());
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  // The parser of addresses shortens zeros and writes small letters; an address inside of a link has a zone after «%».
  const plain = new URL(`http://[${bare.split('%')[0]}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (!mapped) return plain;
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function withoutPort(given: string): string {
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(given);
  return inBrackets?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(given)?.[1] ?? given;
}

/** Where all that is no address is counted: junk in a header is nobody's way to a counter of his own. */
const nowhere = 'nowhere';

/** The network an address counts for: an IPv4 address itself, the /64 of an IPv6 one. */
export function networkOf(ip: string): string {
  const address = canonicalAddress(ip);
  if (address === null) return nowhere;
  if (isIPv4(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
