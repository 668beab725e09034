import { all, minLength, required } from '#domain/values/validators.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Form, useOperationForm } from '../form/form.tsx';
import { useOpenedRecord } from '../form/opened-record.ts';
import type { MoveProps } from './moves.tsx';
import { detailTexts } from './texts.ts';
import { closeOnDone } from './use-move.ts';

const t = detailTexts.moves;
type DialogProps = MoveProps & { onClose: () => void };

/** A reason of at least so many characters. */
const reasonOf = (least: number) => all(required(), minLength(least, 'знаков'));

/** Returns an application: why as a whole, and a remark at each field that is to be mended. */
export function ReturnDialog({ card, operations, fields, onClose }: DialogProps) {
  const { id, version } = useOpenedRecord(card);
  const form = useOperationForm({
    operation: operations.decide,
    params: { id },
    initial: { reason: '', remarks: Object.fromEntries(Object.keys(fields).map((field) => [field, ''])) },
    rules: { reason: reasonOf(10) },
    body: ({ reason, remarks }) => ({ move: 'return', reason, remarks: filled(remarks), version }),
    ...closeOnDone(t.done['return']!, onClose),
  });
  return (
    <Dialog title={t.labels.return} onClose={onClose}>
      <Form form={form} action={t.labels.return} onCancel={onClose}>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.returnHint} data-autofocus />
        <h3>{t.remarksAt}</h3>
        {Object.entries(fields).map(([field, label]) => (
          <TextField key={field} {...form.field(`remarks.${field}`)} label={label} autoComplete="off" optional />
        ))}
      </Form>
    </Dialog>
  );
}

const filled = (remarks: Record<string, string>) =>
  Object.entries(remarks)
    .filter(([, text]) => text.trim() !== '')
    .map(([field, text]) => ({ field, text }));

/** Proposes to block or to unblock; the reason is for the second person, who decides. */
export function ReasonDialog({ card, operations, move, onClose }: DialogProps & { move: 'block' | 'unblock' }) {
  const { id, version } = useOpenedRecord(card);
  const form = useOperationForm({
    operation: operations.decide,
    params: { id },
    initial: { reason: '' },
    rules: { reason: reasonOf(3) },
    body: ({ reason }) => ({ move, reason, version }),
    ...closeOnDone(t.done[move]!, onClose),
  });
  return (
    <Dialog title={t.labels[move]} onClose={onClose}>
      <Form form={form} action={t.labels[move]} danger={move === 'block'} onCancel={onClose}>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.blockHint} data-autofocus />
      </Form>
    </Dialog>
  );
}
