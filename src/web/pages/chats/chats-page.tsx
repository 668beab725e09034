import type { Result } from '#contract/kernel/op.ts';
import { chats } from '#contract/settlements/chats.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { SupportButton } from '#web/features/support/support-button.tsx';
import { useFollow } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { usePageInAddress } from '#web/kit/page/page-in-address.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink, Link } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';
import styles from './chats.module.css';
import { texts as t } from './texts.ts';

type Row = Result<typeof chats.list>['items'][number];

/** How often the counters of the talks are asked for: each talk has its own connection, and none is about all of them. */
const pollMs = 15_000;
const follow = (): number => pollMs;

/** All talks of the one who looks, those that wait for his answer first. */
export default function ChatsPage() {
  const [page, setPage] = usePageInAddress('page');
  const [waitingPage, setWaitingPage] = usePageInAddress('waiting');
  const waiting = useFollow(chats.list, follow, { query: { page: waitingPage, filter: { waits: true } } });
  const others = useFollow(chats.list, follow, { query: { page, filter: { waits: false } } });
  return (
    <div className="stack">
      <div className="row spread">
        <h1>{t.title}</h1>
        <div className="row">
          <Can op={complaints.own}>
            <ButtonLink to="/complaints/own">{t.complaints}</ButtonLink>
          </Can>
          <SupportButton />
        </div>
      </div>
      <WithObject read={{ ...others, isPlaceholderData: false }}>
        {(answer) => (
          <>
            <Rows title={t.waiting} rows={waiting.data?.items ?? []} />
            {waiting.data && <Pagination {...waiting.data} onPage={setWaitingPage} />}
            <Rows title={waiting.data?.items.length ? t.others : t.all} rows={answer.items} />
            {answer.total + (waiting.data?.total ?? 0) === 0 && <p className="dim">{t.empty}</p>}
            <Pagination {...answer} onPage={setPage} />
          </>
        )}
      </WithObject>
    </div>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="stack-tight">
      <h2>{title}</h2>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/chat-${row.id}` as Href} className={styles.row}>
              <Avatar name={row.title} url={null} />
              <span className={styles.words}>
                <strong>{[row.title, row.about].filter(Boolean).join(', ')}</strong>
                <span className={styles.last}>{lastOf(row)}</span>
              </span>
              <span className={styles.side}>
                {formatInstantDay(row.lastAt)}
                {row.unread > 0 && (
                  <span className={styles.count}>
                    <span className="unseen">{t.unread(row.unread)}</span>
                    <span aria-hidden="true">{row.unread}</span>
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const lastOf = ({ last }: Row): string => (last === null ? t.nothing : last.own ? t.you(last.text) : last.text);
