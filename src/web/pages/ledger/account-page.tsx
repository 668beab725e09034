import type { Result } from '#contract/kernel/op.ts';
import { ledger } from '#contract/money/ledger.ts';
import { ACCOUNT_CODES, type AccountCode, accountOf } from '#domain/money/ledger-accounts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { useListState } from '#web/kit/list/state.ts';
import { sumsColumn } from '#web/kit/list/table/cells.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { EntryPreview } from './entry-preview.tsx';
import { lineColumns } from './line-columns.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts;
type Row = Result<typeof ledger.accountLines>['items'][number];
type Account = Result<typeof ledger.account>;

/** What the list is narrowed to, which is what the card above it tells of. */
interface Narrowed {
  account?: AccountCode;
  holderId?: number;
  from?: string;
  to?: string;
}

const accounts = ACCOUNT_CODES.map((code) => [code, `${code} ${accountOf(code).label}`] as const);

/** What the account had before these days, what moved and what was left; another account or all of its holders are chosen here. */
function Head() {
  const [{ filter }, change] = useListState(ledger.accountLines, undefined);
  const { account = '1010', ...narrowed } = filter as Narrowed;
  const read = useRead(ledger.account, { query: { account, ...narrowed } });
  const { from, to } = narrowed;
  return (
    <Card title={accountOf(account).label}>
      <SelectField
        label={t.account}
        choices={accounts}
        value={account}
        onChange={({ target }) => change({ filter: { account: target.value, from, to } })}
      />
      <WithObject read={read}>
        {(card) => <Figures card={card} onWhole={() => change({ filter: { account, from, to } })} />}
      </WithObject>
    </Card>
  );
}

function Figures({ card, onWhole }: { card: Account; onWhole: () => void }) {
  return (
    <>
      <p className="dim">{t.period(formatDayOf(card.from), formatDayOf(card.to))}</p>
      {card.holder !== null && (
        <p className="row">
          {t.holder}: {card.holder} <Button onClick={onWhole}>{t.card.whole}</Button>
        </p>
      )}
      <Facts
        items={[
          { label: t.card.opening, value: formatMoneyOf(card.opening) },
          { label: t.card.debit, value: formatMoneyOf(card.debit) },
          { label: t.card.credit, value: formatMoneyOf(card.credit) },
          { label: t.card.closing, value: formatMoneyOf(card.closing) },
        ]}
      />
    </>
  );
}

const accountList: ListDefinition<typeof ledger.accountLines> = {
  screen: 'ledger-account',
  title: t.statement,
  operation: ledger.accountLines,
  excel: ledger.accountExcel,
  columns: [
    ...lineColumns
      .filter(({ key }) => key !== 'account')
      .map((column) => ({ ...column, sortable: column.key === 'bookDay' })),
    sumsColumn('balance', t.balance),
  ],
  nameOf: ({ entryId }: Row) => `${t.entry} ${entryId}`,
  filters: {
    from: { label: t.filters.from },
    to: { label: t.filters.to },
    holderId: { label: t.filters.holderId },
  },
  preview: (_, line) => line && <EntryPreview key={line.id} line={line} />,
  hrefOf: (_, row) => (row?.settlementId ? `/settlement-${row.settlementId}` : undefined),
  empty: t.card.empty,
};

/** An account, or what one holder has on it: its lines of some days with the balance after each. */
function AccountPage() {
  return (
    <div className="stack">
      <h1>{t.card.title}</h1>
      <Head />
      <ListScreen list={accountList} part />
    </div>
  );
}

export default withRows(AccountPage, accountList);
