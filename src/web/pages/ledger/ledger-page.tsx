import { ledger } from '#contract/money/ledger.ts';
import { ACCOUNTS } from '#domain/money/ledger-accounts.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { EntryPreview } from './entry-preview.tsx';
import { lineColumns } from './line-columns.tsx';
import { Months } from './months.tsx';
import { ledgerTexts } from './texts.ts';
import { TrialBalance } from './trial-balance.tsx';

const t = ledgerTexts;
const accounts = Object.fromEntries(Object.entries(ACCOUNTS).map(([code, { label }]) => [code, `${code} ${label}`]));

const linesList: ListDefinition<typeof ledger.lines> = {
  screen: 'ledger',
  title: t.statement,
  operation: ledger.lines,
  excel: ledger.linesExcel,
  columns: lineColumns,
  nameOf: ({ entryId }) => `${t.entry} ${entryId}`,
  filters: {
    account: { label: t.filters.account, values: accounts },
    from: { label: t.filters.from },
    to: { label: t.filters.to },
    settlementId: { label: t.filters.settlementId },
    holderId: { label: t.filters.holderId },
    entryId: { label: t.filters.entryId },
  },
  preview: (_, line) => line && <EntryPreview key={line.id} line={line} />,
  hrefOf: (_, row) => (row?.settlementId ? `/settlement-${row.settlementId}` : undefined),
  empty: t.empty,
};

/** The ledger of the platform: its months, its trial balance, and the lines of any account behind it. */
function LedgerPage() {
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.title}</h1>
        <ButtonLink to="/ledger/creditors">{t.links.creditors}</ButtonLink>
        <ButtonLink to="/ledger/debtors">{t.links.debtors}</ButtonLink>
        <ButtonLink to="/ledger/bank">{t.links.bank}</ButtonLink>
      </div>
      <Months />
      <TrialBalance />
      <ListScreen list={linesList} part />
    </div>
  );
}

export default withRows(LedgerPage, linesList);
