import type { Result } from '#contract/kernel/op.ts';
import { invoices } from '#contract/money/invoices.ts';
import { vatWords } from '#domain/money/invoice-lines.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readSum, typedSum } from '#web/kit/form/typed.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { lineKey, rateOf } from './line-key.ts';
import { texts as t } from './texts.ts';

type Invoice = Result<typeof invoices.get>;
type Waiting = Invoice['waiting'][number];

/** Neither more than came back nor more than was lowered. */
const mostOf = ({ returned, byHand }: Waiting): number => Math.min(returned, byHand);

/** Proposes how much of what came back with payments a line was lowered by hand for already; another person decides. */
export function SettleDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, number, waiting } = invoice;
  const [first] = waiting;
  const form = useOperationForm({
    operation: invoices.settleReturned,
    params: { id },
    initial: { vatBps: lineKey(first?.vatBps ?? null), counted: first ? typedSum(mostOf(first)) : '', reason: '' },
    rules: { counted: required(), reason: all(required(), minLength(10, 'знаков')) },
    body: ({ vatBps, counted, reason }) => ({ vatBps: rateOf(vatBps), counted: readSum(counted) ?? 0, reason }),
    ...closeOnDone(t.proposed, onClose),
  });
  const chosen = form.methods.watch('vatBps');
  const line = waiting.find(({ vatBps }) => lineKey(vatBps) === chosen);
  return (
    <Dialog title={`${t.returned.action}: ${number}`} onClose={onClose}>
      <Form form={form} action={t.returned.propose} onCancel={onClose}>
        {waiting.length > 1 && (
          <SelectField
            {...form.field('vatBps')}
            label={t.correct.line}
            choices={waiting.map(({ vatBps, returned }) => [
              lineKey(vatBps),
              `${vatWords(vatBps)}: ${formatMoneyOf(returned)}`,
            ])}
          />
        )}
        {line && (
          <>
            <p className="dim">{t.returned.lead(formatMoneyOf(line.returned), formatMoneyOf(line.byHand))}</p>
            <TextField
              {...form.field('counted')}
              label={t.returned.counted}
              hint={t.returned.hint(line.least > 0 ? formatMoneyOf(line.least) : null, formatMoneyOf(mostOf(line)))}
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
            />
          </>
        )}
        <TextArea {...form.field('reason')} label={t.reason} hint={t.returned.reasonHint} />
      </Form>
    </Dialog>
  );
}
