import type * as z from 'zod';
import { coerce } from '#contract/kernel/coerce.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { fieldErrors, russianMessages } from '#contract/kernel/messages.ts';

// Every use of a schema in the browser goes through this file, so its messages are always Russian.
russianMessages();

/** What is wrong with the body of an operation, by field; nothing when it takes none or the body is right. */
export function validate(schema: z.ZodObject | undefined, body: unknown): FieldErrors {
  const parsed = schema?.safeParse(body);
  return parsed?.success === false ? fieldErrors(parsed.error) : {};
}

/** The parts of a query from the address that the schema takes: one wrong part does not spoil the others. */
export function takeParts(schema: z.ZodObject, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parts = Object.entries(schema.shape).flatMap(([key, part]) => {
    if (query[key] === undefined) return [];
    const parsed = (part as z.ZodType).safeParse(coerce(part, query[key]));
    return parsed.success ? [[key, parsed.data] as const] : [];
  });
  return Object.fromEntries(parts);
}
