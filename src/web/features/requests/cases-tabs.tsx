import type { ReactNode } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { requests } from '#contract/settlements/requests.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import type { Tab } from '#web/kit/detail/page.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { verdict } from '#web/kit/session/access.ts';
import { useCompany } from '#web/kit/session/company.ts';
import { type Me, useMe } from '#web/kit/session/session.ts';
import { caseTabTexts } from './case-tab-texts.ts';

const lists = () => import('./cases-lists.tsx');
const CasesOfCompany = lazyPart(lists, (module) => module.CasesOfCompany);
const SimpleCasesOfCompany = lazyPart(lists, (module) => module.SimpleCasesOfCompany);
const CasesOfPerson = lazyPart(lists, (module) => module.CasesOfPerson);
const CasesOfPersonTo = lazyPart(lists, (module) => module.CasesOfPersonTo);
const SimpleCasesOfPerson = lazyPart(lists, (module) => module.SimpleCasesOfPerson);

/** The requests to a company, as parts of its card. */
export function useCompanyCases(companyId: number): Tab[] {
  const me = useMe();
  return [
    ...tabOf('requests', requests.ofCompany, me, <CasesOfCompany id={companyId} />),
    ...tabOf('simple-requests', simpleRequests.ofCompany, me, <SimpleCasesOfCompany id={companyId} />),
  ];
}

/**
 * The requests of a person, as parts of his card. An employee sees those to his company; who a simple request is from he
 * may not know yet, so he has no list of them by person.
 */
export function usePersonCases(individualId: number): Tab[] {
  const me = useMe();
  const company = useCompany();
  const all = tabOf('requests', requests.list, me, <CasesOfPerson id={individualId} />);
  const toCompany =
    company && tabOf('requests', requests.ofCompany, me, <CasesOfPersonTo id={individualId} companyId={company.id} />);
  return [
    ...(all.length === 0 && toCompany ? toCompany : all),
    ...tabOf('simple-requests', simpleRequests.list, me, <SimpleCasesOfPerson id={individualId} />),
  ];
}

function tabOf(key: keyof typeof caseTabTexts, operation: Operation, me: Me | undefined, content: ReactNode): Tab[] {
  return verdict(operation, me) === 'no' ? [] : [{ key, title: caseTabTexts[key], content, wide: true }];
}
