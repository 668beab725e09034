import { CircleAlert, CircleCheck, Info, type LucideIcon, MessageSquare, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import { texts } from '../texts.ts';
import styles from './notifications.module.css';
import { dismissNotification, notifications, type Severity, type Shown } from './notify.ts';

const icons: Record<Severity, LucideIcon> = {
  info: Info,
  warn: TriangleAlert,
  error: CircleAlert,
  success: CircleCheck,
  secondary: MessageSquare,
  contrast: MessageSquare,
};

/** The global notification area: at the top right, above everything else. */
export function Notifications() {
  const shown = notifications.use();
  const area = useRef<HTMLElement>(null);
  const newest = shown.at(-1)?.key;
  useEffect(() => {
    // The layer of dialogs is ordered by who came last, so the area comes anew with each notification.
    area.current?.hidePopover();
    if (newest !== undefined) area.current?.showPopover();
  }, [newest]);
  return (
    <section ref={area} popover="manual" aria-label={texts.notifications} className={styles.area}>
      {shown.map((notification) => (
        <Toast key={notification.key} notification={notification} />
      ))}
    </section>
  );
}

function Toast({ notification: { key, severity, summary, detail, life } }: { notification: Shown }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (life === undefined || held) return undefined;
    const timer = setTimeout(() => dismissNotification(key), life);
    return () => clearTimeout(timer);
  }, [key, life, held]);
  const Icon = icons[severity];
  return (
    <div
      role={severity === 'error' || severity === 'warn' ? 'alert' : 'status'}
      data-severity={severity}
      className={classes(styles.toast, styles[severity])}
      // Whoever reads it, or is about to close it, is not hurried.
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <strong>{summary}</strong>
        {detail && <p>{detail}</p>}
      </div>
      <Button
        variant="quiet"
        icon
        aria-label={texts.close}
        className={styles.close}
        onClick={() => dismissNotification(key)}
      >
        <X size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}
