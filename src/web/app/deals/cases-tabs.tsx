import type { Operation } from '#contract/kernel/op.ts';
import { requests } from '#contract/requests.ts';
import { simpleRequests } from '#contract/simple-requests.ts';
import type { Tab } from '../detail/page.tsx';
import { ListAbout } from '../list/by-viewer.tsx';
import { type ListDefinition, variantOf } from '../list/definition.ts';
import { verdict } from '../session/access.ts';
import { useCompany } from '../session/company.ts';
import { useMe } from '../session/session.ts';
import { requestRows } from './request-rows.tsx';
import { requestRowTexts, simpleRowTexts } from './row-texts.ts';
import { simpleRequestHref, simpleRequestRows } from './simple-request-rows.tsx';

const keys = { full: 'requests', simple: 'simple-requests' } as const;

/** The requests to a company, as parts of its card. */
export function useCompanyCases(companyId: number): Tab[] {
  const me = useMe();
  return [
    ...tabOf(keys.full, requests.ofCompany, me, toCompany, [companyId]),
    ...tabOf(keys.simple, simpleRequests.ofCompany, me, simpleToCompany, [companyId]),
  ];
}

/**
 * The requests of a person, as parts of his card. An employee sees those to his company; who a simple request is from he
 * may not know yet, so he has no list of them by person.
 */
export function usePersonCases(individualId: number): Tab[] {
  const me = useMe();
  const company = useCompany();
  const own = tabOf(keys.full, requests.list, me, ofPerson, [individualId]);
  return [
    ...(own.length === 0 && company
      ? tabOf(keys.full, requests.ofCompany, me, ofPersonToCompany, [company.id, individualId])
      : own),
    ...tabOf(keys.simple, simpleRequests.list, me, simpleOfPerson, [individualId]),
  ];
}

/** The requests about claims of a registry, as a part of its page. */
export const requestsOfRegistry = (legalEntityId: number, registryId: number) =>
  variantOf(requestRows, {
    screen: 'requests-of-registry',
    title: requestRowTexts.title,
    operation: requests.ofRegistry,
    params: { id: legalEntityId, r: registryId },
    without: ofCreditor,
  });

const titles = { [keys.full]: requestRowTexts.title, [keys.simple]: simpleRowTexts.title };
const ofCreditor = ['creditorName', 'creditorInn'];
const ofDebtor = ['debtor', 'debtorInn'];

function tabOf<O extends Operation, Ids extends number[]>(
  key: keyof typeof titles,
  operation: Operation,
  me: Parameters<typeof verdict>[1],
  make: (...about: Ids) => ListDefinition<O>,
  about: Ids,
): Tab[] {
  if (verdict(operation, me) === 'no') return [];
  return [{ key, title: titles[key], content: <ListAbout make={make} about={about} part />, wide: true }];
}

const toCompany = (id: number) =>
  variantOf(requestRows, {
    screen: 'requests-to-company',
    title: requestRowTexts.title,
    operation: requests.ofCompany,
    params: { id },
    counts: requests.ofCompanyCounts,
    excel: requests.ofCompanyExport,
    without: ofCreditor,
  });

const simpleToCompany = (id: number) =>
  variantOf(simpleRequestRows, {
    screen: 'simple-requests-to-company',
    title: simpleRowTexts.title,
    operation: simpleRequests.ofCompany,
    params: { id },
    without: ofCreditor,
  });

const ofPerson = (id: number) =>
  variantOf(requestRows, {
    screen: 'requests-of-person',
    title: requestRowTexts.title,
    operation: requests.list,
    params: { id },
    without: ofDebtor,
  });

const ofPersonToCompany = (id: number, individualId: number) =>
  variantOf(requestRows, {
    screen: 'requests-of-person-to-company',
    title: requestRowTexts.title,
    operation: requests.ofCompany,
    params: { id },
    always: { individualId },
    without: [...ofDebtor, ...ofCreditor],
  });

const simpleOfPerson = (id: number) =>
  variantOf(simpleRequestRows, {
    screen: 'simple-requests-of-person',
    title: simpleRowTexts.title,
    operation: simpleRequests.list,
    params: { id },
    hrefOf: (_id, row) => row && simpleRequestHref(row),
    without: ofDebtor,
  });
