import type { Result } from '#contract/kernel/op.ts';
import { ledger } from '#contract/money/ledger.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { sumsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { CardLinks } from './card-links.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.creditors;
const { filters } = ledgerTexts;
type Row = Result<typeof ledger.creditors>['items'][number];

const columns: readonly Column<Row>[] = [
  wordsColumn('creditor', t.creditor, { sortable: true }),
  wordsColumn('inn', t.inn),
  sumsColumn('owed', t.owed, { sortable: true }),
  sumsColumn('feeDebt', t.feeDebt, { sortable: true }),
];

const creditorsList: ListDefinition<typeof ledger.creditors> = {
  screen: 'ledger-creditors',
  title: t.title,
  operation: ledger.creditors,
  excel: ledger.creditorsExcel,
  columns,
  nameOf: ({ creditor }) => creditor,
  filters: { day: { label: filters.day } },
  searchHint: t.searchHint,
  beforeTable: <p className="dim">{t.lead}</p>,
  preview: (_, row) =>
    row && (
      <>
        <Facts items={factsOf(columns, row)} />
        <CardLinks operation={ledger.creditors} accounts={['2010', '1200']} holderId={row.id} />
      </>
    ),
  hrefOf: (id) => `/legal-entity-${id}`,
  empty: t.empty,
};

/** What is owed to each creditor, and what he owes of fees, at the end of any day. */
export default listPage(creditorsList);
