import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { allRequests, requests } from '#contract/requests.ts';
import { OwnList } from '#web/app/claims/own-list.tsx';
import { type OwnRequest, OwnRequestCard } from '#web/app/deals/own-deals.tsx';
import { ListScreen } from '#web/app/list/screen.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useCompany } from '#web/app/session/company.ts';
import { useMe } from '#web/app/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NewRequest } from './new-request.tsx';
import { requestsList } from './requests-list.tsx';
import { texts } from './texts.ts';

/** Requests: a person sees his own and makes new ones, an employee those to his company, an operator all. */
export default function RequestsPage() {
  const me = useMe();
  const company = useCompany();
  const { step }: { step?: string } = useSearch({ strict: false });
  if (me?.individualId) {
    if (step === 'new') return <NewRequest individualId={me.individualId} />;
    return (
      <OwnList operation={requests.list} individualId={me.individualId} words={texts.own} actions={<Create />}>
        {(one: OwnRequest) => <OwnRequestCard request={one} />}
      </OwnList>
    );
  }
  if (verdict(allRequests.list, me) !== 'no') return <ListScreen list={listOfAll} />;
  if (company) return <OfCompany key={company.id} companyId={company.id} />;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      <p className="dim">{texts.noCompany}</p>
    </div>
  );
}

function Create() {
  return (
    <div className="stack-tight">
      <ButtonLink to="." search={{ step: 'new' } as never} large>
        {texts.own.create}
      </ButtonLink>
      <p className="dim small">{texts.own.createLead}</p>
    </div>
  );
}

const listOfAll = requestsList(
  {
    screen: 'requests-of-all',
    title: texts.title,
    operation: allRequests.list,
    counts: allRequests.counts,
    excel: allRequests.exportExcel,
    remember: 'sortRequests',
  },
  [],
);

function OfCompany({ companyId }: { companyId: number }) {
  const list = useMemo(
    () =>
      requestsList(
        {
          screen: 'requests',
          title: texts.title,
          operation: requests.ofCompany,
          params: { id: companyId },
          counts: requests.ofCompanyCounts,
          excel: requests.ofCompanyExport,
          remember: 'sortRequests',
        },
        ['creditorName', 'creditorInn'],
      ),
    [companyId],
  );
  return <ListScreen list={list} />;
}
