/** Where a person comes in. */
export const home = '/dashboard/individuals';

/** A path of this very site, or the home page: a link from elsewhere must not lead a person away after his sign-in. */
export function safeReturn(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return home;
  const address = new URL(path, location.origin);
  const isOwn = address.origin === location.origin && !address.pathname.startsWith('//');
  return isOwn ? `${address.pathname}${address.search}${address.hash}` : home;
}
