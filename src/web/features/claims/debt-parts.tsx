import type { ClaimPart } from '#domain/money/debt-parts.ts';
import { type DebtPartCode, debtOfClaim, debtPart } from '#domain/settlements/debt-structure.ts';
import { ShareFigure } from '#web/ui/display/share-figure.tsx';
import { formatAmountOf, formatMoneyOf } from '#web/ui/format.ts';
import styles from './debt-parts.module.css';
import { partTexts } from './part-texts.ts';

const t = partTexts;

/** A part and its kopecks. */
interface Sum {
  code: DebtPartCode;
  amount: number;
}

/** What a debt is made of: a bar in which each part is as long as it is large, and the same in numbers. Sums in kopecks. */
export function DebtFigure({ debt, total }: { debt: readonly Sum[]; total: number }) {
  const parts = debt.filter(({ amount }) => amount > 0);
  return (
    <ShareFigure
      label={t.label}
      shares={parts.map(({ code, amount }) => ({ key: code, size: amount, colour: styles[code] }))}
    >
      <table className={styles.table}>
        <caption className="unseen">{t.label}</caption>
        <thead className="unseen">
          <tr>
            <th scope="col">{t.part}</th>
            <th scope="col">{t.sum}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ code, amount }) => (
            <tr key={code}>
              <th scope="row">
                <span className={`${styles.mark} ${styles[code]}`} aria-hidden="true" />
                {debtPart(code).label}
              </th>
              <td>{formatAmountOf(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.total}</th>
            <td>{formatMoneyOf(total)}</td>
          </tr>
        </tfoot>
      </table>
    </ShareFigure>
  );
}

/** What a claim is made of. */
export function ClaimParts({ claim }: { claim: Record<`${ClaimPart | 'total'}Amount`, number> }) {
  return <DebtFigure debt={debtOfClaim((part) => claim[`${part}Amount`])} total={claim.totalAmount} />;
}
