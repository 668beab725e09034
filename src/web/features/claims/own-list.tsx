import { type ReactNode, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { useReadFirst } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import type { Answer } from '#web/kit/list/definition.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import styles from './claims.module.css';
import { debtTexts } from './texts.ts';

const step = 20;

/** What concerns one person, in one column: he has a handful of it, not a table. */
export function OwnList<Row extends { id: number }>({
  operation,
  individualId,
  words: { title, lead, empty },
  actions,
  children,
}: {
  operation: Operation;
  individualId: number;
  words: { title: string; lead: string; empty: string };
  /** What he may begin here. */
  actions?: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  const [count, setCount] = useState(step);
  const read = useReadFirst(operation, count, [{ params: { id: individualId } }]);
  const answer = read.data as Answer<Row> | undefined;
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{title}</h1>
      {answer?.items.length !== 0 && <p className="dim">{lead}</p>}
      {actions}
      {/* While more of them load, those that are there stay. */}
      <WithObject read={{ ...read, data: answer, isPlaceholderData: false }}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Card>{empty}</Card>
          ) : (
            <>
              <ul className={styles.list}>
                {items.map((row) => (
                  <li key={row.id}>{children(row)}</li>
                ))}
              </ul>
              {total > items.length && (
                <Button large busy={read.isPlaceholderData} onClick={() => setCount(items.length + step)}>
                  {debtTexts.own.more}
                </Button>
              )}
            </>
          )
        }
      </WithObject>
    </div>
  );
}
