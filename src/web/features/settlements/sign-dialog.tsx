import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { refresh } from '../data/query.ts';
import { Form, useOperationForm } from '../form/form.tsx';
import { CodeField, type Sent, type Signed } from './signing.tsx';
import { signingTexts } from './signing-texts.ts';

const t = signingTexts;

/** Refusals after which what was to be signed is not there any more. */
const changed = ['offer.replaced', 'move.illegal', 'approval.closed', 'version.stale'];

/** Shows what is about to be signed and takes the code of the letter. */
export function SignDialog({
  signed: { operation, params, body, title, what, action, done, after },
  sent,
  busy,
  onAgain,
  onClose,
}: {
  signed: Signed;
  sent: Sent;
  busy: boolean;
  onAgain: () => void;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation,
    params,
    initial: { code: '' },
    body: ({ code }) => ({ ...body, code }),
    fieldOf: { 'code.wrong': 'code' },
    done: async () => {
      notify({ severity: 'success', summary: done });
      onClose();
      await refresh();
      after?.();
    },
    refused: ({ code, message }) => {
      if (!changed.includes(code)) return false;
      notify({ severity: 'warn', summary: t.changed, detail: message });
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
