import { allRequests, requests } from '#contract/settlements/requests.ts';
import { OwnRequests } from '#web/features/requests/own-requests.tsx';
import { commonRequestList, requestsToCompany } from '#web/features/requests/request-rows.tsx';
import { requestRowTexts } from '#web/features/requests/row-texts.ts';
import { type OwnRequest, OwnRequestCard } from '#web/features/settlements/own-settlements.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { pageByViewer } from '#web/kit/list/by-viewer.tsx';
import { variantOf } from '#web/kit/list/definition.ts';
import { texts } from './texts.ts';

const NewRequest = lazyPart(
  () => import('./new-request.tsx'),
  (module) => module.NewRequest,
);

const own = (individualId: number) => (
  <OwnRequests
    operation={requests.list}
    individualId={individualId}
    words={texts.own}
    creation={<NewRequest individualId={individualId} />}
  >
    {(one: OwnRequest) => <OwnRequestCard request={one} />}
  </OwnRequests>
);

const listOfAll = variantOf(commonRequestList, {
  screen: 'requests-of-all',
  title: requestRowTexts.title,
  operation: allRequests.list,
  counts: allRequests.counts,
  excel: allRequests.exportExcel,
});

const listOfCompany = (legalEntityId: number) => requestsToCompany(legalEntityId, { screen: 'requests' });

/** Requests: a person sees his own and makes new ones, an employee those to his company, an operator all. */
export default pageByViewer({ own, all: listOfAll, ofCompany: listOfCompany });
