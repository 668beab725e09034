import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/payments.ts';
import { refundRequest } from '#domain/refund.ts';
import { all, minLength, required } from '#domain/validators.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { StatusTag } from '#web/ui/tag.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useRead } from '../data/query.ts';
import { closing } from '../detail/use-move.ts';
import { WithObject } from '../detail/with-object.tsx';
import { Form, useOperationForm } from '../form/form.tsx';
import { readSum, typedSum } from '../form/typed.ts';
import { Can } from '../session/can.tsx';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.refund;
type Row = Result<typeof payments.list>['items'][number];
type Payment = Result<typeof payments.get>;

/** The way of a payer to have his money back, and what he was answered. */
export function AskRefund({ row: { id, individualId } }: { row: Row }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can op={payments.askRefund} params={{ id: individualId, x: id }}>
      <div>
        <Button onClick={() => setOpen(true)}>{t.open}</Button>
      </div>
      {isOpen && <AskDialog id={id} onClose={() => setOpen(false)} />}
    </Can>
  );
}

function AskDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useRead(payments.get, { params: { id } });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <WithObject read={read}>
        {(paid) => (
          <div className="stack">
            {paid.refundRequest && <Request request={paid.refundRequest} />}
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
  const most = paid.refundable ?? 0;
  const form = useOperationForm({
    operation: payments.askRefund,
    params: { id: paid.individualId, x: paid.id },
    initial: { amount: typedSum(most), reason: '' },
    rules: { amount: required(), reason: all(required(), minLength(10, 'знаков')) },
    body: ({ amount, reason }) => ({ amount: readSum(amount) ?? 0, reason }),
    ...closing(t.asked, onClose),
  });
  return (
    <Form form={form} action={t.ask} onCancel={onClose}>
      <p className="dim">{t.lead}</p>
      <TextField
        {...form.field('amount')}
        label={t.amount}
        hint={t.most(formatMoneyOf(most))}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextArea {...form.field('reason')} label={t.reason} hint={t.reasonHint} data-autofocus />
    </Form>
  );
}

/** What a payer has asked and what he was answered. */
export function Request({ request }: { request: NonNullable<Payment['refundRequest']> }) {
  return (
    <section className="stack-tight" aria-label={t.request}>
      <div className="row spread">
        <strong>{t.sum(formatMoneyOf(request.amount))}</strong>
        <StatusTag of={refundRequest} status={request.status} />
      </div>
      <span className="dim small">{formatInstant(request.createdAt)}</span>
      <span className="small">«{request.reason}»</span>
      {request.answer && <span className="small">{t.answer(request.answer)}</span>}
    </section>
  );
}
