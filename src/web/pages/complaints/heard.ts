import type { Result } from '#contract/kernel/op.ts';
import type { complaints } from '#contract/settlements/complaints.ts';
import { wasHeld } from '#domain/parties/complaint.ts';
import { texts as t } from './texts.ts';

type Complaint = Pick<Result<typeof complaints.get>, 'kind' | 'record' | 'tellsCreditor' | 'tellsTalk'>;

/** Who hears of the decision besides whoever has complained, and what. */
export function heardOf({ kind, record, tellsCreditor, tellsTalk }: Complaint): string {
  const { heard } = t;
  if (tellsTalk) return tellsCreditor ? `${heard.creditor} ${heard.talk}` : heard.talk;
  if (!tellsCreditor) return heard.nobody;
  const stays = record !== null && wasHeld({ kind, stood: record.stood, isUpheld: false, finding: null });
  return `${heard.creditor} ${stays ? heard.stays : heard.nothing}`;
}
