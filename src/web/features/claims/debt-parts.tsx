import { formatAmountOf, formatMoneyOf } from '#web/ui/format.ts';
import styles from './debt-parts.module.css';
import { partTexts } from './part-texts.ts';

const t = partTexts;

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
  const there = parts.map((part) => ({ variant: part, name: t.names[part], amount: debt[part] }));
  return <DebtFigure parts={there} total={debt.totalAmount} />;
}

/** Each part with the colour it has everywhere; sums in kopecks. */
export interface ShownPart {
  variant: keyof typeof t.names;
  name: string;
  amount: number;
}

/** The picture of a debt, however its parts are named. */
export function DebtFigure({ parts: all, total }: { parts: readonly ShownPart[]; total: number }) {
  const there = all.filter(({ amount }) => amount > 0);
  return (
    <figure aria-label={t.label} className={styles.figure}>
      <div aria-hidden="true" className={styles.bar}>
        {there.map(({ variant, name, amount }) => (
          <span key={name} className={styles[variant]} style={{ flexGrow: amount }} />
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
          {there.map(({ variant, name, amount }) => (
            <tr key={name}>
              <th scope="row">
                <span className={`${styles.mark} ${styles[variant]}`} aria-hidden="true" />
                {name}
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
    </figure>
  );
}
