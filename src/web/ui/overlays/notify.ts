import { makeStore } from '../store.ts';

export type Severity = 'info' | 'warn' | 'error' | 'success' | 'secondary' | 'contrast';

/** What a notification says (docs/specification.md §3, §9). */
interface Notification {
  severity: Severity;
  summary: string;
  detail?: string;
  /** For how many milliseconds it stays; without it the person closes it himself. */
  life?: number | undefined;
}
export interface Shown extends Notification {
  key: number;
}

/** What went well, or is only said, needs no answer. What went wrong stays until it is read. */
const lives: Partial<Record<Severity, number>> = { success: 3000, info: 3000 };

let lastKey = 0;
export const notifications = makeStore<readonly Shown[]>([]);

/** Shows a notification in the global area, on whatever page the person is. */
export function notify(notification: Notification): void {
  const { life = lives[notification.severity] } = notification;
  notifications.set([...notifications.get(), { ...notification, life, key: ++lastKey }]);
}

/** Takes a notification away. */
export function dismissNotification(key: number): void {
  notifications.set(notifications.get().filter((one) => one.key !== key));
}
