import { useState } from 'react';
import type { Request, Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { parseMoney } from '#domain/values/money.ts';
import { useFollow, useWrite } from '#web/kit/data/query.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import claimStyles from '../claims/claims.module.css';
import { moneyTexts } from './texts.ts';

const OpenPayment = lazyPart(
  () => import('./open-payment.tsx'),
  (module) => module.OpenPayment,
);

const t = moneyTexts.pay;

/** What of a settlement paying needs to know. */
interface Payable {
  id: number;
  individualId: number;
  paidAmount: number;
  /** Of a penalty for late payments what is to be paid now. */
  penaltyOpen: number;
  schedule: readonly { dueDate: string; amount: number; paid: number; status: string }[];
}
type Row = Result<typeof payments.list>['items'][number];
const isOpen = ({ status }: Row): boolean => status === 'created' || status === 'processing';

/** The payer's next step: how much, by which way; while a payment is open, that one and nothing else. */
export function PayCard({ settlement }: { settlement: Payable }) {
  const input: Request<typeof payments.list> = {
    query: { filter: { settlementId: settlement.id, status: ['created', 'processing'], channel: ['sbp', 'card'] } },
  };
  const { data } = useFollow(payments.list, ({ items }) => items.some(isOpen), input);
  const open = data?.items.find(isOpen);
  if (open) return <OpenPayment key={open.id} id={open.id} individualId={settlement.individualId} />;
  return <PayForm settlement={settlement} />;
}

const outstandingOf = ({ amount, paid }: { amount: number; paid: number }): number => amount - paid;

function PayForm({ settlement }: { settlement: Payable }) {
  const rows = settlement.schedule.filter(({ status }) => status !== 'paid' && status !== 'cancelled');
  const rest = rows.reduce((sum, row) => sum + outstandingOf(row), settlement.penaltyOpen);
  const [nearest] = rows;
  const [choice, setChoice] = useState('nearest');
  const [typed, setTyped] = useState('');
  const [channel, setChannel] = useState<'sbp' | 'card'>('sbp');
  const [fault, setFault] = useState<string>();
  const pay = useWrite(payments.pay);
  if (rest === 0) return null;
  // One row and no penalty, or the penalty alone: the nearest payment is the whole.
  const isOnly = !nearest || (rows.length === 1 && settlement.penaltyOpen === 0);
  const amount = choice === 'other' ? parseMoney(typed) : choice === 'whole' || isOnly ? rest : outstandingOf(nearest);
  const start = (): void => {
    if (!amount) return setFault(t.wrongSum);
    setFault(undefined);
    pay.mutate({ params: { id: settlement.individualId, loanId: settlement.id }, body: { amount, channel } });
  };
  const choices: [string, string][] = [
    ...(isOnly
      ? []
      : ([
          [
            'nearest',
            t[nearest.status === 'overdue' ? 'late' : 'nearest'](
              formatMoneyOf(outstandingOf(nearest)),
              formatDayOf(nearest.dueDate),
            ),
          ],
        ] as [string, string][])),
    [isOnly ? 'nearest' : 'whole', t[nearest ? 'whole' : 'onlyPenalty'](formatMoneyOf(rest))],
    ['other', t.other],
  ];
  return (
    <Card title={t.title} className={claimStyles.next}>
      <div>
        <p className="dim">{t.rest}</p>
        <p className={claimStyles.sum}>{formatMoneyOf(rest)}</p>
        {nearest && settlement.penaltyOpen > 0 && (
          <p className="dim">{t.penalty(formatMoneyOf(settlement.penaltyOpen))}</p>
        )}
        {settlement.paidAmount > 0 && <p className="dim">{t.paid(formatMoneyOf(settlement.paidAmount))}</p>}
      </div>
      <RadioList
        label={t.how}
        name="amount"
        choices={choices.map(([value, text]) => [value, text] as const)}
        chosen={choice}
        onChange={({ target }) => setChoice(target.value)}
      />
      {choice === 'other' && (
        <TextField
          label={t.sum}
          inputMode="decimal"
          value={typed}
          error={fault ?? pay.error?.fields['amount']}
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
      <Button variant="primary" large busy={pay.isPending} onClick={start}>
        {t.action(amount ? formatMoneyOf(amount) : '')}
      </Button>
      <p className="dim small">{t.early}</p>
    </Card>
  );
}
