import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { CodeField, type Sent } from '#web/kit/one-time-code/code.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Signed } from './sign-button.tsx';

const changedText = 'Условия изменились';

/** Refusals after which what was to be signed is not there any more. */
const changed = ['offer.replaced', 'offer.own', 'move.illegal', 'approval.closed', 'version.stale'];

interface Props {
  signed: Signed;
  /** Of the text that was read before the code was asked for; none where the body names what is signed. */
  textHash: string | undefined;
  sent: Sent;
  busy: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** Shows what is about to be signed and takes the code of the letter. */
export function SignDialog({
  signed: { title, operation, params, body, what, action, done, after },
  sent,
  busy,
  onAgain,
  onClose,
  textHash,
}: Props) {
  const form = useOperationForm({
    operation,
    params,
    initial: { code: '' },
    fleeting: true,
    body: ({ code }) => ({ ...body, ...(textHash !== undefined && { textHash }), code }),
    fieldOf: { 'code.wrong': 'code' },
    done: async () => {
      notify({ severity: 'success', summary: done });
      onClose();
      await refresh();
      after?.();
    },
    refused: ({ code, message }) => {
      if (!changed.includes(code)) return false;
      notify({ severity: 'warn', summary: changedText, detail: message });
      onClose();
      void refresh();
      return true;
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} action={action} onCancel={onClose}>
        {what}
        <CodeField {...form.field('code')} sent={sent} busy={busy} ask={onAgain} />
      </Form>
    </Dialog>
  );
}
