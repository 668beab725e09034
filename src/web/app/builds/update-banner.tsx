import { X } from 'lucide-react';
import { useState } from 'react';
import { unlessUnsaved } from '#web/kit/form/unless-unsaved.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { reload } from '#web/kit/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { useOutdated } from './builds.ts';
import styles from './update-banner.module.css';

const t = frameTexts.update;

/** Says quietly that a newer build is there; the person decides when to take it. */
export function UpdateBanner() {
  const isOutdated = useOutdated();
  const [isLater, setLater] = useState(false);
  return (
    <div role="status">
      {isOutdated && !isLater && (
        <div className={styles.banner}>
          <span>{t.text} — </span>
          <button type="button" className={styles.action} onClick={() => unlessUnsaved(reload)}>
            {t.action}
          </button>
          <Button variant="quiet" icon aria-label={t.later} onClick={() => setLater(true)}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}
