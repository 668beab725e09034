const listeners = new Set<() => void>();

/** Tells when another person, or nobody, is signed in. */
export function onAccountChange(listener: () => void): void {
  listeners.add(listener);
}

/** The session says so. */
export function announceAccountChange(): void {
  for (const listener of listeners) listener();
}
