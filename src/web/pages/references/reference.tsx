import { Fragment, type ReactNode } from 'react';
import { usePageData } from '#web/kit/page/page-title.ts';
import { useReferences } from '#web/kit/page/sections.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Link } from '#web/ui/link.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
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
  const { title = about } = usePageData();
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
        <PlainTable title={title} columns={head}>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </PlainTable>
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
