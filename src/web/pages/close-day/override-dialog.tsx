import type { Result } from '#contract/kernel/op.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts as t } from './texts.ts';

/** Why a day is sealed against what is in the way, as it was when the dialog was opened. */
export function OverrideDialog({
  shown,
  onClose,
}: {
  shown: Result<typeof closeDay.results>['shown'];
  onClose: () => void;
}) {
  const { version } = useOpenedRecord(shown);
  const form = useOperationForm({
    operation: closeDay.runSub,
    params: { sub: 'seal-day' },
    initial: { reason: '' },
    rules: { reason: all(required(), minLength(10, 'знаков')) },
    body: ({ reason }) => ({ reason, version }),
    ...closeOnDone(t.overrideBegun, onClose),
  });
  return (
    <Dialog title={t.override} onClose={onClose}>
      <Form form={form} action={t.override} danger onCancel={onClose}>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.overrideHint} data-autofocus />
      </Form>
    </Dialog>
  );
}
