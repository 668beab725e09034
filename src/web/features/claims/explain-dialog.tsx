import { registries } from '#contract/registries/registries.ts';
import { parseMoney } from '#domain/values/money.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { restoredTexts as t } from './restored-texts.ts';

/** The creditor says up to which sum a claim has grown since its agreement was terminated, and why. */
export function ExplainDialog({
  params,
  onClose,
}: {
  params: { id: number; r: number; e: number };
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: registries.explainRise,
    params,
    initial: { total: '', why: '' },
    check: ({ total }): Record<string, string> => (parseMoney(total) ? {} : { total: t.wrongSum }),
    body: ({ total, why }) => ({ total: parseMoney(total) ?? 0, why }),
    ...closeOnDone(t.done, onClose),
  });
  return (
    <Dialog title={t.action} onClose={onClose}>
      <Form form={form} action={t.send} onCancel={onClose}>
        <p>{t.lead}</p>
        <TextField {...form.field('total')} label={t.total} inputMode="decimal" />
        <TextArea {...form.field('why')} label={t.reason} maxLength={500} />
      </Form>
    </Dialog>
  );
}
