import type { documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import styles from './document-blocks.module.css';

type Block = Result<typeof documents.readNotice>['blocks'][number];
type Table = Extract<Block, { type: 'table' }>;

/** The look of a dialog that holds a document. */
export const wideDialog: string | undefined = styles.dialog;

/** A document as its paper will read, piece by piece. */
export function DocumentBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <article className={styles.text}>
      {blocks.map((block, index) => (
        // The pieces of a text have no names but their places.
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={index} block={block} />
      ))}
    </article>
  );
}

function Piece({ block }: { block: Block }) {
  switch (block.type) {
    case 'title':
      return <h3>{block.text}</h3>;
    case 'heading':
      return (
        <h4>
          {block.number}. {block.text}
        </h4>
      );
    case 'paragraph':
      return (
        <p>
          {block.number && `${block.number}. `}
          {block.text}
        </p>
      );
    case 'table':
      return <TextTable table={block} />;
    default:
      return (
        <div>
          {block.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      );
  }
}

function TextTable({ table: { columns, rows, hasTotal } }: { table: Table }) {
  return (
    // Whoever reads by the keyboard moves a wide table, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.wide} tabIndex={0} role="group" aria-label={columns.map(({ title }) => title).join(', ')}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ title, align }) => (
              <th key={title} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.join('|')} data-total={(hasTotal && at === rows.length - 1) || undefined}>
              {row.map((cell, index) => (
                <td key={columns[index]?.title} data-align={columns[index]?.align}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
