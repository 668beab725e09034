import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ErrorCode, FieldErrors } from '#contract/kernel/errors.ts';
import type { Request as Given, Operation, Result } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { useClosingQuestion } from '#web/ui/overlays/closing.ts';
import { ApiError, callUntyped } from '../data/api.ts';
import { refresh } from '../data/query.ts';
import { texts } from '../texts.ts';
import { useUnsaved } from '../unsaved.ts';
import styles from './form.module.css';
import { askToLeave } from './leave.ts';
import { formTexts } from './texts.ts';
import { loadSchemas, type Rules, resolverOf, showRefusal } from './validate.ts';
import { withoutBlanks } from './values.ts';

type Params = Record<string, string | number>;

export interface FormOptions<O extends Operation, Values extends FieldValues> {
  /** The operation, or how to load it where the page should be seen before the schemas have come. */
  operation: O | (() => Promise<O>);
  initial: Values;
  /** The objects it is about; they may be among the values. */
  params?: Params | ((values: Values) => Params);
  /** What is sent for the values of the fields; unless told the values themselves, without those left empty. */
  body?: (values: Values) => unknown;
  /** Rules of single fields beyond the schema of the operation, as a phone typed to its end. */
  rules?: Rules<Values>;
  /** Rules over several fields, as the required ones among many consents. */
  check?: (values: Values) => FieldErrors;
  /** Sends it, when that is more than a call: a file on its way wants to be watched. */
  send?: (operation: O, input: Given<O>, values: Values) => Promise<Result<O>>;
  done: (result: Result<O>, values: Values) => unknown;
  /** The field to which a refusal as a whole belongs, as a wrong code to the field of the code. */
  fieldOf?: Partial<Record<ErrorCode, FieldPath<Values>>>;
  /** Takes a refusal that is a step of the dialogue; answers whether it did. */
  refused?: (error: ApiError, values: Values) => boolean;
  /** What is typed is nobody's work, as a password or a question to a calculator: leaving it asks nothing. */
  fleeting?: boolean;
}

/** Some fields of a form, whatever else it has. */
export interface FormFields<Name extends string> {
  /** The attributes of a field with its error, to be spread over a field of the interface. */
  field: (name: Name) => UseFormRegisterReturn & { error: string | undefined };
}

/** A form over one operation: its fields, and what `Form` needs to send it. */
export interface OperationForm<Values extends FieldValues> extends FormFields<FieldPath<Values>> {
  methods: UseFormReturn<Values>;
  /** Sets a field from the program, which judges it as a change by hand does. */
  put: <Name extends FieldPath<Values>>(name: Name, value: FieldPathValue<Values, Name>) => void;
  submit: (event?: FormEvent) => void;
  /** Loads what the validation of the fields needs. */
  prepare: () => void;
  busy: boolean;
  /** It holds what would be lost when it is left. */
  isUnsaved: boolean;
  /** The person gives up what he has typed. */
  letGo: () => void;
}

/**
 * A form that sends one operation. Its fields are validated on blur, on change, when the program sets them and when the
 * form is sent, never while typing; what the server refuses is at the field it belongs to. A form in flight is
 * not sent twice. Whoever leaves what he has typed by mistake is asked; what was sent is saved.
 */
export function useOperationForm<O extends Operation, Values extends FieldValues>(
  options: FormOptions<O, Values>,
): OperationForm<Values> {
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const { rules = {}, check = () => ({}), fleeting = false } = options;
  const methods = useForm<Values>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    defaultValues: options.initial as DefaultValues<Values>,
    resolver: resolverOf<Values>({
      operation: () => load(options),
      body: (operation, values) => bodyOf(operation, options, values),
      rules,
      check,
    }),
  });
  const { errors, isDirty } = methods.formState;
  // What is on its way is not lost any more, and what the server refuses is held again.
  const isUnsaved = isDirty && !busy && !fleeting;
  const letGo = useUnsaved(isUnsaved);

  const send = async (values: Values) => {
    const { params, done, refused, fieldOf, send: sendBy = callUntyped } = options;
    try {
      const operation = await load(options);
      const input = {
        params: typeof params === 'function' ? params(values) : params,
        body: bodyOf(operation, options, values),
      } as Given<O>;
      const result = await sendBy(operation, input, values);
      // A form that stays on the page begins anew from what it has sent; what was typed while that was on its way is held.
      methods.reset(values, { keepValues: true });
      await done(result, values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Whoever opens the form again finds in it what another has saved.
      if (error.code in formTexts.changed) void refresh();
      if (!refused?.(error, values)) showRefusal(methods, error, fieldOf);
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
  const [prepare] = useState(() => () => void Promise.all([load(options), loadSchemas()]).catch(() => {}));

  return {
    methods,
    field,
    put: (name, value) => methods.setValue(name, value, { shouldDirty: true, shouldValidate: true }),
    submit,
    prepare,
    busy,
    isUnsaved,
    letGo,
  };
}

/** The form element: the fields, what went wrong as a whole, and the action. */
export function Form<Values extends FieldValues>({
  form: { methods, submit, prepare, busy, isUnsaved, letGo },
  action,
  danger,
  onCancel,
  children,
}: {
  form: OperationForm<Values>;
  /** The words on its button. */
  action: string;
  /** What it does is hard to undo. */
  danger?: boolean;
  /** A form that can be given up has a second button; both then are as wide as their words. */
  onCancel?: () => void;
  children: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  useClosingQuestion(isUnsaved ? askToLeave : undefined);
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
      <div className={classes(onCancel && styles.actions)}>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} large={!onCancel} busy={busy}>
          {action}
        </Button>
        {onCancel && (
          <Button
            onClick={() => {
              letGo();
              onCancel();
            }}
          >
            {formTexts.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

async function load<O extends Operation>({ operation }: Pick<FormOptions<O, never>, 'operation'>): Promise<O> {
  return typeof operation === 'function' ? operation() : operation;
}

function bodyOf<Values extends FieldValues>(
  { def }: Operation,
  { body = withoutBlanks }: Pick<FormOptions<Operation, Values>, 'body'>,
  values: Values,
): unknown {
  return def.body && body(values);
}
