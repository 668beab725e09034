import type { Result } from '#contract/kernel/op.ts';
import { invoices } from '#contract/money/invoices.ts';
import { vatWords } from '#domain/money/invoice-lines.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay, readSum, typedSum } from '#web/kit/form/typed.ts';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { lineKey, rateOf } from './line-key.ts';
import { texts as t } from './texts.ts';

type Invoice = Result<typeof invoices.get>;

interface OfInvoice {
  invoice: Invoice;
  onClose: () => void;
}

const reason = all(required(), minLength(10, 'знаков'));

/** Cancels an invoice, saying why. */
export function CancelDialog({ invoice: { id, number }, onClose }: OfInvoice) {
  const form = useOperationForm({
    operation: invoices.cancel,
    params: { id },
    initial: { reason: '' },
    rules: { reason },
    ...closeOnDone(({ status }: Invoice) => (status === 'cancelled' ? t.cancel.done : t.proposed), onClose),
  });
  return (
    <Dialog title={`${t.cancel.action} ${number}`} onClose={onClose}>
      <Form form={form} action={t.cancel.action} danger onCancel={onClose}>
        <p className="dim">{t.cancel.lead}</p>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.reasonHint} data-autofocus />
      </Form>
    </Dialog>
  );
}

/** Proposes to take a sum off a line of an invoice; another person decides. */
export function CorrectDialog({ invoice: { id, number, linesLeft }, onClose }: OfInvoice) {
  const form = useOperationForm({
    operation: invoices.correct,
    params: { id },
    initial: { vatBps: lineKey(linesLeft[0]?.vatBps ?? null), amount: '', reason: '' },
    rules: { amount: required(), reason },
    body: ({ vatBps, amount, reason: why }) => ({
      vatBps: rateOf(vatBps),
      amount: readSum(amount) ?? 0,
      reason: why,
    }),
    ...closeOnDone(t.proposed, onClose),
  });
  const chosen = form.methods.watch('vatBps');
  const line = linesLeft.find(({ vatBps }) => lineKey(vatBps) === chosen);
  return (
    <Dialog title={`${t.correct.action} ${number}`} onClose={onClose}>
      <Form form={form} action={t.correct.propose} onCancel={onClose}>
        <p className="dim">{t.correct.lead}</p>
        {linesLeft.length > 1 && (
          <SelectField
            {...form.field('vatBps')}
            label={t.correct.line}
            choices={linesLeft.map(({ vatBps, amount }) => [
              lineKey(vatBps),
              `${vatWords(vatBps)}: ${formatMoneyOf(amount)}`,
            ])}
          />
        )}
        <TextField
          {...form.field('amount')}
          label={t.correct.amount}
          hint={t.correct.most(formatMoneyOf(line?.amount ?? 0))}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
        />
        <TextArea {...form.field('reason')} label={t.reason} hint={t.reasonHint} />
      </Form>
    </Dialog>
  );
}

/** Proposes to count money that has come to the operator's own account; another person decides. */
export function PayDialog({ invoice: { id, number, open }, onClose }: OfInvoice) {
  const form = useOperationForm({
    operation: invoices.pay,
    params: { id },
    initial: { amount: typedSum(open), paidOn: '', reference: '' },
    rules: { amount: required(), paidOn: required(), reference: required() },
    body: ({ amount, paidOn, reference }) => ({
      amount: readSum(amount) ?? 0,
      paidOn: readDay(paidOn) ?? '',
      reference,
    }),
    ...closeOnDone(t.proposed, onClose),
  });
  return (
    <Dialog title={`${t.pay.action}: ${number}`} onClose={onClose}>
      <Form form={form} action={t.pay.propose} onCancel={onClose}>
        <p className="dim">{t.pay.lead}</p>
        <TextField
          {...form.field('amount')}
          label={t.pay.amount}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
        />
        <DateField {...form.field('paidOn')} label={t.pay.paidOn} />
        <TextField {...form.field('reference')} label={t.pay.reference} autoComplete="off" />
      </Form>
    </Dialog>
  );
}
