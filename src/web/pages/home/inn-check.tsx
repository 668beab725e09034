import { useEffect, useState } from 'react';
import { call } from '#web/kit/data/api.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { workForInn } from './inn-work.ts';
import { texts } from './texts.ts';

const t = texts.inn;

/** Tells a visitor how to see what is offered to him by his ИНН; never whether there is anything (docs/domain.md §12.4). */
export default function InnCheck() {
  const [answer, setAnswer] = useState('');
  const form = useOperationForm({
    operation: async () => (await import('#contract/registries/registries.ts')).registries.checkInn,
    initial: { inn: '' },
    fleeting: true,
    // The work is done when the form is sent; until then there is a number that nobody has looked for.
    body: ({ inn }) => ({ inn, work: { day: serverDay(), nonce: 0 } }),
    send: async (operation, input, { inn }) => {
      const work = await workForInn(inn.trim());
      return call(operation, { ...input, body: { ...input.body, work } });
    },
    fieldOf: { 'rate.limited': 'inn' },
    done: ({ message }) => setAnswer(message),
  });
  const { setFocus } = form.methods;
  useEffect(() => setFocus('inn'), [setFocus]);
  return (
    <>
      <Form form={form} action={t.ask}>
        <TextField {...form.field('inn')} label={t.label} hint={t.hint} inputMode="numeric" maxLength={12} />
      </Form>
      {answer && (
        <>
          <Notice>{answer}</Notice>
          <ButtonLink to="/signup">{texts.signUp}</ButtonLink>
        </>
      )}
    </>
  );
}
