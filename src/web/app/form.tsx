import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ErrorCode, FieldErrors } from '#contract/kernel/errors.ts';
import type { Request as Given, Operation, Result } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ApiError, type CallInput, call } from './api.ts';
import { texts } from './texts.ts';

interface Options<O extends Operation, Values extends FieldValues> {
  /** The operation, or how to load it where the page should be seen before the schemas have come. */
  operation: O | (() => Promise<O>);
  initial: Values;
  params?: Record<string, string | number>;
  /** What is sent for the values of the fields; unless told the values themselves, without those left empty. */
  body?: (values: Values) => unknown;
  /** Rules that the schema of the operation does not know, as a repeated password. */
  check?: (values: Values) => FieldErrors;
  done: (result: Result<O>, values: Values) => unknown;
  /** The field to which a refusal as a whole belongs, as a wrong code to the field of the code. */
  fieldOf?: Partial<Record<ErrorCode, FieldPath<Values>>>;
  /** Takes a refusal that is a step of the dialogue; answers whether it did. */
  refused?: (error: ApiError) => boolean;
}

/** A form over one operation: its fields, and what `Form` needs to send it. */
export interface OperationForm<Values extends FieldValues> {
  methods: UseFormReturn<Values>;
  /** The attributes of a field with its error, to be spread over a field of the interface. */
  field: (name: FieldPath<Values>) => UseFormRegisterReturn & { error: string | undefined };
  submit: (event?: FormEvent) => void;
  /** Loads what the judging of the fields needs. */
  prepare: () => void;
  busy: boolean;
}

/**
 * A form that sends one operation. The schema of the operation judges on blur, on change and when the form is sent,
 * never while typing; what the server refuses stands at the field it belongs to. A form in flight is not sent twice.
 */
export function useOperationForm<O extends Operation, Values extends FieldValues>(
  options: Options<O, Values>,
): OperationForm<Values> {
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const methods = useForm<Values>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    defaultValues: options.initial as never,
    resolver: resolverOf(options),
  });
  const { errors } = methods.formState;

  const send = async (values: Values) => {
    const { params, done, refused, fieldOf } = options;
    try {
      const operation = await load(options);
      const input = { params, body: bodyOf(operation, options, values) } as unknown as Given<O>;
      await done(await call(operation, ...([input] as unknown as CallInput<O>)), values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!refused?.(error)) showRefusal(methods, error, fieldOf);
    }
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    void methods
      .handleSubmit(send)()
      // What is not an answer of the server is a part of the program that could not be loaded.
      .catch(() => methods.setError('root', { message: texts.offline }))
      .finally(() => {
        inFlight.current = false;
        setBusy(false);
      });
  };

  const field = (name: FieldPath<Values>) => {
    const problem: { message?: string } | undefined = get(errors, name);
    return { ...methods.register(name), error: problem?.message };
  };

  // What has to be loaded is known from the first rendering on.
  const [prepare] = useState(() => () => void Promise.all([load(options), schemas()]).catch(() => {}));

  return { methods, field, submit, prepare, busy };
}

/** The form element: the fields, what went wrong as a whole, and the action. */
export function Form<Values extends FieldValues>({
  form: { methods, submit, prepare, busy },
  action,
  children,
}: {
  form: OperationForm<Values>;
  /** The words on its button. */
  action: string;
  children: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  const { trigger, formState } = methods;
  const { submitCount, isSubmitSuccessful } = formState;
  useEffect(() => {
    const form = element.current!;
    // React calls every keystroke a change; the browser's own event comes when the value is settled.
    const settled = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (name) void trigger(name as FieldPath<Values>);
    };
    form.addEventListener('change', settled);
    return () => form.removeEventListener('change', settled);
  }, [trigger]);
  useEffect(() => {
    element.current!.addEventListener('focusin', prepare, { once: true });
  }, [prepare]);
  useEffect(() => {
    const wrong = element.current!.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (submitCount > 0 && !isSubmitSuccessful) wrong?.focus();
  }, [submitCount, isSubmitSuccessful]);
  return (
    <form ref={element} noValidate className="stack" onSubmit={submit} aria-busy={busy}>
      {children}
      {formState.errors.root?.message && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      <Button type="submit" look="primary" large busy={busy}>
        {action}
      </Button>
    </form>
  );
}

const schemas = () => import('./schemas.ts');

async function load<O extends Operation>({ operation }: Pick<Options<O, never>, 'operation'>): Promise<O> {
  return typeof operation === 'function' ? operation() : operation;
}

function bodyOf<Values extends FieldValues>(
  { def }: Operation,
  { body = withoutBlanks }: Pick<Options<Operation, Values>, 'body'>,
  values: Values,
): unknown {
  return def.body && body(values);
}

/** A field left empty is a field not given: the schema then says that it must be filled, or lets it be absent. */
export function withoutBlanks(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(filled.map(([key, value]) => [key, withoutBlanks(value)]));
}

function resolverOf<O extends Operation, Values extends FieldValues>(options: Options<O, Values>): Resolver<Values> {
  return async (values) => {
    const [operation, { judge }] = await Promise.all([load(options), schemas()]);
    const found = { ...judge(operation.def.body, bodyOf(operation, options, values)), ...options.check?.(values) };
    const errors = {};
    for (const [path, message] of Object.entries(found)) set(errors, path, { type: 'schema', message });
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

type FieldOf = Readonly<Record<string, string | undefined>> | undefined;

/** Each message at its field; what has no field here stands above the button. */
function showRefusal<Values extends FieldValues>(
  methods: UseFormReturn<Values>,
  error: ApiError,
  fieldOf: FieldOf,
): void {
  const field = fieldOf?.[error.code];
  const fields = field ? [[field, error.message] as const] : Object.entries(error.fields);
  const known = fields.filter(([path]) => isField(methods.getValues(path as FieldPath<Values>)));
  for (const [path, message] of known) methods.setError(path as FieldPath<Values>, { type: 'server', message });
  const rest = fields.filter((field) => !known.includes(field)).map(([, message]) => message);
  if (known.length > 0 && rest.length === 0) return;
  methods.setError('root', { type: 'server', message: messageOf(error, rest) });
}

/** Every field has a value from the start, an empty one if need be; what holds several fields is none itself. */
const isField = (value: unknown): boolean => value !== undefined && typeof value !== 'object';

function messageOf(error: ApiError, rest: string[]): string {
  const incident = error.status >= 500 && error.incident ? texts.incident(error.incident) : '';
  return [...(rest.length > 0 ? rest : [error.message]), incident].filter(Boolean).join('. ');
}
