import { registryKinds } from '#web/features/registries/kinds.ts';
import { RegistryPage } from '#web/features/registries/registry-card.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';

const loadLists = () => import('./registry-lists.tsx');

/** The tabs of a registry that are lists: its entries, and those of the registry before it that its file no longer has. */
const lists = {
  Entries: lazyPart(loadLists, (module) => module.Entries),
  AbsentEntries: lazyPart(loadLists, (module) => module.AbsentEntries),
};

/** A simple registry with the decisions of its debtors: to the employees of its company and to operators. */
export default function SimpleRegistryPage() {
  return <RegistryPage view={registryKinds.simple} lists={lists} />;
}
