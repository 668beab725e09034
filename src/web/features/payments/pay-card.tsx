import { useState } from 'react';
import type { Request, Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { parseMoney } from '#domain/values/money.ts';
import { refresh, useFollow, useWrite } from '#web/kit/data/query.ts';
import { typedSum } from '#web/kit/form/typed.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import claimStyles from '../claims/claims.module.css';
import { boughtWords } from './bought.ts';
import { type Charge, useCharge } from './charge.ts';
import { owedOf, type Scheduled, type Sums } from './owed.ts';
import { isNews, PaymentOutcome } from './payment-outcome.tsx';
import { moneyTexts } from './texts.ts';

const OpenPayment = lazyPart(
  () => import('./open-payment.tsx'),
  (module) => module.OpenPayment,
);

const t = moneyTexts.pay;

/** What of a settlement paying needs to know. */
interface Payable extends Scheduled {
  id: number;
  individualId: number;
  paidAmount: number;
  /** By what its debtor pays the platform beside his payments; null where his creditor does. */
  debtorFee: { charged: number } | null;
  moves: readonly string[];
}
type Row = Result<typeof payments.list>['items'][number];
type Channel = 'sbp' | 'card';
const isOpen = ({ status }: Row): boolean => status === 'created' || status === 'processing';
/** The last payment is among so many of the newest. */
const newest = 1;

/**
 * The payer's next step: what came of his last payment, how much he pays now and by which way; while a payment is open, that one
 * and nothing else.
 * @param endsProposal something to change the agreement waits for an answer, and a payment would end it
 */
export function PayCard({ settlement, endsProposal = false }: { settlement: Payable; endsProposal?: boolean }) {
  const input: Request<typeof payments.list> = {
    query: { limit: newest, filter: { settlementId: settlement.id, channel: ['sbp', 'card'] } },
  };
  const { data } = useFollow(payments.list, ({ items }) => items.some(isOpen), input);
  const last = data?.items[0];
  if (last && isOpen(last)) return <OpenPayment key={last.id} id={last.id} individualId={settlement.individualId} />;
  return (
    <>
      {endsProposal && settlement.moves.includes('pay') && <Notice tone="warning">{t.endsProposal}</Notice>}
      <Pay settlement={settlement} last={last} />
    </>
  );
}

function Pay({ settlement, last }: { settlement: Payable; last: Row | undefined }) {
  const sums = owedOf(settlement);
  const charges = { whole: useCharge(settlement, sums.rest), next: useCharge(settlement, sums.next?.rest ?? 0) };
  const owed = { ...sums, charges };
  const news = last && isNews(last) ? last : undefined;
  return (
    <>
      {news && (
        <PaymentOutcome
          last={news}
          next={owed.next}
          rest={owed.rest}
          words={charges[owed.next ? 'next' : 'whole'].words}
        />
      )}
      {settlement.moves.includes('pay') && owed.rest > 0 && (
        // What was chosen for a payment that has not come through is what is chosen again.
        <PayForm key={news?.id ?? 0} settlement={settlement} owed={owed} last={news} />
      )}
    </>
  );
}

/** The same with what each sum costs its payer. */
interface Owed extends Sums {
  charges: { whole: Charge; next: Charge };
}

/** What is chosen first: the next payment, and after a payment that has not come through the same sum as before. */
function choiceAfter(last: Row | undefined, { next, rest, isOnly }: Owed): { choice: string; typed: string } {
  const nearest = { choice: 'nearest', typed: '' };
  if (last?.status !== 'failed' || last.amount === (isOnly ? rest : next?.rest)) return nearest;
  return last.amount === rest ? { choice: 'whole', typed: '' } : { choice: 'other', typed: typedSum(last.amount) };
}

function PayForm({ settlement, owed, last }: { settlement: Payable; owed: Owed; last: Row | undefined }) {
  const { rest, bySchedule, savesNothing, next, isOnly } = owed;
  const [initial] = useState(() => choiceAfter(last, owed));
  const [choice, setChoice] = useState(initial.choice);
  const [typed, setTyped] = useState(initial.typed);
  const [channel, setChannel] = useState<Channel>(last?.channel === 'card' ? 'card' : 'sbp');
  // Whoever has just paid on time has nothing to pay today: he is not led to pay twice.
  const [today] = useState(serverDay);
  const [wantsMore, setWantsMore] = useState(false);
  const isShown = wantsMore || last?.status !== 'succeeded' || !next || next.dueDate <= today;
  const [wrongSum, setWrongSum] = useState<string>();
  // Another payment may have been begun, on another device or here, where the answer was lost: then that one is shown.
  const pay = useWrite(payments.pay, { refused: () => void refresh() });
  const isWhole = choice === 'whole' || isOnly || !next;
  const amount = choice === 'other' ? parseMoney(typed) : isWhole ? rest : next.rest;
  const other = useCharge(settlement, choice === 'other' ? (amount ?? 0) : 0);
  const charge = choice === 'other' ? other : owed.charges[isWhole ? 'whole' : 'next'];
  const tooMuch = choice === 'other' && amount !== null && amount > rest ? tooMuchWords(owed) : undefined;
  // Nobody pays a sum that he has not been told.
  const untold = charge.payerTotal === undefined && !charge.isAsked ? (charge.problem ?? t.untold) : undefined;
  const closed = tooMuch ?? untold;
  const start = (): void => {
    if (!amount) return setWrongSum(t.wrongSum);
    setWrongSum(undefined);
    pay.mutate({ params: { id: settlement.individualId, loanId: settlement.id }, body: { amount, channel } });
  };
  return (
    <Card title={t.title} className={claimStyles.next}>
      <div>
        <p className="dim">{t.rest}</p>
        <p className={claimStyles.sum}>{bareWords(owed.charges.whole)}</p>
        {bySchedule > rest && <p className="dim">{t.bySchedule(formatMoneyOf(bySchedule))}</p>}
        {savesNothing && !isOnly && <p className="dim">{t.noSaving}</p>}
        {owed.charges.whole.fee > 0 && <p className="dim">{t.fee(formatMoneyOf(owed.charges.whole.fee))}</p>}
        {next && settlement.penaltyOpen > 0 && (
          <p className="dim">{t.penalty(formatMoneyOf(settlement.penaltyOpen))}</p>
        )}
        {settlement.paidAmount > 0 && <p className="dim">{t.paid(formatMoneyOf(paidOf(settlement)))}</p>}
      </div>
      {isShown ? (
        <>
          <RadioList
            label={t.how}
            name="amount"
            choices={choicesOf(owed)}
            chosen={choice}
            onChange={({ target }) => setChoice(target.value)}
          />
          {choice === 'other' && (
            <TextField
              label={t.sum}
              inputMode="decimal"
              value={typed}
              error={tooMuch ?? wrongSum ?? pay.error?.fields['amount']}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          <RadioList
            label={t.channel}
            name="channel"
            choices={Object.entries(t.channels)}
            chosen={channel}
            onChange={({ target }) => setChannel(target.value === 'card' ? 'card' : 'sbp')}
          />
          {pay.error && !(choice === 'other' && pay.error.fields['amount']) && (
            <Notice tone="danger">{pay.error.fields['amount'] ?? pay.error.message}</Notice>
          )}
          <p role="status">
            {[
              choice === 'other' && amount && !tooMuch && boughtWords(settlement, amount),
              !tooMuch && (choice === 'other' || charge.payerTotal === undefined) && chargeWords(charge),
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          <Button variant="primary" large busy={pay.isPending || charge.isAsked} closed={closed} onClick={start}>
            {t.action(amount && !tooMuch && charge.payerTotal ? formatMoneyOf(charge.payerTotal) : '')}
          </Button>
        </>
      ) : (
        <Button onClick={() => setWantsMore(true)}>{t.more}</Button>
      )}
      <p className="dim small">{bySchedule > rest ? t.earlyWithInterest : t.early}</p>
    </Card>
  );
}

/** What a typed sum costs with the fee, as soon as it is known, or that it cannot be told. */
function chargeWords({ payerTotal, fee, problem, isAsked, words }: Charge): string {
  if (isAsked) return '';
  if (payerTotal === undefined) return problem ?? t.untold;
  return fee > 0 ? t.ofDebt(words) : '';
}

/** That a sum is more than pays all of it off; the sum that he reads above has the fee in it, the one he types has not. */
function tooMuchWords({ rest, charges: { whole } }: Owed): string {
  return (whole.payerTotal === rest ? t.tooMuch : t.tooMuchWithFee)(formatMoneyOf(rest));
}

/** What has been paid so far, with what the debtor has paid the platform; kopecks. */
const paidOf = ({ paidAmount, debtorFee }: Payable): number => paidAmount + (debtorFee?.charged ?? 0);

/** The whole sum alone, as long as it is known. */
const bareWords = ({ payerTotal, words }: Charge): string =>
  payerTotal === undefined ? words : formatMoneyOf(payerTotal);

/** The sums to choose from, the next payment with its day first; all of it is a choice of its own while it is more than that. */
function choicesOf({ next, isOnly, charges: { whole, next: nearest } }: Owed): (readonly [string, string])[] {
  const words = next?.isLate ? t.late : isOnly ? t.last : t.nearest;
  return [
    ['nearest', next ? words(nearest.words, formatDayOf(next.dueDate)) : t.onlyPenalty(whole.words)],
    ...(isOnly ? [] : [['whole', t.whole(whole.words)] as const]),
    ['other', t.other],
  ];
}
