import type { Result } from '#contract/kernel/op.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts } from './texts.ts';

const t = texts.separate;

/** Says that a line and the one that it was taken for are two movements; another person decides. */
export function SeparateDialog({
  row: { id, statementId, replacedLine },
  onClose,
}: {
  row: Result<typeof reconciliation.separate>;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: reconciliation.separate,
    params: { id },
    initial: { comment: '' },
    rules: { comment: required() },
    ...closeOnDone(texts.proposed, onClose),
  });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form form={form} action={t.action} onCancel={onClose}>
        <p className="dim">{t.lead(statementId ?? '', replacedLine ?? '')}</p>
        <TextArea {...form.field('comment')} label={t.comment} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}
