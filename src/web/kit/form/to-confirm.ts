import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * What a code is asked for by a form that is sent with it: what it would send, but for the code. Null as long as a field is wrong,
 * which is said at it.
 * @param body what the form sends for its values
 */
export async function toConfirm<Values extends FieldValues>(
  { trigger, getValues }: UseFormReturn<Values>,
  body: (values: Values) => object,
): Promise<Readonly<Record<string, unknown>> | null> {
  const values = getValues();
  const fields = Object.keys(values).filter((name) => name !== 'code') as FieldPath<Values>[];
  if (!(await trigger(fields, { shouldFocus: true }))) return null;
  return Object.fromEntries(Object.entries(body(values)).filter(([name]) => name !== 'code'));
}
