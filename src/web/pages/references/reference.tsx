import { Fragment, type ReactNode } from 'react';
import { usePageData } from '#web/kit/page/page-title.ts';
import { useReferences } from '#web/kit/page/sections.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from '#web/ui/table/plain-table.module.css';
import own from './references.module.css';
import { texts as t } from './texts.ts';

/** A reference: its title as the page declares it, what it is, its rows, and the way to the others. */
export function Reference({
  about,
  head,
  rows,
  children,
}: {
  about: string;
  head: readonly string[];
  /** The first cell names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** What narrows the rows. */
  children?: ReactNode;
}) {
  const { title } = usePageData();
  return (
    <div className="stack">
      <h1>{title}</h1>
      <nav aria-label={t.nav} className={own.nav}>
        {useReferences().map(({ to, title: name }) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
      </nav>
      <Card>
        <p className="dim">{about}</p>
        {children}
        {/* What scrolls must be reached by the keyboard, also where nothing in it can be pressed. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={styles.wide} aria-label={title} tabIndex={0}>
          <table className={styles.table}>
            <caption className="unseen">{title}</caption>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells: [name, ...cells] }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={head[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Card>
    </div>
  );
}

/** Several words, one below another. */
export const lines = (words: readonly string[]): ReactNode =>
  words.map((word) => (
    <Fragment key={word}>
      {word}
      <br />
    </Fragment>
  ));
