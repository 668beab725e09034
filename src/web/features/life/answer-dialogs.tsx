import { pauses } from '#contract/settlements/pauses.ts';
import { HOLIDAY_OBJECTIONS, type HolidayGround, objectionsTo } from '#domain/settlements/holidays.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { pauseTexts } from './pause-texts.ts';

const { answer, objection } = pauseTexts;

interface Props {
  /** The creditor and his agreement. */
  params: { id: number; x: number };
  onClose: () => void;
}

/** The creditor says no to a pause; the debtor reads why. */
export function RefuseDialog({ params, onClose }: Props) {
  const form = useOperationForm({
    operation: pauses.refuse,
    params,
    initial: { reason: '' },
    ...closeOnDone(answer.refused, onClose),
  });
  return (
    <Dialog title={answer.refuse} onClose={onClose}>
      <Form form={form} action={answer.refuse} danger onCancel={onClose}>
        <p className="dim">{answer.refuseLead}</p>
        <TextArea {...form.field('reason')} label={answer.reason} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}

/** The creditor tells an operator that the law's conditions are not there. */
export function ObjectionDialog({ params, ground, onClose }: Props & { ground: HolidayGround }) {
  const choices = objectionsTo(ground).map((one) => [one, HOLIDAY_OBJECTIONS[one]] as const);
  const form = useOperationForm({
    operation: pauses.object,
    params,
    initial: { ground: choices[0]![0], reason: '' },
    ...closeOnDone(objection.sent, onClose),
  });
  return (
    <Dialog title={objection.open} onClose={onClose}>
      <Form form={form} action={objection.send} onCancel={onClose}>
        <p className="dim">{objection.lead}</p>
        <RadioList label={objection.ground} {...form.field('ground')} choices={choices} />
        <TextArea {...form.field('reason')} label={objection.reason} maxLength={500} />
      </Form>
    </Dialog>
  );
}
