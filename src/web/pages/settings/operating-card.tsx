import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { operatingCompanies } from '#contract/platform/operating-companies.ts';
import {
  checkOperatingCompany,
  formatOperatingCompany,
  OPERATING_FIELDS,
  OPERATING_KINDS,
  type OperatingField,
} from '#domain/settings/operating-company.ts';
import { refresh, useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { texts } from './texts.ts';

type Read = Result<typeof operatingCompanies.list>;
type Company = Read['items'][number];
type Values = Record<OperatingField, string>;

const t = texts.operating;
const fields = Object.keys(OPERATING_FIELDS) as OperatingField[];

/** Who runs the platform and the credit organisation: one administrator proposes, a second person agrees. */
export function OperatingCard() {
  const read = useRead(operatingCompanies.list);
  const [changed, setChanged] = useState<string>();
  return (
    <Card title={t.title}>
      <p className="dim">{t.about}</p>
      <WithObject read={read}>
        {({ items, changes }) => (
          <div className="stack">
            {items.map((company) =>
              company.kind === changed ? (
                <Change key={company.kind} company={company} onClose={() => setChanged(undefined)} />
              ) : (
                <Shown key={company.kind} company={company} onChange={() => setChanged(company.kind)} />
              ),
            )}
            <Changes changes={changes} />
          </div>
        )}
      </WithObject>
    </Card>
  );
}

function Shown({ company, onChange }: { company: Company; onChange: () => void }) {
  return (
    <section className="stack">
      <h3>{OPERATING_KINDS[company.kind].label}</h3>
      <p>{[formatOperatingCompany(company), company.phone, company.email].join(', ')}</p>
      <Can op={operatingCompanies.propose}>
        <div>
          <Button onClick={onChange}>{t.change(OPERATING_KINDS[company.kind].label)}</Button>
        </div>
      </Can>
    </section>
  );
}

function Change({ company: live, onClose }: { company: Company; onClose: () => void }) {
  const company = useOpenedRecord(live);
  const form = useOperationForm({
    operation: operatingCompanies.propose,
    initial: Object.fromEntries(fields.map((field) => [field, company[field] ?? ''])) as Values,
    check: (values: Values) => checkOperatingCompany(company.kind, values),
    body: (values) => ({
      ...values,
      licence: values.licence || null,
      kind: company.kind,
      version: company.version,
    }),
    done: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <section className="stack">
      <h3>{OPERATING_KINDS[company.kind].label}</h3>
      <Form form={form} action={t.propose} onCancel={onClose}>
        {fields.map((field) => (
          <TextField
            key={field}
            {...form.field(field)}
            label={OPERATING_FIELDS[field].label}
            optional={field === 'licence' && company.kind === 'platform'}
            autoComplete="off"
          />
        ))}
      </Form>
    </section>
  );
}

function Changes({ changes }: { changes: Read['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="dim small">
      {changes.map(({ id, kind, name, status, maker, decidedBy, endedWhy, createdAt }) => (
        <li key={id}>
          {formatInstant(createdAt)}: {OPERATING_KINDS[kind].label} — {name}. {t.statuses[status]}
          {t.by(maker, decidedBy)}
          {endedWhy !== null && `. ${endedWhy}`}
        </li>
      ))}
    </ul>
  );
}
