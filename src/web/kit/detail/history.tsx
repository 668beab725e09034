import type * as z from 'zod';
import type { History } from '#contract/parties/verification.ts';
import { formatDay, parseDay } from '#domain/values/days.ts';
import { Card } from '#web/ui/display/card.tsx';
import { dash, formatInstant } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import type { ApiError } from '../data/api.ts';
import styles from './history.module.css';
import { historyTab } from './page.tsx';
import { detailTexts } from './texts.ts';
import { WithObject } from './with-object.tsx';

const t = detailTexts.history;
type Entry = z.output<typeof History>['items'][number];

interface HistoryProps {
  read: {
    data: z.output<typeof History> | undefined;
    error: ApiError | null;
    refetch: () => Promise<unknown>;
    isPlaceholderData: boolean;
  };
  /** What the fields of the object are called. */
  labels: Readonly<Record<string, string>>;
  /** How the values of a field that is a choice are called. */
  choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** How many entries are beside the card. */
const lately = 6;

/** What has happened lately, beside the card; the whole of it is one step away. */
export function Timeline({ read, ...words }: HistoryProps) {
  return (
    <Card title={t.title}>
      <WithObject read={read}>
        {({ items }) => (
          <>
            <Entries items={items.slice(0, lately)} {...words} />
            {items.length > lately && (
              <Link to="." search={{ tab: historyTab }} resetScroll={false}>
                {t.all}
              </Link>
            )}
          </>
        )}
      </WithObject>
    </Card>
  );
}

/** Who did what with the object, before → after, when; the newest first. */
export function WholeHistory({ read, ...words }: HistoryProps) {
  return (
    <Card>
      <WithObject read={read}>
        {({ items, more }) => (
          <>
            <Entries items={items} {...words} />
            {more && <p className="dim small">{t.more}</p>}
          </>
        )}
      </WithObject>
    </Card>
  );
}

function Entries({ items, labels, choices = {} }: { items: readonly Entry[] } & Omit<HistoryProps, 'read'>) {
  if (items.length === 0) return <p className="dim">{t.empty}</p>;
  return (
    <ol className={styles.entries}>
      {items.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p className={styles.what}>{entry.what}</p>
          {entry.changes.map((change) => (
            <p key={change.field} className="small">
              {labels[change.field] ?? change.field}
              {tellsValues(change) &&
                `: ${t.change(shown(change.before, choices[change.field]), shown(change.after, choices[change.field]))}`}
            </p>
          ))}
          {entry.reason && <p className={styles.reason}>{entry.reason}</p>}
          <p className="dim small">
            {entry.who}, <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** That something was shown is told without what it was. */
const tellsValues = ({ before, after }: Entry['changes'][number]): boolean => before !== null || after !== null;

/** Days are kept in one notation and read in another. */
function shown(value: string | null, names: Readonly<Record<string, string>> = {}): string {
  const name = value === null ? undefined : names[value];
  if (name !== undefined) return name;
  const day = parseDay(value ?? '');
  return day ? formatDay(day) : (value ?? dash);
}
