import { agreementTemplates } from '#contract/documents/agreement-templates.ts';
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts';
import type { ListDefinition, RowOf } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { TemplatePreview } from './template-preview.tsx';
import { texts } from './texts.ts';

const t = texts.templates;

const columns: readonly Column<RowOf<typeof agreementTemplates.list>>[] = [
  { key: 'kind', title: t.columns.kind, cell: ({ kind }) => DOCUMENT_KINDS[kind] },
  { key: 'version', title: t.columns.version, numeric: true, cell: ({ version }) => String(version) },
  {
    key: 'state',
    title: t.columns.state,
    cell: ({ isCurrent }) => (
      <Tag tone={isCurrent ? 'success' : 'neutral'}>{isCurrent ? t.states.current : t.states.former}</Tag>
    ),
  },
  { key: 'createdAt', title: t.columns.createdAt, sortable: true, cell: ({ createdAt }) => formatInstant(createdAt) },
  { key: 'issued', title: t.columns.issued, numeric: true, cell: ({ issued }) => String(issued ?? '') },
];

const templateList: ListDefinition<typeof agreementTemplates.list> = {
  screen: 'settlement-templates',
  title: t.title,
  operation: agreementTemplates.list,
  columns,
  nameOf: ({ kind, version }) => `${DOCUMENT_KINDS[kind]}, ${t.columns.version.toLowerCase()} ${version}`,
  searchHint: t.searchHint,
  beforeTable: <p className="dim">{t.lead}</p>,
  preview: (id) => <TemplatePreview key={id} id={id} columns={columns} />,
  empty: t.empty,
};

/** The reference «settlement-templates»: every form of documents, its text, and what was made by it. */
export default listPage(templateList);
