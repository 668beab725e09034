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

const t = ledgerTexts.debtors;
const { filters } = ledgerTexts;
type Row = Result<typeof ledger.debtors>['items'][number];

const columns: readonly Column<Row>[] = [
  wordsColumn('debtor', t.debtor, { sortable: true }),
  sumsColumn('claims', t.claims),
  sumsColumn('penalties', t.penalties),
  sumsColumn('forgivable', t.forgivable),
  sumsColumn('overpaid', t.overpaid),
];

const debtorsList: ListDefinition<typeof ledger.debtors> = {
  screen: 'ledger-debtors',
  title: t.title,
  operation: ledger.debtors,
  excel: ledger.debtorsExcel,
  columns,
  nameOf: ({ debtor }) => debtor,
  filters: { day: { label: filters.day } },
  searchHint: t.searchHint,
  beforeTable: <p className="dim">{t.lead}</p>,
  preview: (_, row) =>
    row && (
      <>
        <Facts items={factsOf(columns, row)} />
        <CardLinks operation={ledger.debtors} accounts={['2020']} holderId={row.id} />
      </>
    ),
  hrefOf: (id) => `/individual-${id}`,
  empty: t.empty,
};

/** What each debtor owes by his agreements at the end of any day. */
export default listPage(debtorsList);
