import { legalEntityTypes } from '#contract/platform/dictionaries.ts';
import type { Screen } from '#contract/platform/screens.ts';
import { INTEREST_RIGHTS } from '#domain/parties/interest-right.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { AddButton } from '#web/kit/list/add-button.tsx';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { wordsColumn } from '#web/kit/list/table/cells.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import type { Dictionary, Item } from './dictionary.ts';
import { DictionaryPreview } from './dictionary-preview.tsx';
import { texts as t } from './texts.ts';

const DictionaryDialog = lazyPart(
  () => import('./dictionary-dialog.tsx'),
  (module) => module.DictionaryDialog,
);

const columns: readonly Column<Item>[] = [
  { key: 'name', title: t.columns.name, sortable: true, cell: ({ name }) => name },
  wordsColumn('help', t.columns.help),
  { key: 'place', title: t.columns.place, sortable: true, numeric: true, cell: ({ place }) => String(place) },
  { key: 'uses', title: t.columns.uses, numeric: true, cell: ({ uses }) => String(uses ?? '') },
];

/** By what right companies of a kind ask for interest. */
const interestRight: Column<Item> = {
  key: 'interestRight',
  title: t.columns.interestRight,
  cell: (item) => ('interestRight' in item ? INTEREST_RIGHTS[item.interestRight] : null),
};

/** The page of a dictionary. @param said its title, what it is for, and what is in its place while it is empty */
export function dictionaryPage(
  dictionary: Dictionary,
  { screen, ...said }: { screen: Screen; title: string; lead: string; empty: string },
) {
  const shown = dictionary === legalEntityTypes ? [...columns, interestRight] : columns;
  const list: ListDefinition<Dictionary['list']> = {
    screen,
    title: said.title,
    operation: dictionary.list,
    columns: shown,
    nameOf: ({ name }) => name,
    searchHint: t.searchHint,
    beforeTable: <p className="dim">{said.lead}</p>,
    preview: (id) => <DictionaryPreview key={id} id={id} dictionary={dictionary} columns={shown} />,
    empty: said.empty,
    actions: (
      <AddButton
        operation={dictionary.add}
        label={t.add}
        dialog={(onClose) => <DictionaryDialog dictionary={dictionary} onClose={onClose} />}
      />
    ),
  };
  return listPage(list);
}
