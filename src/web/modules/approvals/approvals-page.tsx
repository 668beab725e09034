import { approvals } from '#contract/approvals.ts';
import type { Result } from '#contract/kernel/op.ts';
import type { Tone } from '#domain/machine.ts';
import type { ListDefinition } from '#web/app/list/definition.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { absent, formatInstant } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { Tag } from '#web/ui/tag.tsx';
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
  { key: 'title', title: titles.title, cell: (row) => row.title },
  { key: 'object', title: titles.object, cell: (row) => row.objectName },
  { key: 'reason', title: titles.reason, cell: (row) => row.reason },
  { key: 'maker', title: titles.maker, cell: (row) => row.maker },
  {
    key: 'status',
    title: titles.status,
    cell: ({ status }) => <Tag tone={tones[status]}>{statuses[status]}</Tag>,
  },
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstant(row.createdAt) },
  { key: 'expiresAt', title: titles.expiresAt, sortable: true, cell: (row) => formatInstant(row.expiresAt) },
  { key: 'decidedBy', title: titles.decidedBy, extra: true, cell: (row) => row.decidedBy ?? absent },
  { key: 'decisionReason', title: titles.decisionReason, extra: true, cell: (row) => row.decisionReason ?? absent },
];

const approvalsList: ListDefinition<typeof approvals.list> = {
  screen: 'approvals',
  title: texts.title,
  operation: approvals.list,
  columns,
  nameOf: (row) => `${row.title}: ${row.objectName}`,
  status: { filter: 'status', choices: statuses },
  filters: { status: { label: titles.status, values: statuses } },
  preview: (_, row) => row && <ApprovalPreview key={row.id} row={row} columns={columns} />,
  empty: texts.empty,
};

/** The decisions that one person has proposed and another one takes. */
export default function ApprovalsPage() {
  return <ListScreen list={approvalsList} />;
}
