import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { isAbove, RefundFields, refundForm } from '#web/features/payments/refund-fields.tsx';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { typedSum } from '#web/kit/form/typed.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts } from './texts.ts';

const t = texts.refund;

/** Proposes to return a payment or a part of it; another person decides. */
export function RefundDialog({ paid, onClose }: { paid: Result<typeof payments.get>; onClose: () => void }) {
  const { id, number } = paid;
  const [most, inTime] = [paid.refundable ?? 0, paid.refundableInTime ?? 0];
  const form = useOperationForm({
    operation: payments.refund,
    params: { id },
    initial: {
      amount: typedSum(Math.min(paid.refundAsked ?? (inTime || most), most)),
      reason: paid.refundAsked === null ? '' : (paid.refundRequest?.reason ?? ''),
      makesLate: false,
    },
    rules: refundForm.rules,
    body: ({ makesLate, ...values }) => ({ ...refundForm.body(values), ...(makesLate && { makesLate }) }),
    ...closeOnDone(t.proposed, onClose),
  });
  return (
    <Dialog title={t.dialog(number)} onClose={onClose}>
      <Form form={form} action={t.propose} danger onCancel={onClose}>
        <p className="dim">{t.lead}</p>
        <RefundFields form={form} most={most} words={t} />
        {isAbove(form.methods.watch('amount'), inTime) && (
          <Checkbox {...form.field('makesLate')} label={t.makesLate}>
            {t.inTime(formatMoneyOf(inTime))}
          </Checkbox>
        )}
      </Form>
    </Dialog>
  );
}

/** Of which payment something is said, with its reason. */
interface OfPayment {
  paid: Result<typeof payments.get>;
  onClose: () => void;
}

/** Says to a payer why his money does not go back. */
export const RefuseDialog = (of: OfPayment) => (
  <ReasonDialog
    {...of}
    operation={payments.refuseRefund}
    title={t.refuse}
    action={t.refuse}
    lead={t.refuseLead}
    done={t.refused}
  />
);

/** Proposes to close a refund that the partner neither makes nor refuses; another person decides. */
export const FailDialog = (of: OfPayment) => (
  <ReasonDialog
    {...of}
    operation={payments.failRefund}
    title={t.fail}
    action={t.proposeFail}
    lead={t.failLead}
    done={t.proposed}
  />
);

interface Words {
  operation: typeof payments.refuseRefund | typeof payments.failRefund;
  title: string;
  action: string;
  lead: string;
  done: string;
}

function ReasonDialog({ paid, onClose, operation, title, action, lead, done }: OfPayment & Words) {
  const form = useOperationForm({
    operation,
    params: { id: paid.id },
    initial: { reason: '' },
    rules: { reason: all(required(), minLength(10, 'знаков')) },
    ...closeOnDone(done, onClose),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} action={action} danger onCancel={onClose}>
        <p className="dim">{lead}</p>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.refuseHint} data-autofocus />
      </Form>
    </Dialog>
  );
}
