import { useMemo } from 'react';
import { verdicts } from '#domain/registries/registry-import.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { dash, formatAmountOf } from '#web/ui/format.ts';
import { type ColumnTexts, columnTexts } from '../column-texts.ts';
import { type DryRow, paramsOf, type Registry, type RegistryKindView, type RegistryOperations } from '../kind.ts';
import { registryTexts } from '../texts.ts';
import styles from './differences-tab.module.css';

const t = registryTexts.differences;
const choices = Object.fromEntries(Object.entries(verdicts).map(([verdict, { label }]) => [verdict, label]));

/** What each row of the file would do to what is there, field by field; what the file no longer has. */
export function DifferencesTab({ view, registry }: { view: RegistryKindView; registry: Registry }) {
  const { id, legalEntityId, absent } = registry;
  const list = useMemo(() => listOf(view, { id, legalEntityId }), [view, id, legalEntityId]);
  return (
    <>
      {absent !== null && absent > 0 && (
        <Notice tone="warning">
          {t.absent(absent)}. {t.absentHint}
        </Notice>
      )}
      <ListScreen key={id} list={list} part />
    </>
  );
}

function listOf(
  view: RegistryKindView,
  registry: Pick<Registry, 'id' | 'legalEntityId'>,
): ListDefinition<RegistryOperations['rows']> {
  const texts = columnTexts(view.columns);
  return {
    screen: `registry-rows-${view.kind}`,
    title: t.title,
    operation: view.operations.rows,
    params: paramsOf(registry),
    idOf: ({ rowNo }) => rowNo,
    columns: [
      { key: 'rowNo', title: t.columns.rowNo, sortable: true, cell: ({ rowNo }) => t.name(rowNo) },
      {
        key: 'verdict',
        title: t.columns.verdict,
        cell: ({ verdict }) => (verdict ? <Tag tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Tag> : dash),
      },
      { key: 'debtor', title: t.columns.debtor, cell: ({ debtor }) => debtor },
      { key: 'contract', title: t.columns.contract, cell: ({ contract }) => contract ?? dash },
      {
        key: 'total',
        title: t.columns.total,
        numeric: true,
        cell: ({ totalAmount }) => formatAmountOf(totalAmount),
      },
      {
        key: 'changes',
        title: t.columns.changes,
        cell: ({ changes }) => changes.map(({ column }) => texts.headingOf(column)).join(', ') || dash,
      },
    ],
    nameOf: ({ rowNo }) => t.name(rowNo),
    status: { filter: 'verdict', choices },
    filters: { verdict: { label: t.filters.verdict, values: choices }, warned: { label: t.filters.warned } },
    preview: (_id, row) => row && <Difference row={row} texts={texts} />,
    empty: t.empty,
  };
}

/** One row: what it changes, before and after, and its problems. */
function Difference({ row, texts: { headingOf, valueText } }: { row: DryRow; texts: ColumnTexts }) {
  const { changes, problems, verdict } = row;
  return (
    <div className="stack">
      {verdict && (
        <div>
          <Tag tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Tag>
        </div>
      )}
      <p>{[row.debtor, row.contract].filter(Boolean).join(' · ')}</p>
      {changes.length > 0 && (
        <section>
          <h3>{t.changed}</h3>
          <dl className={styles.changes}>
            {changes.map(({ column, before, after }) => (
              <div key={column}>
                <dt>{headingOf(column)}</dt>
                <dd>
                  <del>{valueText(column, before)}</del> → <ins>{valueText(column, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {problems.length > 0 && (
        <section>
          <h3>{t.problems}</h3>
          <ul className={styles.problems}>
            {problems.map(({ id, column, message, severity }) => (
              <li key={id} data-severity={severity}>
                {column && `${headingOf(column)}: `}
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.length === 0 && problems.length === 0 && <p className="dim">{t.nothing}</p>}
    </div>
  );
}
