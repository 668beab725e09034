import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { typedSum } from '#web/kit/form/typed.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { isAbove, RefundFields, refundForm } from './refund-fields.tsx';
import { RefundRequest } from './refund-request.tsx';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.refund;
type Payment = Result<typeof payments.get>;

/** What a payer has asked before, and the form in which he asks for his money back. */
export function AskDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useRead(payments.get, { params: { id } });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <WithObject read={read}>
        {(paid) => (
          <div className="stack">
            {paid.refundRequest && <RefundRequest request={paid.refundRequest} />}
            {paid.moves.includes('withdrawRefund') && (
              <MoveButton
                operation={payments.withdrawRefund}
                input={{ params: { id: paid.individualId, x: paid.id } }}
                label={t.withdraw}
                ask={t.withdrawAsk}
                done={t.withdrawn}
                after={onClose}
              />
            )}
            {paid.moves.includes('askRefund') ? (
              <AskForm paid={paid} onClose={onClose} />
            ) : (
              paid.refundRequest?.status !== 'asked' && <p>{t.nothing}</p>
            )}
          </div>
        )}
      </WithObject>
    </Dialog>
  );
}

function AskForm({ paid, onClose }: { paid: Payment; onClose: () => void }) {
  const [most, inTime] = [paid.refundable ?? 0, paid.refundableInTime ?? 0];
  const form = useOperationForm({
    operation: payments.askRefund,
    params: { id: paid.individualId, x: paid.id },
    initial: { amount: typedSum(inTime || most), reason: '' },
    ...refundForm,
    ...closeOnDone(t.asked, onClose),
  });
  return (
    <Form form={form} action={t.ask} onCancel={onClose}>
      <p className="dim">{t.lead}</p>
      {inTime < most && <p>{inTime > 0 ? t.inTime(formatMoneyOf(inTime)) : t.notInTime}</p>}
      <RefundFields form={form} most={most} words={t} />
      {isAbove(form.methods.watch('amount'), inTime) && <Notice tone="warning">{t.late}</Notice>}
    </Form>
  );
}
