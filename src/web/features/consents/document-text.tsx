import styles from './consents.module.css';
import { consentTexts as t } from './texts.ts';

/** The text of a document, to be opened. */
export function DocumentText({ title, body }: { title: string; body: string }) {
  return (
    <details className={styles.document}>
      <summary aria-label={`${t.read}: ${title}`}>{t.read}</summary>
      <div className={styles.text}>{body}</div>
    </details>
  );
}
