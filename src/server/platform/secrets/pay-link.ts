import type { Secrets } from './secrets.ts';

const linkContext = 'pay_link.token';

/** What a link to a payment says: by which agreement, of which due day, and the last day on which it opens. */
interface PayLink {
  settlement: number;
  due: string;
  until: string;
}

/** The link as it stands in an address: sealed, so that nobody makes or changes one, and of letters that every address bears. */
export const sealPayLink = (secrets: Pick<Secrets, 'seal'>, link: PayLink): string =>
  secrets.seal(linkContext, link).replace('.', '-');

/** What a link says; null of one that is forged or changed. */
export function openPayLink(secrets: Pick<Secrets, 'open'>, token: string): PayLink | null {
  try {
    return secrets.open<PayLink>(linkContext, token.replace('-', '.'));
  } catch {
    return null;
  }
}
