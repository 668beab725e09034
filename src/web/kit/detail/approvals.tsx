import type * as z from 'zod';
import { approvals, type PendingApproval } from '#contract/platform/approvals.ts';
import { Button } from '#web/ui/button.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { formTexts } from '../form/texts.ts';
import styles from './approvals.module.css';
import { detailTexts } from './texts.ts';
import { useMove } from './use-move.ts';

const t = detailTexts.approvals;
type Pending = z.output<typeof PendingApproval>;

/** Decisions about the object that wait for a second person, decided where the object is seen, and those that ended without one. */
export function PendingApprovals({ items }: { items: readonly Pending[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={items.some(isWaiting) ? t.title : t.ended} className={styles.waiting}>
      {items.map((approval) =>
        isWaiting(approval) ? (
          <Waiting key={approval.id} approval={approval} />
        ) : (
          <Ended key={approval.id} approval={approval} />
        ),
      )}
    </section>
  );
}

const isWaiting = ({ endedWhy }: Pending): boolean => endedWhy === null;

function Ended({ approval: { title, reason, maker, endedWhy, createdAt } }: { approval: Pending }) {
  return (
    <div className={styles.ended}>
      <p>
        <strong>{t.ended}:</strong> {title}
      </p>
      <p className={styles.reason}>«{reason}»</p>
      <p className="small">{endedWhy}</p>
      <p className="small">{t.proposed(maker, formatInstant(createdAt))}</p>
    </div>
  );
}

function Waiting({ approval: { id, title, reason, maker, mayDecide, createdAt } }: { approval: Pending }) {
  const [busy, decide] = useMove(approvals.decide, t.done);
  const ask = (decision: 'approve' | 'reject') =>
    confirm({
      message: decision === 'approve' ? t.approveAsk(title) : t.rejectAsk(title),
      acceptLabel: t[decision],
      rejectLabel: formTexts.cancel,
      defaultFocus: decision === 'approve' ? 'reject' : 'accept',
      accept: () => decide({ params: { id }, body: { decision } }),
    });
  return (
    <div className={styles.item}>
      <div>
        <p>
          <strong>{t.title}:</strong> {title}
        </p>
        <p className={styles.reason}>«{reason}»</p>
        <p className="small">{t.proposed(maker, formatInstant(createdAt))}</p>
      </div>
      {mayDecide ? (
        <div className="row">
          <Button variant="primary" busy={busy} onClick={() => ask('approve')}>
            {t.approve}
          </Button>
          <Button busy={busy} onClick={() => ask('reject')}>
            {t.reject}
          </Button>
        </div>
      ) : (
        <p className="small">{t.another}</p>
      )}
    </div>
  );
}
