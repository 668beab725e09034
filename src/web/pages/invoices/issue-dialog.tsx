import { invoices } from '#contract/money/invoices.ts';
import { all, required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay } from '#web/kit/form/typed.ts';
import { CompanySearchField, companyField, companyFound } from '#web/kit/parts/company-search-field.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts } from './texts.ts';

const t = texts.issue;

/** Issues the invoice of a company and a month that are named. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const form = useOperationForm({
    operation: invoices.issue,
    initial: { legalEntityId: '', month: '' },
    rules: { legalEntityId: all(required(), companyFound), month: required() },
    params: (values) => ({ id: Number(values.legalEntityId) }),
    body: ({ month }) => ({ month: readDay(month) ?? '' }),
    ...closeOnDone(t.done, onClose),
  });
  return (
    <Dialog title={t.action} onClose={onClose}>
      <Form form={form} action={t.action} onCancel={onClose}>
        <p className="dim">{t.lead}</p>
        <CompanySearchField {...companyField(form, 'legalEntityId')} />
        <DateField {...form.field('month')} label={t.month} />
      </Form>
    </Dialog>
  );
}
