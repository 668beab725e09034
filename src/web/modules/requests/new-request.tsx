import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { requests } from '#contract/requests.ts';
import { checkInn } from '#domain/requisites.ts';
import claimStyles from '#web/app/claims/claims.module.css';
import { useWrite } from '#web/app/data/query.ts';
import { CreditorField, type NamedCreditor } from '#web/app/deals/creditor-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { texts } from './texts.ts';

const t = texts.create;

/** A request begins with its creditor; from then on it is a draft that saves itself. */
export function NewRequest({ individualId }: { individualId: number }) {
  const navigate = useNavigate();
  const [creditor, setCreditor] = useState<NamedCreditor>();
  const [error, setError] = useState<string>();
  const create = useWrite(requests.create);
  const go = () => {
    const wrong = creditor ? checkInn(creditor.inn) : t.choose;
    setError(wrong ?? undefined);
    if (wrong !== null || !creditor) return;
    const { inn, name } = creditor;
    const body = { creditorInn: inn, ...(name.trim() !== '' && { creditorName: name }) };
    create.mutate(
      { params: { id: individualId }, body },
      {
        onSuccess: ({ id }) =>
          void navigate({
            to: `/request-${individualId}-${id}` as never,
            search: { step: 'edit' } as never,
            replace: true,
          }),
        onError: ({ message, fields }) => setError(Object.values(fields)[0] ?? message),
      },
    );
  };
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
        <CreditorField individualId={individualId} value={creditor} onChange={setCreditor} />
        {error && <Notice tone="danger">{error}</Notice>}
        <Button look="primary" large busy={create.isPending} onClick={go}>
          {t.action}
        </Button>
      </Card>
    </div>
  );
}
