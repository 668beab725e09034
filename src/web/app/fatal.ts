import { makeStore } from '#web/ui/store.ts';

const fatal = makeStore<Error | undefined>(undefined);

/** The error that nobody has handled, if any: the error page shows it instead of the application. */
export const useFatal = fatal.use;
export const forgetFatal = (): void => fatal.set(undefined);

/** What nobody has handled leaves the page in an unknown state, so it does not stay. */
export function catchUnhandled(): void {
  addEventListener('error', ({ error }) => failWith(error));
  addEventListener('unhandledrejection', ({ reason }) => failWith(reason));
}

/** Shows the error page instead of the application; what was taken back is no error. */
export function failWith(reason: unknown): void {
  const isAborted = reason instanceof DOMException && reason.name === 'AbortError';
  if (reason instanceof Error && !isAborted) fatal.set(reason);
}
