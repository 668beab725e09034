import { Plus } from 'lucide-react';
import { useState } from 'react';
import { tariffs } from '#contract/tariffs.ts';
import { lazyPart } from '#web/app/lazy-part.tsx';
import { tags } from '#web/app/list/cells.tsx';
import type { ListDefinition } from '#web/app/list/definition.ts';
import { withRows } from '#web/app/list/page.tsx';
import { ListScreen } from '#web/app/list/screen.tsx';
import { feeInWords, forWhom, type Tariff, tariffTexts } from '#web/app/money/tariff.ts';
import { verdict } from '#web/app/session/access.ts';
import { useMe } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { TariffPreview } from './tariff-preview.tsx';
import { texts as t } from './texts.ts';

const TariffDialog = lazyPart(
  () => import('./tariff-dialog.tsx'),
  (module) => module.TariffDialog,
);

const { columns: titles } = t;

const columns: readonly Column<Tariff>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: ({ name }) => name },
  { key: 'legalEntity', title: titles.legalEntity, cell: forWhom },
  { key: 'fee', title: titles.fee, cell: feeInWords },
  { key: 'payer', title: titles.payer, cell: ({ payer }) => tariffTexts.payers[payer] },
  { key: 'collect', title: titles.collect, extra: true, cell: ({ collect }) => tariffTexts.collects[collect] },
  { key: 'validFrom', title: titles.validFrom, sortable: true, cell: ({ validFrom }) => formatDayOf(validFrom) },
  {
    key: 'validTo',
    title: titles.validTo,
    cell: ({ validTo }) => (validTo ? formatDayOf(validTo) : tariffTexts.forever),
  },
  tags('state', titles.state, tariffTexts.states, { active: 'success', proposed: 'warning', planned: 'info' }),
  { key: 'deals', title: titles.deals, numeric: true, cell: ({ deals }) => String(deals) },
];

const tariffList: ListDefinition<typeof tariffs.list> = {
  screen: 'tariffs',
  title: t.title,
  operation: tariffs.list,
  columns,
  nameOf: ({ name }) => name,
  status: { filter: 'state', choices: tariffTexts.states },
  filters: { state: { label: titles.state, values: tariffTexts.states } },
  searchHint: t.searchHint,
  lead: <p className="dim">{t.lead}</p>,
  preview: (id) => <TariffPreview key={id} id={id} columns={columns} />,
  empty: t.empty,
};

/** What the platform takes for its work: to those who keep the tariffs and those who pay by them. */
function TariffsPage() {
  const mayAdd = verdict(tariffs.add, useMe()) !== 'no';
  return <ListScreen list={{ ...tariffList, actions: mayAdd && <Adding /> }} />;
}

function Adding() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" />
        {t.add}
      </Button>
      {isOpen && <TariffDialog onClose={() => setOpen(false)} />}
    </>
  );
}

export default withRows(TariffsPage, tariffList);
