import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { simpleRequests } from '#contract/simple-requests.ts';
import { OwnList } from '#web/app/claims/own-list.tsx';
import { ListScreen } from '#web/app/list/screen.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useCompany } from '#web/app/session/company.ts';
import { useMe } from '#web/app/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NewSimpleRequest } from './new-simple-request.tsx';
import { OwnSimpleCard } from './own-simple.tsx';
import { SimpleGlance } from './simple-glance.tsx';
import { type SimpleRow, simpleRequestHref, simpleRequestsList } from './simple-requests-list.tsx';
import { texts } from './texts.ts';

/** Simple requests: a person asks his creditors, a company sees who looks for it, an operator all of them. */
export default function SimpleRequestsPage() {
  const me = useMe();
  const company = useCompany();
  const { step }: { step?: string } = useSearch({ strict: false });
  if (me?.individualId) {
    if (step === 'new') return <NewSimpleRequest individualId={me.individualId} />;
    return (
      <OwnList
        operation={simpleRequests.list}
        individualId={me.individualId}
        words={texts.own}
        actions={
          <ButtonLink to="." search={{ step: 'new' } as never} look="primary" large>
            {texts.own.create}
          </ButtonLink>
        }
      >
        {(row: SimpleRow) => <OwnSimpleCard row={row} />}
      </OwnList>
    );
  }
  if (verdict(simpleRequests.listOfAll, me) !== 'no') return <ListScreen list={listOfAll} />;
  if (company) return <OfCompany key={company.id} companyId={company.id} />;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="dim">{texts.noCompany}</p>
    </div>
  );
}

const listOfAll = simpleRequestsList(
  {
    screen: 'simple-requests-of-all',
    title: texts.title,
    operation: simpleRequests.listOfAll,
    counts: simpleRequests.countsOfAll,
    hrefOf: (_id, row) => row && simpleRequestHref(row),
  },
  [],
);

const glanceOf = (companyId: number) => (_id: number, row: SimpleRow | undefined) =>
  row && <SimpleGlance row={row} companyId={companyId} />;

function OfCompany({ companyId }: { companyId: number }) {
  const list = useMemo(
    () =>
      simpleRequestsList(
        {
          screen: 'simple-requests',
          title: texts.title,
          operation: simpleRequests.ofCompany,
          params: { id: companyId },
          preview: glanceOf(companyId),
        },
        ['creditorName', 'creditorInn'],
      ),
    [companyId],
  );
  return <ListScreen list={list} />;
}
