import { useParams } from '@tanstack/react-router';
import type { Result } from '#contract/kernel/op.ts';
import { autopayments } from '#contract/money/autopayments.ts';
import { paymentDays } from '#contract/settlements/payment-days.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { PayCard } from '#web/features/payments/pay-card.tsx';
import { useFollow, useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { usePageData, usePageTitle } from '#web/kit/page/page-title.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { payLinkTexts as t } from './pay-link-texts.ts';
import { proposed, type Settlement } from './sides.ts';

type Payment = Result<typeof paymentDays.link>;
/** How often money on its way is looked for. */
const refreshMs = 8_000;

/** Where the link of a reminder leads: the payment it is about, and the means to make it. */
export default function PayLinkPage() {
  const { token = '' } = useParams({ strict: false });
  const page = usePageData();
  // What is paid on this very page is not asked for any more.
  const read = useFollow(paymentDays.link, ({ state }) => state === 'open' && refreshMs, { params: { token } });
  if (read.error?.code === 'token.dead') {
    return (
      <div className="stack">
        <h1>{page.title}</h1>
        <Notice tone="warning">{t.dead}</Notice>
        <div>
          <ButtonLink to="/dashboard/settlements">{t.all}</ButtonLink>
        </div>
      </div>
    );
  }
  return <WithObject read={read}>{(payment) => <Named payment={payment} />}</WithObject>;
}

function Named({ payment: { settlementId, number, creditor, dueDate, state, left } }: { payment: Payment }) {
  const title = t.title(formatDayOf(dueDate));
  usePageTitle(title);
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p>{state === 'open' ? t.left(formatMoneyOf(left), creditor) : t[state]}</p>
      {state === 'open' && <Paying id={settlementId} dueDate={dueDate} />}
      <div>
        <ButtonLink to={`/settlement-${settlementId}`}>{t.settlement(number)}</ButtonLink>
      </div>
    </div>
  );
}

function Paying({ id, dueDate }: { id: number; dueDate: string }) {
  const read = useFollow(settlements.get, () => refreshMs, { params: { id } });
  return (
    <WithObject read={read}>
      {(settlement) => (
        <>
          <TakenByItself settlement={settlement} dueDate={dueDate} />
          <PayCard settlement={settlement} endsProposal={proposed(settlement) !== undefined} />
        </>
      )}
    </WithObject>
  );
}

/** Whoever has ordered that this payment be taken by itself need not make it. */
function TakenByItself({ settlement, dueDate }: { settlement: Settlement; dueDate: string }) {
  const { data } = useRead(autopayments.get, { params: { id: settlement.individualId, loanId: settlement.id } });
  const next = data?.status === 'on' && data.next?.dueDate === dueDate ? data.next : null;
  // What is on its way may be taken beside whatever is paid now.
  const isAwaited = data?.attempts.some(({ status }) => status === 'sent');
  return next && <p>{(isAwaited ? t.awaited : t.auto)(formatDayOf(next.day))}</p>;
}
