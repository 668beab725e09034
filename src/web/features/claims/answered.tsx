import type { RejectReason } from '#domain/registries/registry-entry.ts';
import { formatInstantDay } from '#web/ui/format.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.simple;

/** What a person has answered to a creditor, in his own words and with its day; nothing while he has not. */
export function Answered({
  of: { decisionAt, rejectReason },
}: {
  of: { decisionAt: string | null; rejectReason: RejectReason | null };
}) {
  if (decisionAt === null) return null;
  return (
    <div>
      <p>
        <strong>{t.answered(wordsOf(rejectReason))}</strong>
      </p>
      <p className="dim small">{formatInstantDay(decisionAt)}</p>
    </div>
  );
}

function wordsOf(reason: RejectReason | null): string {
  if (reason === null) return t.accepts;
  return reason === 'other' ? t.disagrees : t.reasons[reason].toLowerCase();
}
