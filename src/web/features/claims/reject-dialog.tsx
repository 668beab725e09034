import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.simple;

/** Asks why a person rejects a claim: one reason of a few, and his own words if he likes. */
export function RejectDialog({
  params,
  version,
  onClose,
}: {
  params: { id: number; entryId: number };
  version: number;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: simpleRegistries.reject,
    params,
    initial: { reason: '', comment: '' },
    check: ({ reason }): Record<string, string> => (reason === '' ? { reason: t.choose } : {}),
    body: ({ reason, comment }) => ({ reason, ...(comment.trim() !== '' && { comment }), version }),
    done: async () => {
      notify({ severity: 'success', summary: t.rejected });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t.reasonTitle} onClose={onClose}>
      <Form form={form} action={t.send} onCancel={onClose}>
        <RadioList label={t.reason} choices={Object.entries(t.reasons)} {...form.field('reason')} />
        <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={1000} optional />
      </Form>
    </Dialog>
  );
}
