/** A field left empty is a field not given: the schema then says that it must be filled, or lets it be absent. */
export function withoutBlanks(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(filled.map(([key, value]) => [key, withoutBlanks(value)]));
}
