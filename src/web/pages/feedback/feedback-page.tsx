import type { Result } from '#contract/kernel/op.ts';
import { endings } from '#contract/settlements/endings.ts';
import { feedbackMachine } from '#domain/settlements/feedback.ts';
import { Decision } from '#web/kit/detail/decision.tsx';
import { useMove } from '#web/kit/detail/use-move.ts';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './texts.ts';

const { columns: titles } = texts;
type Row = Result<typeof endings.feedbacks>['items'][number];

const columns: readonly Column<Row>[] = [
  momentsColumn('at', titles.at, { sortable: true }),
  wordsColumn('number', titles.number),
  wordsColumn('debtor', titles.debtor, { wide: true }),
  wordsColumn('creditor', titles.creditor),
  { key: 'rating', title: titles.rating, numeric: true, cell: ({ rating }) => String(rating) },
  wordsColumn('text', titles.text, { none: texts.noText }),
  { key: 'status', title: titles.status, cell: ({ status }) => <StatusTag of={feedbackMachine} status={status} /> },
];

function Preview({ row }: { row: Row }) {
  return (
    <>
      <Facts items={factsOf(columns, row)} />
      {row.status === 'moderation' && <Moderation id={row.id} />}
    </>
  );
}

/** Whoever reads it decides; a refusal says why. */
function Moderation({ id }: { id: number }) {
  const [publishing, publish] = useMove(endings.moderate, texts.published);
  const [busy, reject] = useMove(endings.moderate, texts.rejected);
  const params = { id };
  return (
    <Decision
      label={texts.reason}
      maxLength={500}
      needReason={texts.needReason}
      renderYes={() => (
        <Button variant="primary" busy={publishing} onClick={() => publish({ params, body: { move: 'publish' } })}>
          {texts.publish}
        </Button>
      )}
      no={{ label: texts.reject, busy, make: (reason) => reject({ params, body: { move: 'reject', reason } }) }}
    />
  );
}

const statuses = choicesOf(feedbackMachine);
const feedbackList: ListDefinition<typeof endings.feedbacks> = {
  screen: 'feedback',
  title: texts.title,
  operation: endings.feedbacks,
  columns,
  nameOf: ({ number }) => number,
  status: { filter: 'status', choices: statuses, empty: { moderation: texts.nobodyWaits } },
  filters: { status: { label: texts.status, values: statuses } },
  preview: (_, row) => row && <Preview key={row.id} row={row} />,
  hrefOf: (id) => `/settlement-${id}`,
  empty: texts.empty,
};

/** Opinions of debtors, for those who publish them. */
export default listPage(feedbackList);
