import type { Result } from '#contract/kernel/op.ts';
import type { payments } from '#contract/money/payments.ts';
import { refundRequestMachine } from '#domain/money/refund.ts';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.refund;
type Payment = Result<typeof payments.get>;

/** What a payer has asked and what he was answered. */
export function RefundRequest({ request }: { request: NonNullable<Payment['refundRequest']> }) {
  return (
    <section className="stack-tight" aria-label={t.request}>
      <div className="row spread">
        <strong>{t.sum(formatMoneyOf(request.amount))}</strong>
        <StatusTag of={refundRequestMachine} status={request.status} />
      </div>
      <span className="dim small">{formatInstant(request.createdAt)}</span>
      <span className="small">«{request.reason}»</span>
      {request.answer && <span className="small">{t.answer(request.answer)}</span>}
    </section>
  );
}
