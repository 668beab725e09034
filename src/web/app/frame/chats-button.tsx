import { MessageCircle } from 'lucide-react';
import { chats } from '#contract/settlements/chats.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './top-bar.module.css';

const most = 99;
/** Each talk has a connection of its own, so the counter of all of them is asked for; whoever is away does not use his session by that. */
const pollMs = 30_000;

/** The way to the talks, with the number of those in which something is not read. */
export default function ChatsButton() {
  return accessTo(chats.unread, useMe()) === 'no' ? null : <Counted />;
}

function Counted() {
  const count = useFollow(chats.unread, () => pollMs).data?.count ?? 0;
  return (
    <Link to="/chats" className={styles.bell} aria-label={frameTexts.chats(count)} title={frameTexts.chats(count)}>
      <MessageCircle size={20} aria-hidden="true" />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > most ? `${most}+` : count}
        </span>
      )}
    </Link>
  );
}
