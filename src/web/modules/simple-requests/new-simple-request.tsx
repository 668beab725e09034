import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { simpleRequests } from '#contract/simple-requests.ts';
import { parseMoney } from '#domain/money.ts';
import { checkInn } from '#domain/requisites.ts';
import claimStyles from '#web/app/claims/claims.module.css';
import { refresh } from '#web/app/data/query.ts';
import { CreditorField, type NamedCreditor } from '#web/app/deals/creditor-field.tsx';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { simpleRequestHref } from './simple-requests-list.tsx';
import { texts } from './texts.ts';

const t = texts.form;

/** What is wrong with a sum that may be left out, by its field. */
export const sumFault = (text: string): Record<string, string> =>
  text.trim() !== '' && !parseMoney(text) ? { approxDebt: t.wrongSum } : {};

/** Asks a creditor whether one owes him, and how much. */
export function NewSimpleRequest({ individualId }: { individualId: number }) {
  const navigate = useNavigate();
  const [creditor, setCreditor] = useState<NamedCreditor>();
  const form = useOperationForm({
    operation: simpleRequests.create,
    params: { id: individualId },
    initial: { creditorInn: '', approxDebt: '', disclosed: true },
    check: ({ approxDebt }) => ({ ...faultOf(creditor), ...sumFault(approxDebt) }),
    body: ({ approxDebt, disclosed }) => ({
      creditorInn: creditor?.inn ?? '',
      ...(creditor && creditor.name.trim() !== '' && { creditorName: creditor.name }),
      ...(parseMoney(approxDebt) && { approxDebt: parseMoney(approxDebt) }),
      disclosed,
    }),
    fieldOf: { 'request.exists': 'creditorInn' },
    done: async (made) => {
      notify({ severity: 'success', summary: texts.own.sent });
      await refresh();
      await navigate({ to: simpleRequestHref(made) as never, replace: true });
    },
  });
  const { error } = form.field('creditorInn');
  return (
    <div className={`stack ${claimStyles.page}`}>
      <Link to="." search={{} as never}>
        {texts.own.back}
      </Link>
      <div>
        <h1>{t.title}</h1>
        <p className="dim">{t.lead}</p>
      </div>
      <Card>
        <Form form={form} action={t.send}>
          <CreditorField individualId={individualId} value={creditor} onChange={setCreditor} />
          {error && <Notice tone="danger">{error}</Notice>}
          <TextField
            {...form.field('approxDebt')}
            label={t.approxDebt}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            optional
          />
          <Checkbox {...form.field('disclosed')} label={t.disclosed} />
        </Form>
      </Card>
    </div>
  );
}

function faultOf(creditor: NamedCreditor | undefined): Record<string, string> {
  const wrong = creditor ? checkInn(creditor.inn) : t.choose;
  return wrong === null ? {} : { creditorInn: wrong };
}
