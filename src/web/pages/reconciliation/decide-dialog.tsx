import type { Result } from '#contract/kernel/op.ts';
import { reconciliation } from '#contract/reconciliation.ts';
import { DIFFERENCE_DECISIONS, type DifferenceDecision } from '#domain/reconciliation.ts';
import { closing } from '#web/app/detail/use-move.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { texts as t } from './texts.ts';

type Difference = Result<typeof reconciliation.decide>;

/** Ends a difference in one of the ways that fit it. */
export function DecideDialog({ row: { id, decisions, suggested }, onClose }: { row: Difference; onClose: () => void }) {
  const form = useOperationForm({
    operation: reconciliation.decide,
    params: { id },
    initial: { decision: decisions[0] as DifferenceDecision, settlement: suggested ?? '', comment: '' },
    body: ({ decision, settlement, comment }) => ({
      decision,
      ...(decision === 'assign' && { settlement }),
      ...(comment.trim() && { comment }),
    }),
    ...closing(t.decided, onClose),
  });
  const decision = form.methods.watch('decision');
  return (
    <Dialog title={t.dialog} onClose={onClose}>
      <Form form={form} action={t.decide} onCancel={onClose}>
        <SelectField
          {...form.field('decision')}
          label={t.how}
          choices={decisions.map((one) => [one, DIFFERENCE_DECISIONS[one]] as const)}
          data-autofocus
        />
        {decision === 'assign' && (
          <TextField {...form.field('settlement')} label={t.number} hint={t.numberHint} autoComplete="off" />
        )}
        <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={500} optional />
      </Form>
    </Dialog>
  );
}
