import type { Result } from '#contract/kernel/op.ts';
import type { payments } from '#contract/money/payments.ts';
import { serverNow } from '#web/ui/clock.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.outcome;
const dayMs = 86_400_000;

type Row = Result<typeof payments.list>['items'][number];
/** What is to be paid next of a schedule; nothing where all of it is paid. */
export interface NextPayment {
  dueDate: string;
  rest: number;
  isLate: boolean;
  /** How many payments are late, this one among them. */
  late: number;
}

/** Whether what came of a payment is still news to its payer: for a day, until he begins another one, and as long as it may still come. */
export const isNews = ({ createdAt, succeededAt, mayStillCome }: Row, now = serverNow()): boolean =>
  mayStillCome || now - Date.parse(succeededAt ?? createdAt) < dayMs;

/** What came of the last payment, in words, for whoever comes back from his bank, and what comes next. */
export function PaymentOutcome({
  last,
  next,
  rest,
  words,
}: {
  last: Row;
  next: NextPayment | undefined;
  /** All that is still to be paid, in kopecks. */
  rest: number;
  /** What is paid next, or the rest where no payment of the schedule is left, as it costs the payer. */
  words: string;
}) {
  const sum = formatMoneyOf(last.payerAmount);
  if (last.status === 'failed') {
    return <Notice tone="danger">{t.failed(sum, last.failReason)}</Notice>;
  }
  if (last.mayStillCome) return <Notice tone="warning">{t.mayStillCome(sum, formatInstantDay(last.createdAt))}</Notice>;
  if (last.status === 'cancelled') return <Notice tone="warning">{t.cancelled(sum)}</Notice>;
  if (last.status !== 'succeeded') return null;
  return (
    <Notice tone="success">
      <p>{t.counted(sum, formatDayOf(last.valueDate))}</p>
      <p>{nextStep(next, rest, words)}</p>
    </Notice>
  );
}

function nextStep(next: NextPayment | undefined, rest: number, words: string): string {
  if (rest === 0) return t.whole;
  if (!next) return t.penalty(words);
  const day = formatDayOf(next.dueDate);
  if (!next.isLate) return t.next(words, day);
  return next.late > 1 ? t.severalLate(next.late, words, day) : t.late(words, day);
}
