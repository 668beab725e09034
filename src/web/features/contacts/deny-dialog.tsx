import { contacts } from '#contract/registries/contacts.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { contactTexts as t } from './texts.ts';

/** Says of a call or a meeting that was told of that it did not come about, and why. */
export function DenyDialog({
  params,
  name,
  onClose,
}: {
  params: { id: number; r: number; e: number; x: number };
  name: string;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: contacts.fail,
    params,
    initial: { why: '' },
    rules: { why: required() },
    body: ({ why }) => ({ why }),
    ...closeOnDone(t.failed, onClose),
  });
  return (
    <Dialog title={`${t.fail}: ${name}`} onClose={onClose}>
      <Form form={form} action={t.fail} onCancel={onClose}>
        <p className="dim">{t.failLead}</p>
        <TextArea {...form.field('why')} label={t.why} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}
