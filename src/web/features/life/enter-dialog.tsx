import { lifeEvents } from '#contract/parties/life-events.ts';
import { ENTERED_KINDS, type EnteredKind, LIFE_EVENTS, SINCE_WORDS } from '#domain/parties/life-event.ts';
import { required } from '#domain/values/validators.ts';
import { closing } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay } from '#web/kit/form/typed.ts';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { PaperField, usePaper } from './paper-field.tsx';
import { lifeTexts as t } from './texts.ts';

/** About whom: a person as operators see him, or the debtor of an agreement as his creditor does. */
export type LifeSubject = { individualId: number } | { legalEntityId: number; settlementId: number };

/** Somebody enters what has happened, with its document; a second person confirms it. */
export function EnterDialog({ of, onClose }: { of: LifeSubject; onClose: () => void }) {
  const paper = usePaper();
  const isCreditor = 'legalEntityId' in of;
  const form = useOperationForm({
    operation: isCreditor ? lifeEvents.enterByCreditor : lifeEvents.enter,
    params: isCreditor ? { id: of.legalEntityId, x: of.settlementId } : { id: of.individualId },
    initial: { kind: 'bankruptcy', since: '', comment: '', file: '' },
    rules: { since: required() },
    check: paper.check,
    body: ({ kind, since, comment }) => ({
      kind,
      since: readDay(since) ?? '',
      ...(comment.trim() && { comment }),
    }),
    send: paper.send,
    ...closing(t.sent, onClose),
  });
  const kind = form.methods.watch('kind') as EnteredKind;
  return (
    <Dialog title={t.entering} onClose={onClose}>
      <Form form={form} action={t.send} onCancel={onClose}>
        <p className="dim">{isCreditor ? t.tellLead : t.enterLead}</p>
        <RadioList
          label={t.kind}
          {...form.field('kind')}
          choices={ENTERED_KINDS.map((one) => [one, LIFE_EVENTS[one]] as const)}
        />
        <DateField {...form.field('since')} label={t.since} hint={SINCE_WORDS[kind]} autoComplete="off" />
        <PaperField paper={paper} label={t.file} error={form.field('file').error} />
        <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={500} optional />
      </Form>
    </Dialog>
  );
}
