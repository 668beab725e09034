import { lazyPart } from '#web/kit/lazy-part.tsx';
import { texts } from '#web/kit/texts.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './other-layout.module.css';

const t = texts.frame;

/** Schemas come with the operation that it asks, and no page waits for them. */
const OperatingLine = lazyPart(
  () => import('./operating-line.tsx'),
  (module) => module.OperatingLine,
);

/** Who runs the platform, who keeps its money, and what everybody may read of both. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>{t.footer}</p>
      <OperatingLine />
      <p className={styles.links}>
        <Link to="/privacy">{t.privacy}</Link>
        <Link to="/terms">{t.terms}</Link>
      </p>
    </footer>
  );
}
