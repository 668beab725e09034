/**
 * A check of one text value: null when the value is right, otherwise the Russian message to show at the field.
 * `Context` is what the value is judged against, for example the БИК beside a bank account.
 */
export type Check<Context extends readonly unknown[] = []> = (value: string, ...context: Context) => string | null;

/** Makes a check of a yes/no rule and the only message the rule has. */
export function check<Context extends readonly unknown[] = []>(
  isRight: (value: string, ...context: Context) => boolean,
  message: string,
): Check<Context> {
  return (value, ...context) => (isRight(value, ...context) ? null : message);
}

/** Makes a check of a pattern that needs no arithmetic. */
export function checkPattern(pattern: RegExp, message: string): Check {
  return check((value) => pattern.test(value), message);
}
