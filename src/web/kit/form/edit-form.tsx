import { useEffect, useRef, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import type { Operation, Result } from '#contract/kernel/op.ts';
import type { Act, CodeRequest } from '#web/kit/one-time-code/code.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { ApiError } from '../data/api.ts';
import { refresh } from '../data/query.ts';
import { useChangeCode } from './change-code.tsx';
import { type Choices, Conflict, type Difference } from './conflict.tsx';
import { type FormOptions, type OperationForm, useOperationForm } from './form.tsx';
import { formTexts } from './texts.ts';
import { showRefusal } from './validate.ts';

type Texts = Record<string, string>;

/** A record as its form shows it: the texts of its fields and the version they were read with. */
export interface Edited<Values extends Texts> {
  values: Values;
  version: number;
}

/** An operation that answers with the version it has saved. */
type Saving<O extends Operation> = Result<O> extends { version: number } ? O : never;

interface EditOptions<O extends Operation, Values extends Texts>
  extends Pick<FormOptions<O, Values>, 'params' | 'rules' | 'check'> {
  operation: Saving<O>;
  record: Edited<Values>;
  /** Reads the record anew, to be compared with what was typed. */
  read: () => Promise<Edited<Values>>;
  /** What is sent for the fields that were changed, or for all where the whole is replaced. */
  body: (changed: Partial<Values>, all: Values) => object;
  /** What the fields are called, where what was typed is beside what another has saved. */
  labels: Readonly<Record<string, string>>;
  done: (result?: Result<O>) => unknown;
  /** Sends the code that the server may demand of whoever changes what was verified; `act` names the form among others. */
  codeBy?: Act & { act?: string };
}

/**
 * A form that changes a record. Only what was changed is sent, together with the version it was read with; when
 * somebody else has saved meanwhile, both values are side by side and the person chooses. As long as nothing is typed the
 * form shows what is read anew.
 */
export function useEditForm<O extends Operation, Values extends Texts>({
  record,
  read,
  body,
  labels,
  done,
  codeBy,
  ...options
}: EditOptions<O, Values>): {
  form: OperationForm<Values>;
  /** What the form asks further, to be put beside it. */
  questions: React.ReactNode;
} {
  const base = useRef(record);
  const typedCode = useRef<string>(undefined);
  const [conflict, setConflict] = useState<{ fresh: Edited<Values>; differences: Difference[] }>();
  const changeOf = (values: Values) => ({
    ...body(changesOf(values, base.current.values), values),
    version: base.current.version,
  });
  const form = useOperationForm<O, Values>({
    ...options,
    initial: record.values,
    body: (values) => ({ ...changeOf(values), ...(typedCode.current && { code: typedCode.current }) }),
    refused: ({ code, message }, values) => {
      typedCode.current = undefined;
      if (code === 'code.needed') confirmation.ask();
      else if (code === 'code.wrong') confirmation.refuse(message);
      else confirmation.close();
      if (code === 'version.stale') void compare(values).catch(tellUnread);
      return ['version.stale', 'code.needed', 'code.wrong'].includes(code);
    },
    done: async (result, values) => {
      confirmation.close();
      // A form that stays on the page goes on from what it has saved.
      base.current = { values, version: (result as { version: number }).version };
      notify({ severity: 'success', summary: formTexts.saved });
      await refresh();
      await done(result);
    },
  });
  const codeFor = (): CodeRequest | null => {
    if (!codeBy) return null;
    const { act, ...by } = codeBy;
    return { ...by, body: { form: { ...(act && { act }), ...changeOf(form.methods.getValues()) } } };
  };
  const confirmation = useChangeCode(codeFor, form.busy, (code) => {
    typedCode.current = code;
    form.submit();
  });
  const { methods } = form;
  const { isDirty } = methods.formState;

  useEffect(() => {
    if (isDirty || record.version <= base.current.version) return;
    base.current = record;
    methods.reset(record.values);
  }, [record, isDirty, methods]);

  const compare = async (mine: Values) => {
    const fresh = await read();
    setConflict({ fresh, differences: differencesOf(mine, fresh.values, base.current.values, labels) });
  };

  /** What the other has saved could not be read: the form stays as it is, and is sent again when the server is reached. */
  const tellUnread = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    showRefusal(methods, error);
  };

  const settle = (choices: Choices) => {
    const mine = { ...methods.getValues() };
    const { fresh } = conflict!;
    base.current = fresh;
    methods.reset(fresh.values);
    for (const [name, choice] of Object.entries(choices)) {
      if (choice === 'mine') form.put(name as FieldPath<Values>, mine[name] as never);
    }
    setConflict(undefined);
    if (Object.values(choices).includes('mine')) form.submit();
    else void done();
  };

  const submit: typeof form.submit = (event) => {
    event?.preventDefault();
    // A form in which nothing was changed has nothing to send.
    if (isDirty) form.submit();
    else void done();
  };

  const questions = (
    <>
      {conflict && (
        <Conflict differences={conflict.differences} onSettle={settle} onClose={() => setConflict(undefined)} />
      )}
      {confirmation.dialog}
    </>
  );
  return { form: { ...form, submit }, questions };
}

const changesOf = <Values extends Texts>(values: Values, base: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== base[name])) as Partial<Values>;

/** What differs between the two; what only the other has changed is his until it is chosen otherwise. */
function differencesOf(mine: Texts, theirs: Texts, base: Texts, labels: Readonly<Texts>): Difference[] {
  return Object.keys(mine)
    .filter((name) => mine[name] !== theirs[name])
    .map((name) => ({
      name,
      label: labels[name] ?? name,
      mine: mine[name] ?? '',
      theirs: theirs[name] ?? '',
      preselected: mine[name] === base[name] ? 'theirs' : 'mine',
    }));
}
