import { individuals } from '#contract/parties/individuals.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { fullName } from '#domain/values/person-name.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { texts } from '../texts.ts';
import type { SoughtKind } from './filter-kinds.ts';

/** What the one whose id a filter holds is called: by his number where the viewer may not read his card, undefined until it is read. */
export function useNameOf(kind: SoughtKind, id: number | undefined): string | undefined {
  const asked = (wanted: SoughtKind) => (kind === wanted && id !== undefined ? { params: { id } } : undefined);
  const person = useReadOf(individuals.get, asked('individual'));
  const company = useReadOf(legalEntities.get, asked('legalEntity'));
  if (id === undefined) return undefined;
  if (person.data) return fullName(person.data);
  if (company.data) return company.data.shortName;
  return person.error || company.error ? texts.filters.number(id) : undefined;
}
