import type { Result } from '#contract/kernel/op.ts';
import { invoices } from '#contract/money/invoices.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { invoiceNumberIn } from '#domain/money/invoice.ts';
import { type DifferenceDecision, decisionTitle, partsOfRest, restOf } from '#domain/money/reconciliation.ts';
import { useRead } from '#web/kit/data/query.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts as t } from './texts.ts';

type Difference = Result<typeof reconciliation.decide>;

/** What is offered first: what the purpose of the movement names. */
const firstOf = ({ decisions, suggested, suggestedInvoice }: Difference): DifferenceDecision =>
  suggested === null && suggestedInvoice !== null ? 'invoice' : (decisions[0] as DifferenceDecision);

/** Whose invoice it is that money would be counted to, so that a wrong digit is seen. */
function PaidInvoice({ number, isNamed }: { number: string; isNamed: boolean }) {
  const { data } = useRead(invoices.list, { query: { q: number, limit: 1 } });
  if (!data) return null;
  const [found] = data.items;
  if (!found) return <p className="small">{t.noInvoice}</p>;
  if (found.status === 'cancelled') return <p className="small">{t.cancelled}</p>;
  return (
    <p className="small">
      {t.payer(found.creditor, formatMoneyOf(found.open))} {!isNamed && t.byTwo}
    </p>
  );
}

/** Ends a difference in one of the ways that fit it. */
export function DecideDialog({ row, onClose }: { row: Difference; onClose: () => void }) {
  const { id, decisions, suggested, suggestedInvoice, theirs, booked, bookedSum, expensedSum } = row;
  const rest = restOf(row);
  const parts = partsOfRest(booked, rest, expensedSum);
  const form = useOperationForm({
    operation: reconciliation.decide,
    params: { id },
    initial: {
      decision: firstOf(row),
      settlement: suggested ?? '',
      invoice: suggestedInvoice ?? '',
      comment: '',
    },
    body: ({ decision, settlement, invoice, comment }) => ({
      decision,
      ...(decision === 'assign' && { settlement }),
      ...(decision === 'invoice' && { invoice }),
      ...(comment.trim() && { comment }),
    }),
    ...closeOnDone(({ waits }: Difference) => (waits ? t.proposed : t.decided), onClose),
  });
  const [decision, invoice] = form.methods.watch(['decision', 'invoice']);
  return (
    <Dialog title={t.dialog} onClose={onClose}>
      <Form form={form} action={t.decide} onCancel={onClose}>
        {rest !== null && <p className="dim">{t.rest(formatMoneyOf(theirs ?? 0), formatMoneyOf(bookedSum ?? 0))}</p>}
        {parts && <p className="dim">{t.parts(formatMoneyOf(parts.back), formatMoneyOf(parts.fresh))}</p>}
        <SelectField
          {...form.field('decision')}
          label={t.how}
          choices={decisions.map((one) => [one, decisionTitle(one, rest)] as const)}
          data-autofocus
        />
        {decision === 'assign' && (
          <TextField {...form.field('settlement')} label={t.number} hint={t.numberHint} autoComplete="off" />
        )}
        {decision === 'invoice' && (
          <>
            <TextField {...form.field('invoice')} label={t.invoice} hint={t.invoiceHint} autoComplete="off" />
            {invoiceNumberIn(invoice) === invoice && (
              <PaidInvoice number={invoice} isNamed={invoice === suggestedInvoice} />
            )}
          </>
        )}
        <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={500} optional />
      </Form>
    </Dialog>
  );
}
