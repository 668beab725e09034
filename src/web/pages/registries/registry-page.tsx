import { lazyPart } from '#web/app/lazy-part.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { RegistryPage } from '#web/app/registry/registry-card.tsx';

const lists = () => import('./registry-lists.tsx');
const cases = () => import('#web/app/deals/cases-lists.tsx');

const ofFull = {
  Entries: lazyPart(lists, (module) => module.Entries),
  Absent: lazyPart(lists, (module) => module.Absent),
  Requests: lazyPart(cases, (module) => module.CasesOfRegistry),
};

/** A registry of claims: to the employees of its company and to operators. */
export default function FullRegistryPage() {
  return <RegistryPage view={registryKinds.full} lists={ofFull} />;
}
