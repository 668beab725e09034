import { useCallback, useEffect, useRef, useState } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { ApiError, call } from '#web/kit/data/api.ts';
import { refresh } from '#web/kit/data/query.ts';
import { useUnsaved } from '#web/kit/unsaved.ts';
import { serverDay } from '#web/ui/clock.ts';
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
  /** How its author would like to pay, as it was when it was read. */
  plan: Request['desiredPlan'];
  /** Its author is who he says he is, by what was heard last. */
  isVerified: boolean;
  /** Nothing lacks any more: the author may send it. */
  isReady: boolean;
  /** How often everything typed has given way to what was saved elsewhere. */
  replaced: number;
  put: (field: DraftField, value: string) => void;
  /** Saves at once, also what makes the request whole; `send` lets it go on to its creditor. @returns whether it is saved */
  save: (how: { send: boolean }) => Promise<boolean>;
}

/**
 * A draft that saves itself when the typing pauses, and goes nowhere by that: a whole request goes to the creditor, and that is the
 * author's own step. Whether he is verified may change while he writes.
 */
export function useDraft(request: Request): Draft {
  const { id, individualId, status } = request;
  const [values, setValues] = useState(() => valuesOf(request));
  /** What is in the fields at this moment: a saving under way knows only what it has sent. */
  const latest = useRef(values);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [state, setState] = useState<Draft['state']>('saved');
  const saved = useRef({ values: valuesOf(request), version: request.version });
  const [plan, setPlan] = useState(request.desiredPlan);
  /** One saving waits for the one before it: each needs the version that the other leaves. */
  const before = useRef<Promise<unknown>>(Promise.resolve());
  /** What the last answer has told is missing, until the request is read anew. */
  const [told, setTold] = useState({ since: request.gaps, gaps: request.gaps });
  const gaps = told.since === request.gaps ? told.gaps : request.gaps;
  const isVerified = !gaps.includes('verification');
  const isReady = status === 'waiting' && isWhole(values, isVerified);
  const [replaced, setReplaced] = useState(0);

  const show = useCallback(
    (fresh: Request) => {
      saved.current = { values: valuesOf(fresh), version: fresh.version };
      latest.current = saved.current.values;
      setPlan(fresh.desiredPlan);
      setValues(saved.current.values);
      setTold({ since: request.gaps, gaps: fresh.gaps });
      setReplaced((times) => times + 1);
      setState('saved');
    },
    [request.gaps],
  );

  /** Shows what was saved elsewhere; where that cannot be read what is typed stays, and is told to be unsaved. */
  const readAnew = useCallback(async () => {
    try {
      show(await call(requests.get, { params: { id: individualId, qid: id } }));
      notify({ severity: 'warn', summary: texts.draft.stale });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tell(error, setErrors);
    }
  }, [id, individualId, show]);

  const write = useCallback(
    async (send: boolean): Promise<boolean> => {
      const { change, errors: unreadable } = changesOf(values, { values: saved.current.values, plan }, serverDay());
      setErrors(unreadable);
      if (Object.keys(unreadable).length > 0) {
        setState('refused');
        return false;
      }
      const params = { id: individualId, qid: id };
      setState('saving');
      try {
        const { version } = saved.current;
        // What has been saved whole before is sent all the same.
        if (send || Object.keys(change).length > 0) {
          const answer = await call(requests.update, { params, body: { ...change, send, version } });
          saved.current = { values, version: answer.version };
          setTold({ since: request.gaps, gaps: answer.gaps });
          // It has gone on without this form, as when its author was verified: then there is no draft any more.
          if (!send && answer.status !== status) void refresh();
        }
        // Whatever was typed meanwhile is saved next.
        setState(latest.current === values ? 'saved' : 'changed');
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setState('refused');
        if (error.code === 'version.stale') await readAnew();
        else tell(error, setErrors);
        return false;
      }
    },
    [values, plan, id, individualId, status, request.gaps, readAnew],
  );

  const save = useCallback(
    ({ send }: { send: boolean }) => {
      const written = before.current.then(() => write(send));
      before.current = written.catch(() => undefined);
      return written;
    },
    [write],
  );

  useEffect(() => {
    if (state !== 'changed') return undefined;
    const timer = setTimeout(() => void save({ send: false }), pauseMs);
    return () => clearTimeout(timer);
  }, [state, save]);
  useUnsaved(state !== 'saved');

  const put = (field: DraftField, value: string) => {
    latest.current = { ...latest.current, [field]: value };
    setValues(latest.current);
    setState('changed');
  };
  return { values, errors, state, plan, isVerified, isReady, replaced, put, save };
}

/** A refusal at its fields, or as a whole where it has none. */
function tell({ fields, message }: ApiError, show: (errors: DraftErrors) => void): void {
  if (Object.keys(fields).length > 0) show(fields);
  else notify({ severity: 'error', summary: texts.draft.notSaved, detail: message });
}
