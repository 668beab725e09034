/**
 * This browser is shown nobody's news any more, if it was bound to somebody. The server forgets it as soon as the push service says
 * that it is gone.
 */
export async function letBrowserGo(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
