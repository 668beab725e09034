import type { Result } from '#contract/kernel/op.ts';
import { notifications } from '#contract/platform/notifications.ts';
import { useRead, useWrite } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { usePageInAddress } from '#web/kit/page/page-in-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink, useNavigate } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';
import styles from './notifications-page.module.css';
import { texts } from './texts.ts';

type NotificationRow = Result<typeof notifications.list>['items'][number];

/** What has happened in the affairs of the person; what he has opened counts as read. */
export default function NotificationsPage() {
  const [page, setPage] = usePageInAddress('page');
  const list = useRead(notifications.list, { query: { page } });
  const read = useWrite(notifications.read);
  const hasUnread = list.data?.items.some(({ readAt }) => readAt === null);
  return (
    <div className="stack">
      <div className="row spread">
        <h1>{texts.title}</h1>
        <div className="row">
          {hasUnread && (
            <Button busy={read.isPending} onClick={() => read.mutate({ body: {} })}>
              {texts.readAll}
            </Button>
          )}
          <ButtonLink to="/notifications/choices">{texts.choices}</ButtonLink>
        </div>
      </div>
      <WithObject read={{ ...list, isPlaceholderData: false }}>
        {(answer) => (
          <>
            {answer.items.length === 0 && <p className="dim">{page > 1 ? texts.nothingLeft : texts.empty}</p>}
            <ul className={styles.news}>
              {answer.items.map((notification) => (
                <Item
                  key={notification.id}
                  notification={notification}
                  onRead={() => read.mutate({ body: { ids: [notification.id] } })}
                />
              ))}
            </ul>
            <Pagination {...answer} onPage={setPage} />
          </>
        )}
      </WithObject>
    </div>
  );
}

function Item({
  notification: { title, about, detail, link, createdAt, readAt },
  onRead,
}: {
  notification: NotificationRow;
  onRead: () => void;
}) {
  const navigate = useNavigate();
  const open = (to: Href) => {
    if (readAt === null) onRead();
    void navigate({ to });
  };
  return (
    <li className={styles.item} data-unread={readAt === null || undefined}>
      <div className={styles.words}>
        <p>
          <strong>{title}</strong> {readAt === null && <Tag tone="info">{texts.unread}</Tag>}
        </p>
        {about && <p>{about}</p>}
        {detail && <p>{detail}</p>}
        <p className="dim small">{formatInstant(createdAt)}</p>
      </div>
      <div className="row">
        {readAt === null && (
          <Button variant="quiet" aria-label={texts.readOf(title)} onClick={onRead}>
            {texts.read}
          </Button>
        )}
        {link && (
          <Button aria-label={texts.openOf(title)} onClick={() => open(link as Href)}>
            {texts.open}
          </Button>
        )}
      </div>
    </li>
  );
}
