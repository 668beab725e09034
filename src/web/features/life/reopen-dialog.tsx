import { lifeEvents } from '#contract/parties/life-events.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { LifeEvent } from './running-events.ts';
import { lifeTexts as t } from './texts.ts';

/** One operator proposes that holidays may be taken anew for a ground that an objection has closed. */
export function ReopenDialog({
  event,
  individualId,
  onClose,
}: {
  event: LifeEvent;
  individualId: number;
  onClose: () => void;
}) {
  const form = useOperationForm({
    operation: lifeEvents.reopen,
    params: { id: individualId, x: event.id },
    initial: { reason: '' },
    rules: { reason: required() },
    ...closeOnDone(t.sent, onClose),
  });
  return (
    <Dialog title={t.reopening} onClose={onClose}>
      <Form form={form} action={t.reopen} onCancel={onClose}>
        <p className="dim">{event.title}</p>
        <p className="dim">{t.reopenLead}</p>
        <TextArea {...form.field('reason')} label={t.reopenReason} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}
