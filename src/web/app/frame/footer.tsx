import { operatingCompanies } from '#contract/platform/operating-companies.ts';
import { useReadOnce } from '#web/kit/data/query.ts';
import { texts } from '#web/kit/texts.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './other-layout.module.css';

const t = texts.frame;

/** Who runs the platform, who keeps its money, and what everybody may read of both. */
export function Footer() {
  const { data } = useReadOnce(operatingCompanies.named);
  return (
    <footer className={styles.footer}>
      <p>{t.footer}</p>
      {data && (
        <p>
          {t.run(data.platform)}
          <br />
          {t.money(data.rnko)}
        </p>
      )}
      <p className={styles.links}>
        <Link to="/privacy">{t.privacy}</Link>
        <Link to="/terms">{t.terms}</Link>
      </p>
    </footer>
  );
}
