import { useState } from 'react';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { ConsentNeeded } from '#web/features/consents/needed.tsx';
import { simpleRequestHref } from '#web/features/requests/hrefs.ts';
import { NewRequestStep } from '#web/features/requests/own-requests.tsx';
import { CreditorField, creditorErrors, creditorFields } from '#web/features/settlements/creditor-field.tsx';
import type { NamedCreditor } from '#web/features/settlements/creditor-search.tsx';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { detailsOf, initialValues, SimpleFields, sumErrors } from './simple-fields.tsx';
import { texts } from './texts.ts';

const t = texts.form;

/** Asks a creditor whether one owes him, and how much. */
export function NewSimpleRequest({ individualId }: { individualId: number }) {
  const navigate = useNavigate();
  const [creditor, setCreditor] = useState<NamedCreditor>();
  const form = useOperationForm({
    operation: simpleRequests.create,
    params: { id: individualId },
    initial: { creditorInn: '', ...initialValues() },
    check: ({ approxDebt }) => ({ ...creditorErrors(creditor), ...sumErrors(approxDebt) }),
    body: (values) => ({ ...creditorFields(creditor), ...detailsOf(values) }),
    fieldOf: { 'request.exists': 'creditorInn' },
    done: async (made) => {
      notify({ severity: 'success', summary: texts.own.sent });
      await refresh();
      await navigate({ to: simpleRequestHref(made), replace: true });
    },
  });
  return (
    <NewRequestStep words={t}>
      <ConsentNeeded kind="personal-data-creditor" />
      <Card>
        <Form form={form} action={t.send}>
          <CreditorField
            individualId={individualId}
            value={creditor}
            error={form.field('creditorInn').error}
            onChange={setCreditor}
          />
          <SimpleFields field={form.field} />
        </Form>
      </Card>
    </NewRequestStep>
  );
}
