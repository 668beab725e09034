import { registryKinds } from '#web/features/registries/kinds.ts';
import { RegistryPage } from '#web/features/registries/registry-card.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';

const loadLists = () => import('./registry-lists.tsx');
const loadRequests = () => import('#web/features/requests/request-lists.tsx');

/** The tabs of a registry that are lists: its entries, those of the registry before it that its file no longer has, and requests. */
const lists = {
  Entries: lazyPart(loadLists, (module) => module.Entries),
  AbsentEntries: lazyPart(loadLists, (module) => module.AbsentEntries),
  Requests: lazyPart(loadRequests, (module) => module.RequestsOfRegistry),
};

/** A registry of claims: to the employees of its company and to operators. */
export default function FullRegistryPage() {
  return <RegistryPage view={registryKinds.full} lists={lists} />;
}
