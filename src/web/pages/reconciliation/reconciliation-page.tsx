import type { Result } from '#contract/kernel/op.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import {
  DIFFERENCE_DECISIONS,
  DIFFERENCES,
  decisionTitle,
  differenceMachine,
  heldRest,
} from '#domain/money/reconciliation.ts';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { momentsColumn, sumsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { dash, formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { Runs } from './runs.tsx';
import { SeparateDialog } from './separate-dialog.tsx';
import { texts as t } from './texts.ts';

const { columns: titles } = t;
type Row = Result<typeof reconciliation.differences>['items'][number];

const columns: readonly Column<Row>[] = [
  { key: 'day', title: titles.day, sortable: true, cell: ({ day }) => formatDayOf(day) },
  { key: 'kind', title: titles.kind, cell: ({ kind }) => DIFFERENCES[kind] },
  {
    key: 'movement',
    title: titles.movement,
    cell: ({ movement, payoutId, theirs, ours }) =>
      t.movements[movement ?? (payoutId !== null ? 'payout' : (theirs ?? ours ?? 0) < 0 ? 'refund' : 'payment')],
  },
  sumsColumn('theirs', titles.theirs),
  sumsColumn('ours', titles.ours),
  wordsColumn('payment', titles.payment),
  wordsColumn('settlement', titles.settlement),
  wordsColumn('payout', titles.payout, { extra: true }),
  wordsColumn('purpose', titles.purpose),
  { key: 'status', title: titles.status, cell: ({ status }) => <StatusTag of={differenceMachine} status={status} /> },
  wordsColumn('statementId', titles.statementId, { extra: true }),
  wordsColumn('replacedLine', titles.replacedLine, { extra: true }),
  {
    key: 'decision',
    title: titles.decision,
    extra: true,
    cell: (row) => (row.decision ? decisionTitle(row.decision, row.decidedRest) : dash),
  },
  {
    key: 'booked',
    title: titles.booked,
    extra: true,
    cell: (row) => (row.booked ? DIFFERENCE_DECISIONS[row.booked] : dash),
  },
  wordsColumn('comment', titles.comment, { extra: true }),
  wordsColumn('decidedBy', titles.decidedBy, { extra: true }),
  momentsColumn('decidedAt', titles.decidedAt, { extra: true }),
];

function Preview({ row }: { row: Row }) {
  return (
    <>
      <Facts items={factsOf(columns, row)} />
      {row.status === 'open' && row.replacedLine !== null && <p>{t.reissued(row.replacedLine)}</p>}
      {row.status === 'open' && row.booked !== null && row.theirs === 0 && <p>{t.gone}</p>}
      {heldRest(row) !== 0 && <p>{t.heldOther(formatMoneyOf(row.theirs ?? 0), formatMoneyOf(row.bookedSum ?? 0))}</p>}
      {row.byTwo && (
        <div className="stack-tight">
          <p>
            {t.proposal(row.byTwo.maker)} · {t.outcomes[row.byTwo.status]}
          </p>
          <p className="dim">{row.byTwo.reason}</p>
          {row.byTwo.endedWhy !== null && <p className="small">{row.byTwo.endedWhy}</p>}
        </div>
      )}
      {row.waits && <p className="small">{t.waits}</p>}
      <div className="row">
        {row.decisions.length > 0 && (
          <Button onClick={() => openDialog((close) => <DecideDialog row={row} onClose={close} />)}>{t.decide}</Button>
        )}
        {row.maySeparate && (
          <Button onClick={() => openDialog((close) => <SeparateDialog row={row} onClose={close} />)}>
            {t.separate.button}
          </Button>
        )}
        {row.payoutId !== null && (
          <ButtonLink to="/dashboard/payouts" search={{ preview: row.payoutId }}>
            {row.payout}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

const statuses = choicesOf(differenceMachine);
const differenceList: ListDefinition<typeof reconciliation.differences> = {
  screen: 'reconciliation',
  title: t.title,
  operation: reconciliation.differences,
  columns,
  nameOf: ({ kind, day }) => `${DIFFERENCES[kind]}, ${formatDayOf(day)}`,
  status: { filter: 'status', choices: statuses, counts: reconciliation.counts, empty: { open: t.empty } },
  filters: { status: { label: titles.status, values: statuses }, kind: { label: titles.kind, values: DIFFERENCES } },
  searchHint: t.searchHint,
  counted: t.counted,
  beforeTable: <Runs />,
  preview: (_, row) => row && <Preview key={row.id} row={row} />,
  hrefOf: (_, row) => (row?.settlementId ? `/settlement-${row.settlementId}` : undefined),
  empty: t.empty,
};

/** What does not agree with the partner's statement, and the days that were compared. */
export default listPage(differenceList);
