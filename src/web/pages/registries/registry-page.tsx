import { registryKinds } from '#web/features/registries/kinds.ts';
import { RegistryPage } from '#web/features/registries/registry-card.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';

const lists = () => import('./registry-lists.tsx');
const requests = () => import('#web/features/requests/request-lists.tsx');

const ofFull = {
  Entries: lazyPart(lists, (module) => module.Entries),
  Absent: lazyPart(lists, (module) => module.Absent),
  Requests: lazyPart(requests, (module) => module.RequestsOfRegistry),
};

/** A registry of claims: to the employees of its company and to operators. */
export default function FullRegistryPage() {
  return <RegistryPage view={registryKinds.full} lists={ofFull} />;
}
