import { allRequests, requests } from '#contract/requests.ts';
import { OwnCases } from '#web/app/deals/own-cases.tsx';
import { type OwnRequest, OwnRequestCard } from '#web/app/deals/own-deals.tsx';
import { requestRows } from '#web/app/deals/request-rows.tsx';
import { requestRowTexts } from '#web/app/deals/row-texts.ts';
import { lazyPart } from '#web/app/lazy-part.tsx';
import { pageByViewer } from '#web/app/list/by-viewer.tsx';
import { variantOf } from '#web/app/list/definition.ts';
import { texts } from './texts.ts';

const NewRequest = lazyPart(
  () => import('./new-request.tsx'),
  (module) => module.NewRequest,
);

const own = (individualId: number) => (
  <OwnCases
    operation={requests.list}
    individualId={individualId}
    words={texts.own}
    creation={<NewRequest individualId={individualId} />}
  >
    {(one: OwnRequest) => <OwnRequestCard request={one} />}
  </OwnCases>
);

const listOfAll = variantOf(requestRows, {
  screen: 'requests-of-all',
  title: requestRowTexts.title,
  operation: allRequests.list,
  counts: allRequests.counts,
  excel: allRequests.exportExcel,
});

const listOfCompany = (companyId: number) =>
  variantOf(requestRows, {
    screen: 'requests',
    title: requestRowTexts.title,
    operation: requests.ofCompany,
    params: { id: companyId },
    counts: requests.ofCompanyCounts,
    excel: requests.ofCompanyExport,
    without: ['creditorName', 'creditorInn'],
  });

/** Requests: a person sees his own and makes new ones, an employee those to his company, an operator all. */
export default pageByViewer({ own, all: listOfAll, ofCompany: listOfCompany });
