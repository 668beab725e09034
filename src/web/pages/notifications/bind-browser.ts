import { deliveries } from '#contract/platform/deliveries.ts';
import { ApiError, call } from '#web/kit/data/api.ts';

/** What came of it; of what the server or the browser said only the words. */
type Bound = 'bound' | 'denied' | 'unsupported' | 'failed' | { failed: string };

/**
 * Lets this browser show that there is something new. Nothing is loaded or asked for before a person wants it, and the worker does
 * nothing else: it answers no request and stores nothing.
 */
export async function bindThisBrowser(): Promise<Bound> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const { publicKey } = await call(deliveries.browserKey, {});
    const registration = await navigator.serviceWorker.register('/push-worker.js', { scope: '/' });
    await navigator.serviceWorker.ready;
    const { endpoint } = await subscribe(registration.pushManager, publicKey);
    await call(deliveries.bindBrowser, { body: { endpoint, publicKey } });
    return 'bound';
  } catch (error) {
    return error instanceof ApiError ? { failed: error.fields['endpoint'] ?? error.message } : 'failed';
  }
}

/** A browser that was bound by an older key is bound anew. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  const known = await manager.getSubscription();
  if (known && toBase64Url(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  return manager.subscribe(wanted);
}

const toBase64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
