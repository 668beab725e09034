import { createHash } from 'node:crypto';

/** SHA-256 of data, hex. The same data give the same hash whatever the order of their fields; instants count as texts. */
export const hashOf = (data: unknown): string => createHash('sha256').update(canonical(data)).digest('hex');

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    .join()}}`;
}
