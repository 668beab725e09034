import { Card } from '#web/ui/display/card.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { useOwnLife } from '../life/own-life.ts';
import { isHeld, ofDebt, stopping } from '../life/running-events.ts';
import styles from './claims.module.css';
import { useOwnClaims } from './own-claims.ts';
import { nextWords, totalsOf, totalWords } from './own-totals.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;

/** How much a person owes in all, and what he pays next: on the page where he comes in. */
export function OwnTotals({ individualId }: { individualId: number }) {
  const { data } = useOwnClaims(individualId);
  const life = useOwnLife(individualId);
  // A total of some of them would be none.
  if (!data || !life || data.total > data.items.length) return null;
  const totals = totalsOf(data.items, (id, day) => isHeld(stopping(ofDebt(life, id), 'payments'), day));
  if (!totals || totals.count === 0) return null;
  const { count, total, andFee, penaltyAlone, penaltiesAlone, next } = totals;
  const led = next?.settlementId ?? (penaltiesAlone === count ? penaltyAlone : undefined);
  return (
    <Card title={t.totals.title}>
      <div>
        {penaltiesAlone < count && <p className={styles.sum}>{formatMoneyOf(total)}</p>}
        {andFee && <p className="dim">{t.andFee}</p>}
        {totalWords(totals).map((line) => (
          <p key={line} className="dim">
            {line}
          </p>
        ))}
      </div>
      {led !== undefined && (
        <p>
          <Link to={`/settlement-${led}`}>{next ? nextWords(next) : t.totals.open}</Link>
        </p>
      )}
    </Card>
  );
}
