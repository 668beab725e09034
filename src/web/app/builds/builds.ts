import { makeStore } from '#web/ui/store.ts';
import { isVerySlow } from './connection.ts';

/** This code itself comes half a second after the start, so the manifest comes one second after it. */
const manifestMs = 500;
const pollMs = 60_000;

/** What the build says about itself. */
interface Manifest {
  id: string;
  /** Paths whose pages were drawn at build time. */
  prerendered: string[];
}

const outdated = makeStore(false);
let manifest: Manifest | undefined;

/** Whether a newer build than the one on this page is served. */
export const useOutdated = outdated.use;

/** The build of this page; the development server has none. */
const buildId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build-id"]')!.content.replace(/^%.*%$/, '');

/**
 * Reads the manifest of this build a moment after the start, and asks from time to time whether there is a newer one.
 * @returns how to stop
 */
export function startBuilds(): (() => void) | undefined {
  const id = buildId();
  if (id === '') return undefined;
  const timer = setTimeout(async () => {
    if (!isVerySlow()) manifest = await fetchQuietly<Manifest>(`/builds/meta/${id}.json`);
  }, manifestMs);
  const poll = async () => {
    if (document.visibilityState === 'hidden' || outdated.get()) return;
    const latest = await fetchQuietly<{ id: string }>(`/builds/latest.json?${Date.now()}`);
    // An answer that comes late, of before the newer build was put up, takes nothing back.
    if (latest && latest.id !== id) outdated.set(true);
  };
  const ask = () => void poll();
  const polling = setInterval(ask, pollMs);
  addEventListener('focus', ask);
  return () => {
    clearTimeout(timer);
    clearInterval(polling);
    removeEventListener('focus', ask);
  };
}

/** What a page drawn at build time says about itself; nothing for all other pages. */
export async function readPayload(path: string): Promise<{ description: string } | undefined> {
  if (!manifest?.prerendered.includes(path)) return undefined;
  return fetchQuietly(`${path === '/' ? '' : path}/_payload.json?${manifest.id}`);
}

/** A failure here never troubles the person. */
async function fetchQuietly<Answer>(address: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return (await response.json()) as Answer;
  } catch (error) {
    console.info(error);
    return undefined;
  }
}
