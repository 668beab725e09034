import type { Result } from '#contract/kernel/op.ts';
import { invoices } from '#contract/money/invoices.ts';
import { ISSUER_FIELDS, type IssuerField } from '#domain/money/invoice-issuer.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts } from './texts.ts';

const t = texts.issuer;
const fields = Object.keys(ISSUER_FIELDS) as IssuerField[];
const isNeeded = (field: IssuerField): boolean => field !== 'kpp' && field !== 'accountantName';
const hints: Partial<Record<IssuerField, string>> = { kpp: t.kppHint, accountantName: t.accountantHint };

/** Proposes what invoices say of the company that runs the platform; another person decides. */
export function IssuerDialog({ issuer, onClose }: { issuer: Result<typeof invoices.issuer>; onClose: () => void }) {
  const { name, details, version } = useOpenedRecord(issuer);
  const form = useOperationForm({
    operation: invoices.proposeIssuer,
    initial: Object.fromEntries(fields.map((field) => [field, details?.[field] ?? ''])) as Record<IssuerField, string>,
    rules: Object.fromEntries(fields.filter(isNeeded).map((field) => [field, required()])),
    body: ({ kpp, accountantName, ...told }) => ({
      ...told,
      kpp: kpp.trim() || null,
      accountantName: accountantName.trim() || null,
      version,
    }),
    ...closeOnDone(texts.proposed, onClose),
  });
  return (
    <Dialog title={t.action} onClose={onClose}>
      <Form form={form} action={t.propose} onCancel={onClose}>
        <p className="dim">{t.lead(name)}</p>
        {fields.map((field) => (
          <TextField
            key={field}
            {...form.field(field)}
            label={ISSUER_FIELDS[field].label}
            {...(hints[field] && { hint: hints[field] })}
            optional={field === 'accountantName'}
            autoComplete="off"
          />
        ))}
      </Form>
    </Dialog>
  );
}
