import { tariffs } from '#contract/money/tariffs.ts';
import { feeInWords } from '#domain/money/tariff-words.ts';
import { forWhom, type Tariff, tariffTexts } from '#web/features/payments/tariff.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { AddButton } from '#web/kit/list/add-button.tsx';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { tagsColumn } from '#web/kit/list/table/cells.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
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
  tagsColumn('state', titles.state, tariffTexts.states, { active: 'success', proposed: 'warning', planned: 'info' }),
  {
    key: 'settlements',
    title: titles.settlements,
    numeric: true,
    wide: true,
    cell: ({ settlements }) => String(settlements),
  },
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
  beforeTable: <p className="dim">{t.lead}</p>,
  preview: (id) => <TariffPreview key={id} id={id} columns={columns} />,
  empty: t.empty,
  actions: <AddButton operation={tariffs.add} label={t.add} dialog={(onClose) => <TariffDialog onClose={onClose} />} />,
};

/** What the platform takes for its work: to those who keep the tariffs and those who pay by them. */
export default listPage(tariffList);
