import { support } from '#contract/platform/support.ts';
import { email, required } from '#domain/values/validators.ts';
import { closing } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { pauseTexts } from './pause-texts.ts';

const t = pauseTexts.writing;

/** The debtor tells support of what only an operator enters: he gets an answer by mail, with what paper to send. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const form = useOperationForm({
    operation: support.write,
    initial: { name: '', email: '', message: '' },
    rules: { name: required(), email: email() },
    ...closing(t.sent, onClose),
  });
  return (
    <Dialog title={pauseTexts.support} onClose={onClose}>
      <Form form={form} action={t.send} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} autoComplete="name" maxLength={100} />
        <TextField {...form.field('email')} label={t.email} inputMode="email" autoComplete="email" />
        <TextArea {...form.field('message')} label={t.message} hint={t.hint} rows={5} maxLength={4000} />
      </Form>
    </Dialog>
  );
}
