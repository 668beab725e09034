import { registryKinds } from '#web/features/registries/kinds.ts';
import { RegistryPage } from '#web/features/registries/registry-card.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';

const lists = () => import('./registry-lists.tsx');

const ofSimple = {
  Entries: lazyPart(lists, (module) => module.Entries),
  Absent: lazyPart(lists, (module) => module.Absent),
};

/** A simple registry with the decisions of its debtors: to the employees of its company and to operators. */
export default function SimpleRegistryPage() {
  return <RegistryPage view={registryKinds.simple} lists={ofSimple} />;
}
