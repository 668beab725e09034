import type { Request as Given, Operation, Result } from '#contract/kernel/op.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import type { ApiError } from '../data/api.ts';
import { refresh, useWrite } from '../data/query.ts';
import { detailTexts } from './texts.ts';

/**
 * One move of an object by a button: what came of it is told, and the object is read again.
 * @param summary what is told of the success, or how it follows from the answer
 * @param after what follows before the reading, as going to the object that has come of it
 */
export function useMove<O extends Operation>(
  operation: O,
  summary: string | ((result: Result<O>) => string),
  after?: (result: Result<O>) => unknown,
): [busy: boolean, make: (input: Given<O>) => void] {
  const { isPending, mutate } = useWrite(operation, {
    done: (result) => {
      notify({ severity: 'success', summary: typeof summary === 'string' ? summary : summary(result) });
      return after?.(result);
    },
    refused: notifyRefusal,
  });
  return [isPending, mutate];
}

/** Shows why a move was refused, and reads the object again: it may have changed meanwhile. */
export function notifyRefusal({ code, message }: ApiError): void {
  notify(
    code === 'version.stale'
      ? { severity: 'warn', summary: detailTexts.stale }
      : { severity: 'error', summary: detailTexts.moves.failed, detail: message },
  );
  void refresh();
}

/**
 * How the form of a move ends in its dialog. Where it is refused, also because the object has changed meanwhile, the dialog stays
 * with what was typed and says why.
 * @param after what follows before the reading, as leaving an object that is none of the person's any more
 */
export const closeOnDone = <Made>(
  summary: string | ((result: Made) => string),
  onClose: () => void,
  after?: (result: Made) => unknown,
) => ({
  done: async (result: Made) => {
    notify({ severity: 'success', summary: typeof summary === 'string' ? summary : summary(result) });
    onClose();
    await after?.(result);
    await refresh();
  },
});
