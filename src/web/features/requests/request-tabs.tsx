import type { ReactNode } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { requests } from '#contract/settlements/requests.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import type { Tab } from '#web/kit/detail/page.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useCompany } from '#web/kit/session/company.ts';
import { type Me, useMe } from '#web/kit/session/session.ts';
import { requestTabTexts } from './request-tab-texts.ts';

const lists = () => import('./request-lists.tsx');
const RequestsOfCompany = lazyPart(lists, (module) => module.RequestsOfCompany);
const SimpleRequestsOfCompany = lazyPart(lists, (module) => module.SimpleRequestsOfCompany);
const RequestsOfPerson = lazyPart(lists, (module) => module.RequestsOfPerson);
const RequestsOfPersonTo = lazyPart(lists, (module) => module.RequestsOfPersonTo);
const SimpleRequestsOfPerson = lazyPart(lists, (module) => module.SimpleRequestsOfPerson);

/** The requests to a company, as parts of its card. */
export function useCompanyRequestTabs(legalEntityId: number): Tab[] {
  const me = useMe();
  return [
    ...tabOf('requests', requests.ofCompany, me, <RequestsOfCompany id={legalEntityId} />),
    ...tabOf('simple-requests', simpleRequests.ofCompany, me, <SimpleRequestsOfCompany id={legalEntityId} />),
  ];
}

/**
 * The requests of a person, as parts of his card. An employee sees those to his company; who a simple request is from he
 * may not know yet, so he has no list of them by person.
 */
export function usePersonRequestTabs(individualId: number): Tab[] {
  const me = useMe();
  const company = useCompany();
  const all = tabOf('requests', requests.list, me, <RequestsOfPerson id={individualId} />);
  const toCompany =
    company &&
    tabOf('requests', requests.ofCompany, me, <RequestsOfPersonTo id={individualId} legalEntityId={company.id} />);
  return [
    ...(all.length === 0 && toCompany ? toCompany : all),
    ...tabOf('simple-requests', simpleRequests.list, me, <SimpleRequestsOfPerson id={individualId} />),
  ];
}

function tabOf(key: keyof typeof requestTabTexts, operation: Operation, me: Me | undefined, content: ReactNode): Tab[] {
  return accessTo(operation, me) === 'no' ? [] : [{ key, title: requestTabTexts[key], content, wide: true }];
}
