import { formatPenalty } from '#domain/negotiation/penalty-words.ts';
import { isRarer, type ShiftEvery, shiftEveryWords, shiftWords } from '#domain/settlements/payment-shift.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import type { Offer, Side } from '../sides.ts';
import { notesTexts } from './notes-texts.ts';

const t = notesTexts;

/** What a late payment costs: both sides see it before they agree. */
export const PenaltyLine = ({ penalty }: { penalty: PenaltyRule | null }) => (
  <p className="small">{penalty ? t.penalty(formatPenalty(penalty)) : t.noPenalty}</p>
);

/** The right to shift a payment, where the terms give one: both sides see it before they agree. */
export const ShiftLine = ({ shiftEvery }: { shiftEvery: ShiftEvery | undefined }) =>
  // An older node that still runs beside this one tells nothing of it.
  shiftEvery == null ? null : <p className="small">{t.shift(shiftWords(shiftEvery))}</p>;

const RIGHTS = [2, 3, 4, 5, 6, 8, 10, 12, 24];

/** The creditor may let the debtor shift a payment, as often as he has offered it or oftener; the debtor sees what he may. */
export function ShiftChoice({
  side,
  current,
  chosen,
  onChoose,
}: {
  side: Side;
  current: ShiftEvery;
  chosen: ShiftEvery;
  onChoose: (every: ShiftEvery) => void;
}) {
  if (side === 'individual') return <ShiftLine shiftEvery={current} />;
  const rights = [...new Set([...RIGHTS, ...(current === null ? [] : [current])])]
    .filter((every) => !isRarer(every, current))
    .toSorted((one, other) => one - other);
  const once = rights.map((every) => [String(every), t.shiftOnce(shiftEveryWords(every))] as const);
  return (
    <SelectField
      label={t.shiftEvery}
      hint={t.shiftHint}
      choices={current === null ? [['', t.noShift], ...once] : once}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
    />
  );
}

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
