import { registryColumns } from '#domain/registries/registry-columns.ts';
import { columnTexts } from '#web/features/registries/column-texts.ts';
import styles from '#web/features/registries/entry-history.module.css';
import { When } from '#web/features/registries/entry-history.tsx';
import { entryHistoryTexts as t } from '#web/features/registries/entry-history-texts.ts';
import { Card } from '#web/ui/display/card.tsx';

const { headingOf, valueText } = columnTexts(registryColumns.full);

interface Version {
  version: number;
  at: string;
  registryNumber: number;
  changes: readonly { column: string; before: string | null; after: string | null }[];
}
/** What each load has changed in an entry, before and after; the latest first. */
export function EntryVersions({ versions }: { versions: readonly Version[] }) {
  return (
    <Card title={t.versions}>
      <ol className={styles.list}>
        {versions.map(({ version, at, registryNumber, changes }) => (
          <li key={version}>
            <p>
              <strong>{t.version(version)}</strong>{' '}
              <span className="dim small">
                {t.from(registryNumber)}, <When at={at} />
              </span>
            </p>
            {changes.length === 0 && version === 1 && <p className="dim small">{t.first}</p>}
            {changes.map(({ column, before, after }) => (
              <p key={column} className="small">
                {headingOf(column)}: {t.change(valueText(column, before), valueText(column, after))}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}
