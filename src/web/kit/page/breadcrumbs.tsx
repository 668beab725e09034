import { frameTexts } from '#web/kit/page/texts.ts';
import type { Href } from '#web/ui/href.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './breadcrumbs.module.css';

/** The way to a detail page: the sections above it, then what is on the screen. */
export function Breadcrumbs({ above, here }: { above: readonly { to: Href; title: string }[]; here: string }) {
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
