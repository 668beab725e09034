import { signedHeaders } from '#server/platform/auth/signature.ts';
import { type Client, openClient, type PartnerAddress } from './client.ts';

const timeoutMs = 3_000;

/** A partner whose requests are signed, as his messages to us are. */
export const openSignedClient = ({ url, key }: PartnerAddress): Client =>
  openClient({ url, timeoutMs, headersFor: (line, body) => signedHeaders(key, line, body) });
