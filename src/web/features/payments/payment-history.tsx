import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { isReturnable, PAYMENT_CHANNELS, paymentMachine } from '#domain/money/payment.ts';
import type { Side } from '#domain/values/machine.ts';
import { useReadFirst } from '#web/kit/data/query.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { AskRefund } from './ask-refund.tsx';
import type { Parties } from './outside.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { moneyTexts } from './texts.ts';

const AnswerOutside = lazyPart(
  () => import('./outside.tsx'),
  (module) => module.AnswerOutside,
);

const ProofButton = lazyPart(
  () => import('./outside.tsx'),
  (module) => module.ProofButton,
);

const t = moneyTexts.history;
const step = 50;

type Row = Result<typeof payments.list>['items'][number];
const isOnItsWay = ({ status, statedBy }: Row): boolean =>
  statedBy === null && (status === 'created' || status === 'processing');

/** The payments of a settlement, the newest first; whoever is a side of it answers what the other has stated. */
export function PaymentHistory({ settlement, side }: { settlement: Parties; side: Side | null }) {
  // What is on its way ends by itself; a sum past the platform waits for a person.
  const [count, setCount] = useState(step);
  const asked = { query: { filter: { settlementId: settlement.id } } };
  const { data, isPlaceholderData } = useReadFirst(payments.list, count, [asked], ({ items }) =>
    items.some(isOnItsWay),
  );
  const mayAsk = accessTo(payments.receipt, useMe()) !== 'no';
  if (!data) return null;
  if (data.items.length === 0) return <Card title={t.title}>{t.none}</Card>;
  return (
    <Card title={t.title}>
      <ul className="stack">
        {data.items.map((row) => (
          <li key={row.id} className="stack-tight">
            <PaymentLine row={row} />
            {row.valueDate && (
              <div className="row">
                {mayAsk && <ReceiptButton paymentId={row.id} />}
                {side === 'individual' && <AskRefund row={row} />}
              </div>
            )}
            {row.hasProof && <ProofButton paymentId={row.id} />}
            {side && row.statedBy && row.status === 'created' && (
              <AnswerOutside row={row} settlement={settlement} side={side} />
            )}
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Button large busy={isPlaceholderData} onClick={() => setCount(data.items.length + step)}>
          {t.more}
        </Button>
      )}
    </Card>
  );
}

/** One payment in a few lines. */
export function PaymentLine({ row }: { row: Row }) {
  const overpaidWords = isReturnable(row.channel) ? t.overpaid : t.overpaidByHand;
  return (
    <div className="stack-tight">
      <div className="row spread">
        <strong>{formatMoneyOf(row.payerAmount)}</strong>
        <StatusTag of={paymentMachine} status={row.status} />
      </div>
      <span className="dim small">
        {t.of(row.number, PAYMENT_CHANNELS[row.channel], row.isAutomatic)} · {formatInstant(row.createdAt)}
      </span>
      {row.statedBy && row.paidOn && (
        <span className="small">{moneyTexts.outside.by[row.statedBy](formatDayOf(row.paidOn))}</span>
      )}
      {row.comment && <span className="small">«{row.comment}»</span>}
      {row.valueDate && <span className="small">{t.counted(formatDayOf(row.valueDate))}</span>}
      {row.refundAsked !== null && (
        <span className="small">{moneyTexts.refund.waits(formatMoneyOf(row.refundAsked))}</span>
      )}
      {row.failReason && <span className="small">{row.failReason}</span>}
      {row.overpaid > row.refundedAmount && (
        <span className="small">{overpaidWords(formatMoneyOf(row.overpaid - row.refundedAmount))}</span>
      )}
      {row.refundedAmount > 0 && <span className="small">{t.refunded(formatMoneyOf(row.refundedAmount))}</span>}
    </div>
  );
}
