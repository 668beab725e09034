import { requests } from '#contract/settlements/requests.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { ListAbout } from '#web/kit/list/by-viewer.tsx';
import { variantOf } from '#web/kit/list/definition.ts';
import { simpleRequestHref } from './hrefs.ts';
import { commonRequestList, ofCreditor, requestsToCompany } from './request-rows.tsx';
import { requestRowTexts, simpleRowTexts } from './row-texts.ts';
import { commonSimpleRequestList, simpleRequestsToCompany } from './simple-request-rows.tsx';

/** The requests to a company. */
export const RequestsOfCompany = ({ id }: { id: number }) => <ListAbout make={toCompany} about={[id]} part />;
export const SimpleRequestsOfCompany = ({ id }: { id: number }) => (
  <ListAbout make={simpleToCompany} about={[id]} part />
);

/** The requests of a person: all, or those to one company. */
export const RequestsOfPerson = ({ id }: { id: number }) => <ListAbout make={ofPerson} about={[id]} part />;
export const RequestsOfPersonTo = ({ id, legalEntityId }: { id: number; legalEntityId: number }) => (
  <ListAbout make={ofPersonToCompany} about={[legalEntityId, id]} part />
);
export const SimpleRequestsOfPerson = ({ id }: { id: number }) => <ListAbout make={simpleOfPerson} about={[id]} part />;

/** The requests about claims of a registry. */
export const RequestsOfRegistry = ({ id, legalEntityId }: { id: number; legalEntityId: number }) => (
  <ListAbout make={ofRegistry} about={[legalEntityId, id]} part />
);

const ofRegistry = (legalEntityId: number, registryId: number) =>
  variantOf(commonRequestList, {
    screen: 'requests-of-registry',
    title: requestRowTexts.title,
    operation: requests.ofRegistry,
    params: { id: legalEntityId, r: registryId },
    without: ofCreditor,
  });

const ofDebtor = ['debtor', 'debtorInn'];

const toCompany = (id: number) => requestsToCompany(id, { screen: 'requests-to-company' });
const simpleToCompany = (id: number) => simpleRequestsToCompany(id, { screen: 'simple-requests-to-company' });

const ofPerson = (id: number) =>
  variantOf(commonRequestList, {
    screen: 'requests-of-person',
    title: requestRowTexts.title,
    operation: requests.list,
    params: { id },
    without: ofDebtor,
  });

const ofPersonToCompany = (id: number, individualId: number) =>
  variantOf(commonRequestList, {
    screen: 'requests-of-person-to-company',
    title: requestRowTexts.title,
    operation: requests.ofCompany,
    params: { id },
    always: { individualId },
    without: [...ofDebtor, ...ofCreditor],
  });

const simpleOfPerson = (id: number) =>
  variantOf(commonSimpleRequestList, {
    screen: 'simple-requests-of-person',
    title: simpleRowTexts.title,
    operation: simpleRequests.list,
    params: { id },
    hrefOf: (_id, row) => row && simpleRequestHref(row),
    without: ofDebtor,
  });
