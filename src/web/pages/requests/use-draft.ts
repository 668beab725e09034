import { useCallback, useEffect, useRef, useState } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { addMonths } from '#domain/values/days.ts';
import { today } from '#web/features/plan/plan-draft.ts';
import { ApiError, call } from '#web/kit/data/api.ts';
import { useUnsaved } from '#web/kit/unsaved.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import {
  changesOf,
  type DraftErrors,
  type DraftField,
  type DraftValues,
  isWhole,
  type Request,
  valuesOf,
} from './draft-values.ts';
import { texts } from './texts.ts';

/** How long a pause in typing lets the draft be saved. */
const pauseMs = 700;

export interface Draft {
  values: DraftValues;
  errors: DraftErrors;
  /** `refused`: what is typed cannot be saved until it is mended. */
  state: 'saved' | 'changed' | 'saving' | 'refused';
  /** Nothing lacks any more: the author may send it. */
  isReady: boolean;
  put: (field: DraftField, value: string) => void;
  /** Saves at once, also what makes the request whole and sends it on. @returns whether it is saved */
  save: () => Promise<boolean>;
}

/**
 * A draft that saves itself when the typing pauses. What would make it whole is not sent by itself: a whole request goes
 * to the creditor, and that is the author's own step.
 */
export function useDraft(request: Request, isVerified: boolean): Draft {
  const { id, individualId } = request;
  const [values, setValues] = useState(() => valuesOf(request));
  /** What is in the fields at this moment: a saving under way knows only what it has sent. */
  const latest = useRef(values);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [state, setState] = useState<Draft['state']>('saved');
  const saved = useRef({ values: valuesOf(request), version: request.version });
  /** One saving waits for the one before it: each needs the version that the other leaves. */
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const isReady = request.status === 'waiting' && isWhole(values, isVerified);

  const show = useCallback((fresh: Request) => {
    saved.current = { values: valuesOf(fresh), version: fresh.version };
    latest.current = saved.current.values;
    setValues(saved.current.values);
    setState('saved');
  }, []);

  const write = useCallback(async (): Promise<boolean> => {
    const { change, errors: unreadable } = changesOf(values, saved.current.values, addMonths(today(), 1));
    setErrors(unreadable);
    if (Object.keys(unreadable).length > 0) {
      setState('refused');
      return false;
    }
    const params = { id: individualId, qid: id };
    setState('saving');
    try {
      const { version } = saved.current;
      if (Object.keys(change).length > 0) {
        const answer = await call(requests.update, { params, body: { ...change, version } });
        saved.current = { values, version: answer.version };
      }
      // Whatever was typed meanwhile is saved next.
      setState(latest.current === values ? 'saved' : 'changed');
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState('refused');
      if (error.code === 'version.stale') {
        notify({ severity: 'warn', summary: texts.draft.stale });
        show(await call(requests.get, { params }));
      } else tell(error, setErrors);
      return false;
    }
  }, [values, id, individualId, show]);

  const save = useCallback(() => {
    const written = before.current.then(write);
    before.current = written.catch(() => undefined);
    return written;
  }, [write]);

  useEffect(() => {
    if (state !== 'changed' || isReady) return undefined;
    const timer = setTimeout(() => void save(), pauseMs);
    return () => clearTimeout(timer);
  }, [state, isReady, save]);
  useUnsaved(state !== 'saved');

  const put = (field: DraftField, value: string) => {
    latest.current = { ...latest.current, [field]: value };
    setValues(latest.current);
    setState('changed');
  };
  return { values, errors, state, isReady, put, save };
}

/** A refusal at its fields, or as a whole where it has none. */
function tell({ fields, message }: ApiError, show: (errors: DraftErrors) => void): void {
  if (Object.keys(fields).length > 0) show(fields);
  else notify({ severity: 'error', summary: texts.draft.notSaved, detail: message });
}
