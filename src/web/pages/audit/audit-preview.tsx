import { Facts } from '#web/ui/display/facts.tsx';
import { formatInstant } from '#web/ui/format.ts';
import styles from './audit-preview.module.css';
import { changesOf, type Entry, objectOf } from './changes.ts';
import { texts } from './texts.ts';

const { columns: titles } = texts;

/** One entry of the log: who, when, why, and each field before and after. */
export function AuditPreview({ row }: { row: Entry }) {
  const changes = changesOf(row);
  return (
    <>
      <Facts
        items={[
          { label: titles.at, value: formatInstant(row.at) },
          { label: titles.who, value: row.who ?? texts.system },
          { label: titles.object, value: objectOf(row) },
          { label: titles.reason, value: row.reason },
          { label: titles.ip, value: row.ip },
          { label: titles.operation, value: row.operation },
          { label: titles.requestId, value: row.requestId },
        ]}
      />
      {changes.length === 0 ? (
        <p className="dim">{texts.nothing}</p>
      ) : (
        <ul aria-label={titles.changes} className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <span className="dim small">{field}</span>
              <div className={styles.values}>
                <del>
                  <span className="unseen">{texts.before}: </span>
                  {before}
                </del>
                <span aria-hidden="true">→</span>
                <ins>
                  <span className="unseen">{texts.after}: </span>
                  {after}
                </ins>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
