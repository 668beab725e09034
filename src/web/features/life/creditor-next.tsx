import { Notice } from '#web/ui/display/notice.tsx';
import { type LifeEvent, stopping } from './running-events.ts';
import { stopTexts } from './stop-texts.ts';

/** What a creditor does where nothing can be paid or agreed on here any more. */
export function CreditorNext({
  life,
  debt,
}: {
  life: readonly LifeEvent[];
  debt: Parameters<typeof stopTexts.creditor>[1];
}) {
  const stop = stopping(life, 'bargaining');
  const text = stop && stopTexts.creditor(stop, debt);
  if (!text) return null;
  return (
    <Notice tone="warning">
      <strong>{stopTexts.next}.</strong> {text}
    </Notice>
  );
}
