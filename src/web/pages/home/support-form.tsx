import { useEffect, useState } from 'react';
import { email, required } from '#domain/values/validators.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { texts } from './texts.ts';

const t = texts.support;

/** A question of anybody to those who keep the platform. */
export default function SupportForm() {
  const [isSent, setIsSent] = useState(false);
  const form = useOperationForm({
    operation: async () => (await import('#contract/platform/support.ts')).support.write,
    initial: { name: '', email: '', message: '' },
    rules: { name: required(), email: email() },
    done: () => setIsSent(true),
  });
  const { setFocus } = form.methods;
  useEffect(() => setFocus('name'), [setFocus]);
  if (isSent) return <Notice tone="success">{t.sent}</Notice>;
  return (
    <Form form={form} action={t.send}>
      <TextField {...form.field('name')} label={t.name} autoComplete="name" maxLength={100} />
      <TextField {...form.field('email')} label={t.email} inputMode="email" autoComplete="email" />
      <TextArea {...form.field('message')} label={t.message} rows={5} maxLength={4000} />
    </Form>
  );
}
