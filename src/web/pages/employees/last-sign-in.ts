import { dash, formatInstant } from '#web/ui/format.ts';
import { texts } from './texts.ts';

/** When an employee was here last, in words. His former company is told neither this nor how to reach him. */
export function lastSignIn({ email, lastLoginAt }: { email: string | null; lastLoginAt: string | null }): string {
  if (email === null) return dash;
  return lastLoginAt ? formatInstant(lastLoginAt) : texts.never;
}
