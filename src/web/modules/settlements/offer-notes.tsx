import { formatMoneyOf } from '#web/ui/format.ts';
import { notesTexts } from './notes-texts.ts';
import type { Offer } from './sides.ts';

const t = notesTexts;

/** What the platform takes of the deal, from whom and how: both sides see it before they accept. */
export function FeeLine({ offer: { fee } }: { offer: Offer }) {
  if (!fee) return null;
  return (
    <p className="small">
      {t.fee(formatMoneyOf(fee.amount))} {t.ways[fee.way]}
      {fee.vat > 0 && ` ${t.vat(formatMoneyOf(fee.vat))}`}
    </p>
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
