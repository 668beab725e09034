import { payouts } from '#contract/money/payouts.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts } from './texts.ts';

const t = texts.fail;

/** Proposes to close a payout that the partner neither makes nor refuses; another person decides. */
export function FailDialog({ payoutId, onClose }: { payoutId: number; onClose: () => void }) {
  const form = useOperationForm({
    operation: payouts.fail,
    params: { id: payoutId },
    initial: { reason: '' },
    rules: { reason: all(required(), minLength(10, 'знаков')) },
    ...closeOnDone(texts.proposed, onClose),
  });
  return (
    <Dialog title={t.action} onClose={onClose}>
      <Form form={form} action={t.propose} danger onCancel={onClose}>
        <p className="dim">{t.lead}</p>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.hint} data-autofocus />
      </Form>
    </Dialog>
  );
}
