import { accounts } from '#contract/access/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { useRead, useWrite } from '#web/kit/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import ruled from '#web/ui/display/ruled.module.css';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { deviceOf } from './device.ts';
import { Loaded } from './loaded.tsx';
import styles from './profile.module.css';
import { texts } from './texts.ts';

const t = texts.sessions;

type Session = Result<typeof accounts.sessions>['items'][number];

/** Where the person is signed in; anything unfamiliar can be ended. */
export function SessionsCard() {
  const sessions = useRead(accounts.sessions);
  const endOthers = useWrite(accounts.endOtherSessions);
  return (
    <Card title={t.title}>
      <Loaded read={sessions}>
        {({ items, more }) => (
          <>
            <ul className={ruled.list}>
              {items.map((session) => (
                <SessionItem key={session.id} session={session} />
              ))}
            </ul>
            {more && <p className="dim small">{t.more}</p>}
            {endOthers.error && <Notice tone="danger">{endOthers.error.message}</Notice>}
            {items.length > 1 && (
              <Button className={styles.actions} busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                {t.endOthers}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function SessionItem({ session }: { session: Session }) {
  const end = useWrite(accounts.endSession);
  const device = deviceOf(session.userAgent) ?? t.unknown;
  return (
    <li className={ruled.row}>
      <div className={styles.session}>
        <p>{[device, session.ip].filter(Boolean).join(' · ')}</p>
        <p className="dim small">{t.seen(formatInstant(session.seenAt))}</p>
        {end.error && <Notice tone="danger">{end.error.message}</Notice>}
      </div>
      {session.current ? (
        <Tag tone="success">{t.current}</Tag>
      ) : (
        <Button
          aria-label={t.endOf(device)}
          busy={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}
