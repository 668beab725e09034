import type { Operation } from '#contract/kernel/op.ts';
import { ListAbout } from '#web/kit/list/by-viewer.tsx';
import { type CommonList, type ListDefinition, variantOf } from '#web/kit/list/definition.ts';
import { absentList } from './absent-list.ts';
import type { ListOf } from './registry-tabs.tsx';

type List<O extends Operation> = Pick<ListDefinition<O>, 'screen' | 'operation'>;

/** The lists of the entries of one registry, whatever its kind. @param rows what the lists of its entries share */
export function entryListsOf<Model extends Operation, All extends Operation, Absent extends Operation>(
  rows: CommonList<Model>,
  {
    title,
    without,
    entries,
    absent,
  }: {
    title: string;
    /** Columns that would say the same in each row. */
    without: readonly string[];
    entries: List<All>;
    absent: List<Absent>;
  },
) {
  const listOf =
    <O extends Operation>(list: List<O>) =>
    (legalEntityId: number, registryId: number): ListDefinition<O> =>
      variantOf(rows, { ...list, title, without, params: { id: legalEntityId, r: registryId } });
  const entriesOf = listOf(entries);
  const absentOf = (...about: [number, number]) => absentList(listOf(absent)(...about));
  return {
    /** All of them. */
    Entries: ({ id, legalEntityId }: ListOf) => <ListAbout make={entriesOf} about={[legalEntityId, id]} part />,
    /** Those of the registry before it that its file no longer has. */
    AbsentEntries: ({ id, legalEntityId }: ListOf) => <ListAbout make={absentOf} about={[legalEntityId, id]} part />,
  };
}
