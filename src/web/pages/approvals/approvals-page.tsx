import type { Result } from '#contract/kernel/op.ts';
import { approvals } from '#contract/platform/approvals.ts';
import type { Tone } from '#domain/values/machine.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { momentsColumn, tagsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { ApprovalPreview } from './approval-preview.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof approvals.list>['items'][number];

const { columns: titles, statuses } = texts;
const tones: Record<Row['status'], Tone> = {
  pending: 'warning',
  approved: 'success',
  rejected: 'danger',
  expired: 'neutral',
};

const columns: readonly Column<Row>[] = [
  wordsColumn('title', titles.title),
  { key: 'object', title: titles.object, cell: (row) => row.objectName },
  wordsColumn('reason', titles.reason, { wide: true }),
  wordsColumn('maker', titles.maker),
  tagsColumn('status', titles.status, statuses, tones),
  momentsColumn('createdAt', titles.createdAt, { sortable: true, wide: true }),
  momentsColumn('expiresAt', titles.expiresAt, { sortable: true }),
  wordsColumn('decidedBy', titles.decidedBy, { extra: true }),
  wordsColumn('decisionReason', titles.decisionReason, { extra: true }),
];

const approvalsList: ListDefinition<typeof approvals.list> = {
  screen: 'approvals',
  title: texts.title,
  operation: approvals.list,
  columns,
  nameOf: (row) => `${row.title}: ${row.objectName}`,
  status: { filter: 'status', choices: statuses, counts: approvals.counts, empty: { pending: texts.empty } },
  searchHint: texts.searchHint,
  filters: { status: { label: titles.status, values: statuses } },
  preview: (_, row) => row && <ApprovalPreview key={row.id} row={row} columns={columns} />,
  empty: texts.empty,
};

/** The decisions that one person has proposed and another one takes. */
export default listPage(approvalsList);
