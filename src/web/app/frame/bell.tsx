import { useLocation } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect } from 'react';
import { notifications } from '#contract/platform/notifications.ts';
import { refreshOf, useRead } from '#web/kit/data/query.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './top-bar.module.css';

const most = 99;

/**
 * The way to the notifications, with the number of unread ones. It asks again on each page and when the window is looked
 * at, never by a clock: that would keep the session of somebody who has gone away alive.
 */
export default function Bell() {
  const { pathname } = useLocation();
  useEffect(() => void refreshOf(notifications.unread), [pathname]);
  const count = useRead(notifications.unread).data?.count ?? 0;
  return (
    <Link
      to="/notifications"
      className={styles.bell}
      aria-label={frameTexts.bell(count)}
      title={frameTexts.bell(count)}
    >
      <BellIcon size={20} aria-hidden="true" />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > most ? `${most}+` : count}
        </span>
      )}
    </Link>
  );
}
