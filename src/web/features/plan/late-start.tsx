import { lateStart } from '#domain/settlements/plan.ts';
import { parseDay } from '#domain/values/days.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Notice } from '#web/ui/display/notice.tsx';

/** What whoever reads an offer should know of a first payment that is years off; nothing where it is near. */
export function LateStart({ rows }: { rows: readonly { plannedDate: string }[] }) {
  const first = parseDay(rows[0]?.plannedDate ?? '');
  const late = first && lateStart(first, serverDay());
  return late && <Notice tone="warning">{late}</Notice>;
}
