import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { useOwnLife } from '../life/own-life.ts';
import { isHeld, ofDebt, stopping } from '../life/running-events.ts';
import styles from './claims.module.css';
import { useOwnClaims } from './own-claims.ts';
import { type Totals, totalsOf } from './own-totals.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;

/** How much a person owes in all, and what he pays next: on the page where he comes in. */
export function OwnTotals({ individualId }: { individualId: number }) {
  const { data } = useOwnClaims(individualId);
  const life = useOwnLife(individualId);
  // A total of some of them would be none.
  if (!data || !life || data.total > data.items.length) return null;
  const totals = totalsOf(data.items, (id, day) => isHeld(stopping(ofDebt(life, id), 'payments'), day));
  const { count, total, andFee, next } = totals;
  if (count === 0) return null;
  return (
    <Card title={t.totals.title}>
      <div>
        <p className={styles.sum}>{formatMoneyOf(total)}</p>
        <p className="dim">{wordsOf(totals)}</p>
        {andFee && <p className="dim">{t.andFee}</p>}
      </div>
      {next && (
        <p>
          <Link to={`/settlement-${next.settlementId}`}>
            {t.totals[next.dueDate < serverDay() ? 'late' : 'next'](
              formatMoneyOf(next.sum),
              formatDayOf(next.dueDate),
              next.creditor,
            )}
          </Link>
        </p>
      )}
    </Card>
  );
}

function wordsOf({ count, total, agreed }: Totals): string {
  if (agreed === 0) return t.totals.claimed(count);
  return agreed === total ? t.totals.agreed(count) : t.totals.both(count, formatMoneyOf(agreed));
}
