import { consents } from '#contract/parties/consents.ts';
import type { PublicDocumentKind } from '#domain/parties/consent.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { formatInstant } from '#web/ui/format.ts';
import styles from './public-document.module.css';
import { texts as t } from './texts.ts';

/** A document that everybody may read: its text with the version and the day from which it holds. */
export function PublicDocument({ kind }: { kind: PublicDocumentKind }) {
  const read = useRead(consents.publicDocument, { query: { kind } });
  return (
    <WithObject read={read}>
      {({ title, version, body, publishedAt }) => (
        <article className={`stack ${styles.document}`}>
          <h1>{title}</h1>
          <p className="dim small">{t.version(version, formatInstant(publishedAt))}</p>
          <div className={styles.body}>{body}</div>
        </article>
      )}
    </WithObject>
  );
}
