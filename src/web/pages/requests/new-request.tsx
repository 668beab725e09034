import { useState } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { ConsentNeeded } from '#web/features/consents/needed.tsx';
import { requestHref } from '#web/features/requests/hrefs.ts';
import { NewRequestStep } from '#web/features/requests/own-requests.tsx';
import { CreditorField, creditorErrors, creditorFields } from '#web/features/settlements/creditor-field.tsx';
import type { NamedCreditor } from '#web/features/settlements/creditor-search.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { texts } from './texts.ts';

const t = texts.create;

/** A request begins with its creditor; from then on it is a draft that saves itself. */
export function NewRequest({ individualId }: { individualId: number }) {
  const navigate = useNavigate();
  const [creditor, setCreditor] = useState<NamedCreditor>();
  const form = useOperationForm({
    operation: requests.create,
    params: { id: individualId },
    initial: { creditorInn: '' },
    check: () => creditorErrors(creditor),
    body: () => creditorFields(creditor),
    done: ({ id }) => navigate({ to: requestHref({ individualId, id }), search: { step: 'edit' }, replace: true }),
  });
  return (
    <NewRequestStep words={t}>
      <ConsentNeeded kind="personal-data-creditor" />
      <Card>
        <Form form={form} action={t.action}>
          <CreditorField
            individualId={individualId}
            value={creditor}
            error={form.field('creditorInn').error}
            onChange={setCreditor}
          />
        </Form>
      </Card>
    </NewRequestStep>
  );
}
