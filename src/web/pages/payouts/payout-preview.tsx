import type { Result } from '#contract/kernel/op.ts';
import { payouts } from '#contract/money/payouts.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { PendingApprovals } from '#web/kit/detail/approvals.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts as t } from './texts.ts';

const FailDialog = lazyPart(
  () => import('./fail-dialog.tsx'),
  (module) => module.FailDialog,
);

type Payout = Result<typeof payouts.get>;
type Row = Result<typeof payouts.list>['items'][number];

const isUnderWay = ({ status }: Payout): boolean => status === 'created' || status === 'processing';

/** A payout whole: where it goes, what became of it, and what may be done about it. */
export function PayoutPreview({ id, columns }: { id: number; columns: readonly Column<Row>[] }) {
  const read = useFollow(payouts.get, isUnderWay, { params: { id } });
  const input = { params: { id } };
  return (
    <WithObject read={read}>
      {(payout) => (
        <>
          <PendingApprovals items={payout.pendingApprovals} />
          <Facts items={factsOf(columns, payout)} />
          {payout.recipient && <p className="small">{t.recipient(payout.recipient)}</p>}
          {payout.partnerSilent && <p className="small">{t.silent}</p>}
          {payout.expensedOn && <p className="small">{t.expensed(formatDayOf(payout.expensedOn))}</p>}
          {payout.madeBy && <p className="small dim">{t.madeBy(payout.madeBy)}</p>}
          {payout.partnerId && <p className="small dim">{t.partnerId(payout.partnerId)}</p>}
          <div className="row">
            {payout.moves.includes('propose') && (
              <MoveButton
                operation={payouts.propose}
                input={input}
                label={t.propose}
                done={t.proposed}
                variant="primary"
              />
            )}
            {payout.moves.includes('cancel') && (
              <MoveButton
                operation={payouts.cancel}
                input={input}
                label={t.cancel}
                ask={t.cancelAsk}
                done={t.cancelled}
              />
            )}
            {payout.moves.includes('fail') && (
              <Button onClick={() => openDialog((close) => <FailDialog payoutId={id} onClose={close} />)}>
                {t.fail.action}
              </Button>
            )}
          </div>
        </>
      )}
    </WithObject>
  );
}
