import type { ReactNode } from 'react';
import { texts } from '#web/kit/texts.ts';
import { Brand } from '#web/ui/display/brand.tsx';
import { Link } from '#web/ui/link.tsx';
import { Footer } from './footer.tsx';
import styles from './other-layout.module.css';
import { ThemeButton } from './theme-button.tsx';

/** The layout outside of the dashboard: the brand above, one thing in the middle, a quiet line below. */
export function OtherLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <header className={styles.top}>
        <Link to="/" className={styles.brand} aria-label={texts.frame.home}>
          <Brand />
        </Link>
        <ThemeButton />
      </header>
      <main className={styles.main}>{children}</main>
      <Footer />
    </div>
  );
}
