import { lazyPart } from '#web/app/lazy-part.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { RegistryPage } from '#web/app/registry/registry-card.tsx';

const lists = () => import('./registry-lists.tsx');

const ofSimple = {
  Entries: lazyPart(lists, (module) => module.Entries),
  Absent: lazyPart(lists, (module) => module.Absent),
};

/** A simple registry with the decisions of its debtors: to the employees of its company and to operators. */
export default function SimpleRegistryPage() {
  return <RegistryPage view={registryKinds.simple} lists={ofSimple} />;
}
