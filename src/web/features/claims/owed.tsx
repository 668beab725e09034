import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import styles from './claims.module.css';
import { nextStepOf, type OwnClaim, owesPenaltyAlone, signedOf } from './next-step.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;

/** How much a claim is: what its creditor states, and once something is agreed what is left of that. */
export function OwedSum({ claim }: { claim: OwnClaim }) {
  const { totalAmount, asOf, settled, daysOverdue, contractNumber, contractDate } = claim;
  const signed = signedOf(claim);
  const contract = <p className="dim">{t.contract(contractNumber, formatDayOf(contractDate))}</p>;
  if (!signed) {
    return (
      <>
        <p className={styles.sum}>{formatMoneyOf(totalAmount)}</p>
        {contract}
        <p className="dim">{t.asOf(formatDayOf(asOf))}</p>
        {!settled && <p className="dim">{t.overdue(debtTexts.overdue(daysOverdue))}</p>}
      </>
    );
  }
  const { status, paid, left, feeByDebtor } = signed;
  const isLeft = status === 'waiting_for_payment' && !owesPenaltyAlone(signed);
  return (
    <>
      <p className="dim">{isLeft ? t.left : t.paid}</p>
      <p className={styles.sum}>{formatMoneyOf(isLeft ? left : paid)}</p>
      {isLeft && feeByDebtor && <p className="dim">{t.andFee}</p>}
      {isLeft && (
        <p className="dim">{t.bySchedule(formatMoneyOf(paid + left), paid > 0 ? formatMoneyOf(paid) : null)}</p>
      )}
      <p className="dim">{t.wasOwed(formatMoneyOf(totalAmount), formatDayOf(asOf))}</p>
      {contract}
    </>
  );
}

/** What comes next of a claim that somebody bargains about, has agreed on or has paid. */
export function OwnStanding({ claim }: { claim: Pick<OwnClaim, 'settlement' | 'settled'> }) {
  const { text, tone } = nextStepOf(claim);
  return tone ? <Notice tone={tone}>{text}</Notice> : <p>{text}</p>;
}
