import type { ComponentType } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import type { consents } from '#contract/parties/consents.ts';
import { CONSENT_CHANNELS } from '#domain/parties/consent.ts';
import { classes } from '#web/ui/classes.ts';
import ruled from '#web/ui/display/ruled.module.css';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import styles from './consents.module.css';
import { DocumentText } from './document-text.tsx';
import { consentTexts as t } from './texts.ts';

export type Given = Result<typeof consents.ofIndividual>['items'][number];

/** What somebody has signed, each document with its text as it was. */
export function ConsentList({
  items,
  action: Action,
}: {
  items: readonly Given[];
  /** What may be done with each. */
  action?: ComponentType<{ consent: Given }>;
}) {
  if (items.length === 0) return <p className="dim">{t.empty}</p>;
  return (
    <ul className={ruled.list}>
      {items.map((consent) => (
        <li key={consent.id} className={classes(ruled.row, ruled.long)}>
          <div className={styles.what}>
            <p>{consent.title}</p>
            <p className="dim small">{factsOf(consent)}</p>
            {consent.revokedAt && <Tag tone="neutral">{t.revoked(formatInstant(consent.revokedAt))}</Tag>}
            <DocumentText title={consent.title} body={`${consent.body}\n\n${t.fingerprint}: ${consent.sha256}`} />
          </div>
          {Action && <Action consent={consent} />}
        </li>
      ))}
    </ul>
  );
}

const factsOf = ({ version, givenAt, channel, ip }: Given): string =>
  [t.version(version), t.given(formatInstant(givenAt), CONSENT_CHANNELS[channel]), ip && t.from(ip)]
    .filter(Boolean)
    .join(', ');
