import { contacts } from '#contract/registries/contacts.ts';
import { CONTACT_KINDS } from '#domain/parties/contact-law.ts';
import { ENTERED_CONTACTS } from '#domain/parties/contact-record.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { contactTexts as t } from './texts.ts';

type Kind = (typeof ENTERED_CONTACTS)[number];

/** Somebody of the creditor tells of a call or a meeting; what is to come takes its place where the law allows it. */
export function EnterDialog({
  params,
  onClose,
}: {
  params: { id: number; r: number; e: number };
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: contacts.enter,
    params,
    initial: { kind: 'call', day: '', time: '', note: '' },
    rules: { day: required(), time: required() },
    body: ({ kind, day, time, note }) => ({ kind: kind as Kind, day, time, ...(note !== '' && { note }) }),
    ...closeOnDone(t.entered, onClose),
  });
  return (
    <Dialog title={t.enter} onClose={onClose}>
      <Form form={form} action={t.enter} onCancel={onClose}>
        <p className="dim">{t.enterLead}</p>
        <RadioList
          label={t.kind}
          {...form.field('kind')}
          choices={ENTERED_CONTACTS.map((kind) => [kind, CONTACT_KINDS[kind]])}
        />
        <TextField {...form.field('day')} label={t.day} type="date" />
        <TextField {...form.field('time')} label={t.time} type="time" />
        <TextArea {...form.field('note')} label={t.note} maxLength={500} optional />
      </Form>
    </Dialog>
  );
}
