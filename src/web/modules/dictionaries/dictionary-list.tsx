import { Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '#web/app/lazy-part.tsx';
import { words } from '#web/app/list/cells.tsx';
import type { ListDefinition } from '#web/app/list/definition.ts';
import { withRows } from '#web/app/list/page.tsx';
import { ListScreen } from '#web/app/list/screen.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useMe } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/table-types.ts';
import type { Dictionary, Item } from './dictionary.ts';
import { DictionaryPreview } from './dictionary-preview.tsx';
import { texts as t } from './texts.ts';

const DictionaryDialog = lazyPart(
  () => import('./dictionary-dialog.tsx'),
  (module) => module.DictionaryDialog,
);

const columns: readonly Column<Item>[] = [
  { key: 'name', title: t.columns.name, sortable: true, cell: ({ name }) => name },
  words('help', t.columns.help),
  { key: 'place', title: t.columns.place, sortable: true, numeric: true, cell: ({ place }) => String(place) },
  { key: 'uses', title: t.columns.uses, numeric: true, cell: ({ uses }) => String(uses ?? '') },
];

/** The page of a dictionary. @param said its title, what it is for, and what stands in its place while it is empty */
export function dictionaryPage(
  screen: string,
  dictionary: Dictionary,
  said: { title: string; lead: string; empty: string },
) {
  const list: ListDefinition<Dictionary['list']> = {
    screen,
    title: said.title,
    operation: dictionary.list,
    columns,
    nameOf: ({ name }) => name,
    searchHint: t.searchHint,
    lead: <p className="dim">{said.lead}</p>,
    preview: (id) => <DictionaryPreview key={id} id={id} dictionary={dictionary} columns={columns} />,
    empty: said.empty,
  };
  const Page = () => {
    const mayAdd = verdict(dictionary.add, useMe()) !== 'no';
    return <ListScreen list={{ ...list, actions: mayAdd && <Adding dictionary={dictionary} /> }} />;
  };
  return withRows(Page, list);
}

function Adding({ dictionary }: { dictionary: Dictionary }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" />
        {t.add}
      </Button>
      {isOpen && <DictionaryDialog dictionary={dictionary} onClose={() => setOpen(false)} />}
    </>
  );
}
