import { invoices } from '#contract/money/invoices.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay } from '#web/kit/form/typed.ts';
import { CompanyField } from '#web/kit/parts/company-choice.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts } from './texts.ts';

const t = texts.issue;

/** Issues the invoice of a company and a month that are named. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const form = useOperationForm({
    operation: invoices.issue,
    initial: { legalEntityId: '', month: '' },
    rules: { legalEntityId: required(), month: required() },
    params: (values) => ({ id: Number(values.legalEntityId) }),
    body: ({ month }) => ({ month: readDay(month) ?? '' }),
    ...closeOnDone(t.done, onClose),
  });
  const legalEntityId = form.methods.watch('legalEntityId');
  return (
    <Dialog title={t.action} onClose={onClose}>
      <Form form={form} action={t.action} onCancel={onClose}>
        <p className="dim">{t.lead}</p>
        <CompanyField
          company={Number(legalEntityId) || undefined}
          error={form.field('legalEntityId').error}
          onChoose={(id) => form.put('legalEntityId', String(id))}
        />
        <DateField {...form.field('month')} label={t.month} />
      </Form>
    </Dialog>
  );
}
