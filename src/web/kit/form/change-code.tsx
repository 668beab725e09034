import { type FormEvent, type ReactNode, useState } from 'react';
import { CodeField, type CodeRequest, useCodeLetter } from '#web/kit/one-time-code/code.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import styles from './form.module.css';
import { formTexts } from './texts.ts';

const t = formTexts.code;

interface ChangeCode {
  /** Sends a code and asks for it. */
  ask: () => void;
  /** Says that the code was wrong. */
  refuse: (message: string) => void;
  close: () => void;
  dialog: ReactNode;
}

/**
 * The code by which the owner confirms a change of what was verified: it is asked for when the server demands it, and
 * then the form is sent again with it. Where there is nothing to send a code by, none is ever demanded.
 * @param by what sends it, with the form as it is now
 */
export function useChangeCode(
  by: () => CodeRequest | null,
  isSending: boolean,
  onCode: (code: string) => void,
): ChangeCode {
  const { sent, busy, ask, forget } = useCodeLetter(by);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const close = () => {
    setCode('');
    setError(undefined);
    forget();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isWhole = /^\d{6}$/.test(code);
    setError(isWhole ? undefined : t.needed);
    if (isWhole) onCode(code);
  };
  const dialog = sent && (
    <Dialog title={t.title} onClose={close}>
      <form noValidate className="stack" onSubmit={submit} aria-busy={isSending}>
        <p>{t.lead}</p>
        <CodeField
          sent={sent}
          busy={busy}
          ask={ask}
          value={code}
          error={error}
          onChange={({ target }) => setCode(target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSending}>
            {formTexts.save}
          </Button>
          <Button onClick={close}>{formTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
  return { ask, refuse: setError, close, dialog };
}
