import { formatAmount, formatMoney, kopecks } from '#domain/money.ts';
import styles from './debt-parts.module.css';
import { debtTexts } from './texts.ts';

const t = debtTexts.parts;

/** The parts of a debt in kopecks, as claims name them. */
export interface DebtAmounts {
  principalAmount: number;
  interestAmount: number;
  interestOverdueAmount: number;
  penaltyAmount: number;
  feeAmount: number;
  courtCostAmount: number;
  totalAmount: number;
}

const parts = Object.keys(t.names) as (keyof typeof t.names)[];

/** What a debt is made of: a bar in which each part is as long as it is large, and the same in numbers. */
export function DebtParts({ debt }: { debt: DebtAmounts }) {
  const there = parts.filter((part) => debt[part] > 0);
  return (
    <figure aria-label={t.label} className={styles.figure}>
      <div aria-hidden="true" className={styles.bar}>
        {there.map((part) => (
          <span key={part} className={styles[part]} style={{ flexGrow: debt[part] }} />
        ))}
      </div>
      <table className={styles.table}>
        <caption className="unseen">{t.label}</caption>
        <thead className="unseen">
          <tr>
            <th scope="col">{t.part}</th>
            <th scope="col">{t.sum}</th>
          </tr>
        </thead>
        <tbody>
          {there.map((part) => (
            <tr key={part}>
              <th scope="row">
                <span className={`${styles.mark} ${styles[part]}`} aria-hidden="true" />
                {t.names[part]}
              </th>
              <td>{formatAmount(kopecks(debt[part]))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.total}</th>
            <td>{formatMoney(kopecks(debt.totalAmount))}</td>
          </tr>
        </tfoot>
      </table>
    </figure>
  );
}
