import { X } from 'lucide-react';
import styles from '../screen.module.css';
import { texts } from '../texts.ts';

/** A filter that is set, in a few words; a press removes it. */
export function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className={styles.chip} aria-label={texts.filters.remove(text)} onClick={onRemove}>
        {text}
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
