/** What of an agreement tells which claim it is about. */
interface OfClaim {
  id: number;
  registryEntryId: number | null;
}

/**
 * The ended agreements whose debt is owed again, of each claim at most one: it is silent as soon as the debt is bargained about again,
 * or a later agreement about it has ended.
 */
export const notBargainedAgain = <Ended extends OfClaim>(
  restored: readonly Ended[],
  open: readonly OfClaim[],
): Ended[] =>
  restored.filter(
    ({ id, registryEntryId }) =>
      registryEntryId === null ||
      ![...open, ...restored].some((other) => other.registryEntryId === registryEntryId && other.id > id),
  );
