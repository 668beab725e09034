import styles from './plan-builder.module.css';

export interface ShownTax {
  short: string;
  sentences: readonly string[];
}

/** What whoever signs should know of the tax on what is forgiven: one line, and all of it to be opened. */
export function TaxDetails({ note }: { note: ShownTax | null }) {
  if (!note) return null;
  return (
    <details className={styles.more}>
      <summary>{note.short}</summary>
      {note.sentences.map((sentence) => (
        <p key={sentence} className="small">
          {sentence}
        </p>
      ))}
    </details>
  );
}
