import { audit } from '#contract/platform/audit.ts';
import type { Tone } from '#domain/values/machine.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { momentsColumn, tagsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { dash } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { AuditPreview } from './audit-preview.tsx';
import { changesOf, type Entry, objectOf } from './changes.ts';
import { texts } from './texts.ts';
import { VerificationLine } from './verification-line.tsx';

const { columns: titles, actions, filters } = texts;
const tones: Record<Entry['action'], Tone> = { insert: 'success', update: 'info', delete: 'danger', reveal: 'warning' };
/** So many fields are named in the row; all of them are in the preview. */
const fieldsShown = 3;

const columns: readonly Column<Entry>[] = [
  momentsColumn('at', titles.at, { sortable: true }),
  wordsColumn('who', titles.who, { none: texts.system }),
  wordsColumn('about', titles.about),
  { ...tagsColumn('action', titles.action, actions, tones), wide: true },
  { key: 'object', title: titles.object, cell: objectOf },
  { key: 'changes', title: titles.changes, cell: summaryOf },
  { key: 'id', title: titles.id, extra: true, numeric: true, cell: ({ id }) => id },
  wordsColumn('reason', titles.reason, { extra: true }),
  wordsColumn('ip', titles.ip, { extra: true }),
  wordsColumn('operation', titles.operation, { extra: true }),
  wordsColumn('requestId', titles.requestId, { extra: true }),
];

function summaryOf(row: Entry): string {
  const fields = changesOf(row).map(({ field }) => field);
  const shown = fields.slice(0, fieldsShown).join(', ');
  return fields.length > fieldsShown ? `${shown}…` : shown || dash;
}

const auditList: ListDefinition<typeof audit.list> = {
  screen: 'audit',
  title: texts.title,
  operation: audit.list,
  columns,
  nameOf: (row) => row.about,
  status: { filter: 'action', choices: actions, counts: audit.counts },
  searchHint: texts.searchHint,
  filters: {
    from: { label: filters.from },
    to: { label: filters.to },
    action: { label: filters.action, values: actions },
    objectType: { label: filters.objectType },
    objectId: { label: filters.objectId },
    accountId: { label: filters.accountId },
    operation: { label: filters.operation },
    id: { label: filters.id },
  },
  preview: (_, row) => row && <AuditPreview row={row} />,
  beforeTable: <VerificationLine />,
  empty: texts.empty,
};

/** Who did what to which object. */
export default listPage(auditList);
