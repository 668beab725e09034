import { useMemo, useState } from 'react';
import { problemCodes, severities } from '#domain/registries/registry-problems.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { dash } from '#web/ui/format.ts';
import { paramsOf, type Registry, type RegistryKindView, type RegistryOperations } from '../kind.ts';
import { registryTexts } from '../texts.ts';
import { CorrectionGrid } from './correction-grid.tsx';

const t = registryTexts.problems;

/** What is wrong with the rows of the file: put right here by whom that is allowed, and the whole list of it. */
export function ErrorsTab({ view, registry }: { view: RegistryKindView; registry: Registry }) {
  const { id, legalEntityId } = registry;
  const list = useMemo(() => listOf(view, { id, legalEntityId }), [view, id, legalEntityId]);
  // Rows that were put right are looked at until the end, also the last one.
  const [wasWrong] = useState(registry.counts.error > 0);
  const canCorrect = registry.moves.includes('correct') && (wasWrong || registry.counts.error > 0);
  return (
    <>
      {canCorrect && <CorrectionGrid view={view} registry={registry} />}
      <ListScreen key={id} list={list} part />
    </>
  );
}

function listOf(
  view: RegistryKindView,
  registry: Pick<Registry, 'id' | 'legalEntityId'>,
): ListDefinition<RegistryOperations['importErrors']> {
  const names: Record<string, string> = Object.fromEntries(view.columns.map(({ code, header }) => [code, header]));
  return {
    screen: `registry-problems-${view.kind}`,
    title: t.title,
    operation: view.operations.importErrors,
    params: paramsOf(registry),
    columns: [
      { key: 'rowNo', title: t.columns.rowNo, sortable: true, cell: ({ rowNo }) => t.name(rowNo) },
      { key: 'column', title: t.columns.column, cell: ({ column }) => (column && names[column]) ?? dash },
      {
        key: 'severity',
        title: t.columns.severity,
        cell: ({ severity }) => <Tag tone={severity === 'error' ? 'danger' : 'warning'}>{severities[severity]}</Tag>,
      },
      { key: 'message', title: t.columns.message, cell: ({ message }) => message },
      { key: 'value', title: t.columns.value, cell: ({ value }) => value ?? dash },
      { key: 'code', title: t.columns.code, extra: true, cell: ({ code }) => problemCodes[code] },
    ],
    nameOf: ({ rowNo }) => t.name(rowNo),
    status: { filter: 'severity', choices: severities },
    filters: {
      severity: { label: t.filters.severity, values: severities },
      code: { label: t.filters.code, values: problemCodes },
      column: { label: t.filters.column, values: names },
    },
    empty: t.empty,
  };
}
