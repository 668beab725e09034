import { useState } from 'react';
import { payments } from '#contract/money/payments.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay, readSum, typedDay } from '#web/kit/form/typed.ts';
import { serverDay } from '#web/ui/clock.ts';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { answerOf, type OutsideProps } from './outside.tsx';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.outside;
type DialogProps = OutsideProps & { onClose: () => void };

const paidToday = () => ({ amount: '', paidOn: typedDay(serverDay()), comment: '' });

/** One side says that a sum was paid past the platform. */
export function StateDialog({ settlement, side, onClose }: DialogProps) {
  const isDebtor = side === 'individual';
  const [initial] = useState(paidToday);
  const form = useOperationForm({
    operation: isDebtor ? payments.stateByDebtor : payments.stateByCreditor,
    params: isDebtor
      ? { id: settlement.individualId, loanId: settlement.id }
      : { id: settlement.legalEntityId, x: settlement.id },
    initial,
    rules: { amount: required(), paidOn: required() },
    body: ({ amount, paidOn, comment }) => ({
      amount: readSum(amount) ?? 0,
      paidOn: readDay(paidOn) ?? '',
      ...(comment.trim() && { comment }),
    }),
    ...closeOnDone(t.stated, onClose),
  });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form form={form} action={t.send} onCancel={onClose}>
        <p className="dim">{t.lead[side]}</p>
        <p className="dim small">{t.since}</p>
        <TextField {...form.field('amount')} label={t.amount} inputMode="decimal" autoComplete="off" data-autofocus />
        <DateField {...form.field('paidOn')} label={t.paidOn} autoComplete="off" />
        <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={500} optional />
      </Form>
    </Dialog>
  );
}

/** The other side does not know of such money. */
export function RejectDialog({ paymentId, onClose, ...props }: DialogProps & { paymentId: number }) {
  const { operation, params } = answerOf(props, paymentId);
  const form = useOperationForm({
    operation,
    params,
    initial: { reason: '' },
    rules: { reason: required() },
    body: ({ reason }) => ({ answer: 'reject', reason }),
    ...closeOnDone(t.rejected, onClose),
  });
  return (
    <Dialog title={t.reject} onClose={onClose}>
      <Form form={form} action={t.reject} danger onCancel={onClose}>
        <p className="dim">{t.rejectLead}</p>
        <TextArea {...form.field('reason')} label={t.reason} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}
