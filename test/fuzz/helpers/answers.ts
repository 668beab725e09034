import * as z from 'zod';
import { type ErrorCode, errors } from '#contract/kernel/errors.ts';
import { type Operation, statusesOf, successOf } from '#contract/kernel/op.ts';
import type { Reply } from '../../helpers/client.ts';

const ErrorBody = z.strictObject({
  code: z.enum(Object.keys(errors) as [ErrorCode]),
  message: z.string(),
  fields: z.record(z.string(), z.string().regex(/[а-яё]/i)).optional(),
  incident: z.uuid(),
});

/** Words that only our insides use. Field names are the caller's own, so they are not looked at. */
const inside =
  /\b(select|insert|update|delete) .*\b(from|into|set)\b|node_modules|\.ts:\d|\bat \w+.*\(|pg_|syntax error/i;

/** What stands in the way is told more precisely than the catalogue does: in any sentence, or only in this one. */
const preciseCodes: Partial<Record<ErrorCode, RegExp>> = {
  'move.illegal': /^[А-ЯЁ]/,
  'request.impossible': /^[А-ЯЁ]/,
  'document.absent': /^[А-ЯЁ]/,
  'quota.exceeded': /^[А-ЯЁ]/,
  'rate.limited': /^[А-ЯЁ]/,
  // Of somebody who is signed in: no login is asked for again.
  'auth.wrong': /^Неверный пароль$/,
  // Codes that confirm one thing together.
  'code.wrong': /^Один из кодов неверный или его время вышло$/,
};

/** What is wrong with an answer by the contract of its operation; null when all is right. */
export function problemOf(operation: Operation, reply: Reply): string | null {
  const { status } = reply;
  if (!statusesOf(operation).includes(status)) return `undeclared status ${status}`;
  return status === successOf(operation) ? problemOfSuccess(operation, reply) : problemOfError(reply);
}

/** What is wrong with an error answer, of an operation or of no operation at all. */
export function problemOfError({ status, body }: Reply): string | null {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return `not an error answer: ${z.prettifyError(parsed.error)}`;
  const [declared, message] = errors[parsed.data.code];
  // A move may say which status stands in its way instead of the sentence of the catalogue.
  const isPrecise = preciseCodes[parsed.data.code]?.test(parsed.data.message) ?? false;
  if (declared !== status) return `the code ${parsed.data.code} came with the status ${status}`;
  if (parsed.data.message !== message && !isPrecise) return 'the message is not that of the catalogue';
  const leak = Object.values(parsed.data.fields ?? {}).find((text) => inside.test(text));
  return leak === undefined ? null : `a field message shows our insides: ${leak}`;
}

function problemOfSuccess({ def }: Operation, { body, text, headers }: Reply): string | null {
  if (def.file) return [def.file].flat().includes(headers.get('content-type') ?? '') ? null : `not ${String(def.file)}`;
  if (!def.out) return text === '' ? null : 'a body where none is declared';
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return 'not JSON';
  const parsed = def.out.safeParse(revived(def.out, body));
  if (!parsed.success) return `outside of the answer schema: ${z.prettifyError(parsed.error)}`;
  return sameJson(parsed.data, body) ? null : 'fields that the answer schema does not have';
}

/** Turns instants back into dates, so that the schema of the answer can judge what came over the wire. */
function revived(schema: z.ZodType, value: unknown): unknown {
  const def = schema._zod.def as unknown as { type: string; innerType: z.ZodType; element: z.ZodType };
  if (value === null || value === undefined) return value;
  if (def.type === 'pipe') return new Date(value as string);
  if (def.type === 'nullable' || def.type === 'optional') return revived(def.innerType, value);
  if (def.type === 'array' && Array.isArray(value)) return value.map((item) => revived(def.element, item));
  if (def.type !== 'object' || typeof value !== 'object') return value;
  const { shape } = schema as z.ZodObject;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, shape[key] ? revived(shape[key] as z.ZodType, item) : item]),
  );
}

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
