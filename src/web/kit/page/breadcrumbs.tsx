import { Link } from '@tanstack/react-router';
import { frameTexts } from '#web/kit/page/texts.ts';
import styles from './breadcrumbs.module.css';

/** The way to a detail page: the sections above it, then what is on the screen. */
export function Breadcrumbs({ above, here }: { above: readonly { to: string; title: string }[]; here: string }) {
  return (
    <nav aria-label={frameTexts.crumbs}>
      <ol className={styles.crumbs}>
        {above.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
        <li aria-current="page" title={here}>
          {here}
        </li>
      </ol>
    </nav>
  );
}
