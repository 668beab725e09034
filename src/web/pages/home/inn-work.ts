import { type InnWork, innWorkText, isInnWork } from '#domain/parties/inn-work.ts';
import { serverDay } from '#web/ui/clock.ts';

/** Hashes computed at once: waiting for each of them alone takes longer than computing it. */
const batch = 512;

/** Does the work for an ИНН: about a second on a phone, and the page stays alive meanwhile. */
export async function workForInn(inn: string): Promise<InnWork> {
  const day = serverDay();
  const encoder = new TextEncoder();
  for (let first = 0; ; first += batch) {
    const tried = Array.from({ length: batch }, (_, index): InnWork => ({ day, nonce: first + index }));
    const digests = await Promise.all(
      tried.map((work) => crypto.subtle.digest('SHA-256', encoder.encode(innWorkText(inn, work)))),
    );
    const found = digests.findIndex((digest) => isInnWork(new Uint8Array(digest)));
    if (found >= 0) return tried[found]!;
  }
}
