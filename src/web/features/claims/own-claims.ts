import { claims } from '#contract/registries/claims.ts';
import { useRead } from '#web/kit/data/query.ts';

/** He has a handful of them. */
const most = 100;

/** All debts of a person, the newest first: whatever uses them asks the server once. */
export const useOwnClaims = (individualId: number) =>
  useRead(claims.list, { params: { id: individualId }, query: { limit: most } });
