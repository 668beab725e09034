import { Card } from '#web/ui/display/card.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { dash, formatInstant } from '#web/ui/format.ts';
import styles from './entry-history.module.css';
import { entryHistoryTexts as t } from './entry-history-texts.ts';

interface Moment {
  at: string;
  to: string;
  reason: string | null;
}
interface EntryNotice {
  channel: keyof typeof t.channels;
  status: keyof typeof t.noticeStatuses;
  reason: string | null;
  plannedAt: string | null;
  createdAt: string;
}

export const When = ({ at }: { at: string }) => <time dateTime={at}>{formatInstant(at)}</time>;

/** That a history shows less than there is. */
export const MoreHistory = ({ of: { moreHistory } }: { of: { moreHistory: boolean } }) =>
  moreHistory && <p className="dim small">{t.more}</p>;

/** What has happened to an entry: found, told, accepted, rejected. */
export function EntryMoments({ moments }: { moments: readonly Moment[] }) {
  return (
    <Card title={t.moments}>
      {moments.length === 0 && <p className="dim">{t.noMoments}</p>}
      <ol className={styles.list}>
        {moments.map(({ at, to, reason }) => (
          <li key={`${at} ${to}`}>
            <p>
              <strong>{to}</strong>
            </p>
            {reason && <p className="small">{reason}</p>}
            <p className="dim small">
              <When at={at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const tones = { shown: 'success', planned: 'info', refused: 'warning', sent: 'success' } as const;

/** How the debtor was told, or why he could not be. */
export function EntryNotices({ notices }: { notices: readonly EntryNotice[] }) {
  return (
    <Card title={t.notices}>
      {notices.length === 0 && <p className="dim">{t.noNotices}</p>}
      <ul className={styles.list}>
        {notices.map(({ channel, status, reason, plannedAt, createdAt }) => (
          <li key={`${channel} ${createdAt}`} className={styles.notice}>
            <p>
              <strong>{t.channels[channel]}</strong>
              <span className="dim small">
                {status === 'planned' && plannedAt ? t.planned(formatInstant(plannedAt)) : formatInstant(createdAt)}
              </span>
            </p>
            <Tag tone={tones[status]}>{t.noticeStatuses[status]}</Tag>
            {reason && <p className="small">{t.contactReasons[reason] ?? dash}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
