import { refresh, useReadOnceUntyped } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { CodeField, type Sent } from '#web/kit/one-time-code/code.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Reads, Signed } from './sign-button.tsx';

const changedText = 'Условия изменились';

/** Refusals after which what was to be signed is not there any more. */
const changed = ['offer.replaced', 'offer.own', 'move.illegal', 'approval.closed', 'version.stale'];

interface Props {
  signed: Signed;
  sent: Sent;
  busy: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** Shows what is about to be signed and takes the code of the letter. */
export function SignDialog(props: Props) {
  const { title, reads } = props.signed;
  return (
    <Dialog title={title} onClose={props.onClose}>
      {reads ? <SignRead {...props} reads={reads} /> : <Sign {...props} />}
    </Dialog>
  );
}

/** What can be read is signed as it was read. */
function SignRead({ reads: { operation, params, body }, ...props }: Props & { reads: Reads }) {
  const read = useReadOnceUntyped(operation, { params, ...(body && { body }) });
  return <WithObject read={read}>{({ sha256 }) => <Sign {...props} textHash={sha256} />}</WithObject>;
}

function Sign({
  signed: { operation, params, body, what, action, done, after },
  sent,
  busy,
  onAgain,
  onClose,
  textHash,
}: Props & { textHash?: string }) {
  const form = useOperationForm({
    operation,
    params,
    initial: { code: '' },
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
    <Form form={form} action={action} onCancel={onClose}>
      {what}
      <CodeField {...form.field('code')} sent={sent} busy={busy} ask={onAgain} />
    </Form>
  );
}
