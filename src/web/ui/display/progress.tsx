import styles from './progress.module.css';

/** How far something has come, 0–100; null when nobody knows yet. What it is about is beside it in words. */
export function Progress({ label, value }: { label: string; value: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value ?? undefined}
      className={styles.track}
    >
      <span className={value === null ? styles.unknown : styles.done} style={{ width: `${value ?? 30}%` }} />
    </div>
  );
}
