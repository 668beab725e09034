import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { simpleRequestHref } from '#web/features/requests/hrefs.ts';
import { OwnRequests } from '#web/features/requests/own-requests.tsx';
import { simpleRowTexts } from '#web/features/requests/row-texts.ts';
import {
  commonSimpleRequestList,
  type SimpleRow,
  simpleRequestsToCompany,
} from '#web/features/requests/simple-request-rows.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { pageByViewer } from '#web/kit/list/by-viewer.tsx';
import { variantOf } from '#web/kit/list/definition.ts';
import { OwnSimpleCard } from './own-simple.tsx';
import { SimpleGlance } from './simple-glance.tsx';
import { texts } from './texts.ts';

const NewSimpleRequest = lazyPart(
  () => import('./new-simple-request.tsx'),
  (module) => module.NewSimpleRequest,
);

const own = (individualId: number) => (
  <OwnRequests
    operation={simpleRequests.list}
    individualId={individualId}
    words={texts.own}
    creation={<NewSimpleRequest individualId={individualId} />}
  >
    {(row: SimpleRow) => <OwnSimpleCard row={row} />}
  </OwnRequests>
);

const listOfAll = variantOf(commonSimpleRequestList, {
  screen: 'simple-requests-of-all',
  title: simpleRowTexts.title,
  operation: simpleRequests.listOfAll,
  counts: simpleRequests.countsOfAll,
  hrefOf: (_id, row) => row && simpleRequestHref(row),
});

const listOfCompany = (legalEntityId: number) =>
  simpleRequestsToCompany(legalEntityId, {
    screen: 'simple-requests',
    preview: (_id, row) => row && <SimpleGlance row={row} legalEntityId={legalEntityId} />,
  });

/** Simple requests: a person asks his creditors, a company sees who looks for it, an operator all of them. */
export default pageByViewer({ own, all: listOfAll, ofCompany: listOfCompany });
