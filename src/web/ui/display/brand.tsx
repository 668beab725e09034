import { texts } from '../texts.ts';
import styles from './brand.module.css';

/** The sign and the name: two parties that reach for each other. Where there is no room the sign stands alone. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg className={styles.sign} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="10" />
        <path d="M24 14v6.5a3.5 3.5 0 0 1-3.5 3.5H13M8 18v-6.5A3.5 3.5 0 0 1 11.5 8H19" />
      </svg>
      <span data-brand-word>{texts.brand}</span>
    </span>
  );
}
