import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { refundMachine } from '#domain/money/refund.ts';
import { ReceiptButton } from '#web/features/payments/receipt-button.tsx';
import { RefundRequest as Request } from '#web/features/payments/refund-request.tsx';
import { useFollow } from '#web/kit/data/query.ts';
import { PendingApprovals } from '#web/kit/detail/approvals.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './texts.ts';

const RefundDialog = lazyPart(
  () => import('./refund-dialog.tsx'),
  (module) => module.RefundDialog,
);

const FailDialog = lazyPart(
  () => import('./refund-dialog.tsx'),
  (module) => module.FailDialog,
);

const RefuseDialog = lazyPart(
  () => import('./refund-dialog.tsx'),
  (module) => module.RefuseDialog,
);

const t = texts.refund;
type Payment = Result<typeof payments.get>;
type Row = Result<typeof payments.list>['items'][number];

const isUnderWay = ({ refunds }: Payment): boolean =>
  refunds.some(({ status }) => status === 'created' || status === 'processing');

/** A payment whole: what came of it, what of it went back, and what may be done about it. */
export function PaymentPreview({ id, columns }: { id: number; columns: readonly Column<Row>[] }) {
  const read = useFollow(payments.get, isUnderWay, { params: { id } });
  return (
    <WithObject read={read}>
      {(paid) => (
        <>
          <PendingApprovals items={paid.pendingApprovals} />
          <Facts items={factsOf(columns, paid)} />
          {paid.refundRequest && <Request request={paid.refundRequest} />}
          {paid.refunds.length > 0 && (
            <section className="stack" aria-label={t.title}>
              <h3>{t.title}</h3>
              {paid.refunds.map((one) => (
                <RefundLine key={one.id} refund={one} />
              ))}
            </section>
          )}
          <div className="row">
            {paid.valueDate && (
              <Can op={payments.receipt} params={{ id }}>
                <ReceiptButton paymentId={id} />
              </Can>
            )}
            {paid.moves.includes('refund') && (
              <Button onClick={() => openDialog((close) => <RefundDialog paid={paid} onClose={close} />)}>
                {t.action}
              </Button>
            )}
            {paid.moves.includes('failRefund') && (
              <Button onClick={() => openDialog((close) => <FailDialog paid={paid} onClose={close} />)}>
                {t.fail}
              </Button>
            )}
            {paid.moves.includes('refuseRefund') && (
              <Button onClick={() => openDialog((close) => <RefuseDialog paid={paid} onClose={close} />)}>
                {t.refuse}
              </Button>
            )}
          </div>
        </>
      )}
    </WithObject>
  );
}

function RefundLine({ refund: one }: { refund: Payment['refunds'][number] }) {
  return (
    <div className="stack-tight">
      <div className="row spread">
        <strong>{formatMoneyOf(one.returned)}</strong>
        <StatusTag of={refundMachine} status={one.status} />
      </div>
      {one.failReason && <span className="small">{one.failReason}</span>}
      <span className="dim small">
        {formatInstant(one.createdAt)}
        {one.feeAmount > 0 && ` · ${t.with(formatMoneyOf(one.feeAmount))}`}
      </span>
      <span className="small">«{one.reason}»</span>
      {one.valueDate && <span className="small">{t.counted(formatDayOf(one.valueDate))}</span>}
      {one.expensedOn && <span className="small">{t.expensed(formatDayOf(one.expensedOn))}</span>}
      {one.partnerSilent && <span className="small">{t.silent}</span>}
    </div>
  );
}
