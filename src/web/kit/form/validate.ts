import { type FieldPath, type FieldValues, get, type Resolver, set, type UseFormReturn } from 'react-hook-form';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { defaultMessage, type Validator } from '#domain/values/validators.ts';
import type { ApiError } from '../data/api.ts';
import { texts } from '../texts.ts';
import { formTexts } from './texts.ts';

/** The rules of single fields, by their names: the eight validators of the specification, and `all` of several. */
export type Rules<Values extends FieldValues> = Partial<Record<FieldPath<Values>, Validator>>;

/** How the values of a form are validated. */
export interface Validation<Values extends FieldValues> {
  operation: () => Promise<Operation>;
  /** What would be sent. */
  body: (operation: Operation, values: Values) => unknown;
  rules: Rules<Values>;
  /** Rules over several fields. */
  check: (values: Values) => FieldErrors;
}

export const loadSchemas = () => import('../data/schemas.ts');

/** The schema of the operation speaks first, then the rules of the fields, then those over several fields. */
export function resolverOf<Values extends FieldValues>({
  operation,
  body,
  rules,
  check,
}: Validation<Values>): Resolver<Values> {
  return async (given) => {
    // The form goes on being typed in while its schemas are on their way; it is judged, and sent, as it stood when that was asked.
    const values = structuredClone(given);
    const [op, { validate }] = await Promise.all([operation(), loadSchemas()]);
    const found = {
      ...atFields(validate(op.def.body, body(op, values)), values),
      ...broken(rules, values),
      ...check(values),
    };
    const errors = {};
    for (const [path, message] of Object.entries(found)) {
      set(errors, path, { type: 'rule', message: message || defaultMessage(path) });
    }
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

function broken<Values extends FieldValues>(rules: Rules<Values>, values: Values): FieldErrors {
  const entries = Object.entries(rules) as [string, Validator][];
  return Object.fromEntries(
    entries.flatMap(([name, rule]) => {
      const message = rule(get(values, name), values);
      return message === null ? [] : [[name, message]];
    }),
  );
}

/** One field may stand for several of the body, as «серия и номер» for a passport: their messages come to it. */
function atFields(errors: FieldErrors, values: FieldValues): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [shownField(path, values) ?? path, message]),
  );
}

/** The field that shows what is wrong at a path: the one of that name, or the one that stands for its parent. */
export function shownField(path: string, values: FieldValues): string | undefined {
  if (isField(get(values, path))) return path;
  const parent = path.slice(0, path.lastIndexOf('.'));
  return path.includes('.') ? shownField(parent, values) : undefined;
}

/** Every field has a value from the start, an empty one if need be; what holds several fields is none itself. */
const isField = (value: unknown): boolean => value !== undefined && typeof value !== 'object';

/** Each message of a refusal at its field; what has no field here is above the button. */
export function showRefusal<Values extends FieldValues>(
  methods: UseFormReturn<Values>,
  error: ApiError,
  fieldOf: Readonly<Record<string, string | undefined>> = {},
): void {
  const field = fieldOf[error.code];
  const messages = field ? { [field]: error.message } : error.fields;
  const rest: string[] = [];
  for (const [path, message] of Object.entries(messages)) {
    const name = shownField(path, methods.getValues());
    if (name === undefined) rest.push(message);
    else methods.setError(name as FieldPath<Values>, { type: 'server', message: message || defaultMessage(name) });
  }
  const allShown = Object.keys(messages).length > 0 && rest.length === 0;
  if (allShown) return;
  methods.setError('root', { type: 'server', message: messageOf(error, rest) });
}

function messageOf(error: ApiError, rest: string[]): string {
  const incident = error.status >= 500 && error.incident ? texts.incident(error.incident) : '';
  const way = formTexts.changed[error.code] ?? '';
  return [...(rest.length > 0 ? rest : [error.message]), way, incident].filter(Boolean).join('. ');
}
