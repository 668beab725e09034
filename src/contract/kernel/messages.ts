import * as z from 'zod';
import { unknownField } from './unknown-field.ts';

const required = 'Поле должно быть заполнено';

/**
 * Russian sentences for everything a schema can refuse, the same in the browser and on the server.
 * Rules of our own fields carry their messages themselves.
 */
export function russianMessages(): void {
  z.config({ customError: (issue) => messageFor(issue) });
}

function messageFor(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return required;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' || issue.expected === 'number' ? 'Здесь нужно число' : 'Значение не того вида';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return 'Такого значения нет в списке';
    case 'unrecognized_keys':
      return unknownField;
    case 'invalid_key':
      return unknownField;
    default:
      return 'Значение указано неверно';
  }
}

function tooSmall(issue: z.core.$ZodRawIssue & { minimum?: unknown; origin?: unknown; inclusive?: boolean }): string {
  if (issue.origin === 'string') return issue.minimum === 1 ? required : `Минимум знаков: ${String(issue.minimum)}`;
  if (issue.origin === 'array') return `Минимум значений: ${String(issue.minimum)}`;
  return issue.inclusive === false ? `Больше ${String(issue.minimum)}` : `Не меньше ${String(issue.minimum)}`;
}

function tooBig(issue: z.core.$ZodRawIssue & { maximum?: unknown; origin?: unknown; inclusive?: boolean }): string {
  if (issue.origin === 'string') return `Слишком длинно: не больше ${String(issue.maximum)} знаков`;
  if (issue.origin === 'array') return `Слишком много значений: не больше ${String(issue.maximum)}`;
  return issue.inclusive === false ? `Меньше ${String(issue.maximum)}` : `Не больше ${String(issue.maximum)}`;
}

/** The message of each refused field by its dotted path; unknown fields are named one by one, whatever their name. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key.slice(0, 100)]) : [issue.path];
    for (const path of paths.map((parts) => parts.map(String).join('.'))) {
      if (!fields.has(path)) fields.set(path, issue.message);
    }
  }
  return Object.fromEntries(fields);
}
