import { formatPenalty } from '#domain/negotiation/penalty-words.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import type { Offer, Side } from '../sides.ts';
import { notesTexts } from './notes-texts.ts';

const t = notesTexts;

/** What a late payment costs: both sides see it before they agree. */
export const PenaltyLine = ({ penalty }: { penalty: PenaltyRule | null }) => (
  <p className="small">{penalty ? t.penalty(formatPenalty(penalty)) : t.noPenalty}</p>
);

/** The creditor may give the penalty up; the debtor sees what a late payment will cost. */
export function PenaltyChoice({
  side,
  current,
  isWaived,
  onWaive,
}: {
  side: Side;
  current: PenaltyRule | null;
  isWaived: boolean;
  onWaive: (isWaived: boolean) => void;
}) {
  if (side === 'individual' || !current) return <PenaltyLine penalty={current} />;
  return (
    <Checkbox label={t.waive} checked={isWaived} onChange={({ target }) => onWaive(target.checked)}>
      {t.waiveHint(formatPenalty(current))}
    </Checkbox>
  );
}

/** Who has made the offer when no person has, and what the creditor's conditions say of it, rule by rule. */
export function ByConditions({ offer: { auto, decision } }: { offer: Offer }) {
  return (
    <>
      {auto && <span className="dim small">{t.auto}</span>}
      {decision && (
        <details className="small">
          <summary>{t.decisions[decision.kind]}</summary>
          <ul>
            {decision.steps.map(({ rule, holds, text }) => (
              <li key={rule}>
                {holds ? '✓' : '✗'} <span className="unseen">{holds ? t.holds : t.fails}</span> {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
