const listeners = new Set<() => Promise<void>>();

/** Hears when whatever was read may not be so any more, as after a write. */
export function onStale(listener: () => Promise<void>): void {
  listeners.add(listener);
}

/** Whoever reads has heard of it, and has read again, when it settles. */
export async function announceStale(): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener()));
}
