import type { Result } from '#contract/kernel/op.ts';
import { forgivenSums } from '#contract/settlements/forgiven-sums.ts';
import { debtPart } from '#domain/settlements/debt-structure.ts';
import { FORGIVEN, forgivenShown, INCOME } from '#domain/settlements/forgiven-sum.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { sumsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './texts.ts';

const { columns: titles } = texts;
type Row = Result<typeof forgivenSums.list>['items'][number];

/** «Неустойка 1 200,00, оспорена; Проценты 300,00» */
const partsOf = ({ parts }: Row): string =>
  parts
    .map(
      ({ code, amount, disputed }) =>
        `${debtPart(code).short} ${formatAmountOf(amount)}${disputed ? `, ${texts.disputedPart}` : ''}`,
    )
    .join('; ');

const columns: readonly Column<Row>[] = [
  { key: 'forgivenOn', title: titles.forgivenOn, sortable: true, cell: (row) => formatDayOf(row.forgivenOn) },
  { key: 'what', title: titles.what, wide: true, cell: ({ what }) => FORGIVEN[what] },
  wordsColumn('number', titles.number),
  wordsColumn('debtor', titles.debtor),
  sumsColumn('forgiven', titles.forgiven),
  { key: 'status', title: titles.status, cell: (row) => <State of={row} /> },
  sumsColumn('tax', titles.tax),
  { key: 'reportBy', title: titles.reportBy, cell: ({ reportBy }) => formatDayOf(reportBy) },
  { key: 'income', title: titles.income, wide: true, cell: ({ income }) => INCOME[income] },
  sumsColumn('acknowledged', titles.acknowledged, { wide: true }),
  sumsColumn('disputed', titles.disputed, { wide: true }),
  sumsColumn('before', titles.before, { extra: true }),
  {
    key: 'parts',
    title: titles.parts,
    wide: true,
    exports: ['principal', 'interest', 'penalty', 'fee'],
    cell: partsOf,
  },
  wordsColumn('creditor', titles.creditor, { wide: true }),
  wordsColumn('contractNumber', titles.contractNumber, { extra: true }),
];

function State({ of }: { of: Row }) {
  const { label, tone } = forgivenShown(of.what, of.status);
  return <Tag tone={tone}>{label}</Tag>;
}

/** A tax is asked after within three years: this year and those before it (НК РФ, ст. 113). */
const thisYear = Number(serverDay().slice(0, 4));
const years = Object.fromEntries([3, 2, 1, 0].map((before) => [thisYear - before, String(thisYear - before)]));
const nothing = Object.fromEntries(Object.keys(years).map((year) => [year, texts.nothingIn(year)]));

const forgivenList: ListDefinition<typeof forgivenSums.list> = {
  screen: 'forgiven-sums',
  title: texts.title,
  operation: forgivenSums.list,
  excel: forgivenSums.exportExcel,
  columns,
  nameOf: ({ number }) => number,
  status: { filter: 'year', label: texts.years, choices: years, empty: nothing },
  filters: {
    legalEntityId: { label: texts.filters.legalEntityId },
  },
  searchHint: texts.searchHint,
  beforeTable: <p className="dim">{texts.lead}</p>,
  hrefOf: (_, row) => row && `/settlement-${row.settlementId}`,
  empty: texts.empty,
};

/** What the agreements of a company have forgiven by years: the list from which its accountant reports. */
export default listPage(forgivenList);
