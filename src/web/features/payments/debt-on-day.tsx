import { useState } from 'react';
import { payments } from '#contract/money/payments.ts';
import { isDay, moscowDay } from '#domain/values/days.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.debt;

/** «Долг на дату»: what of an agreement was or will be open on a day. */
export function DebtOnDay({ settlementId }: { settlementId: number }) {
  const [today] = useState(() => moscowDay(new Date()));
  const [day, setDay] = useState<string>(today);
  const on = isDay(day) ? day : today;
  const { data } = useRead(payments.debtOnDay, { params: { id: settlementId }, query: { on } });
  return (
    <Card title={t.title}>
      <TextField label={t.on} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      {data && (
        <Facts
          items={[
            { label: t.received, value: formatMoneyOf(data.received) },
            { label: t.rest, value: formatMoneyOf(data.principal + data.interest + data.penalty) },
            ...(data.penalty > 0 ? [{ label: t.penalty, value: formatMoneyOf(data.penalty) }] : []),
            { label: t.overdue, value: formatMoneyOf(data.overdue) },
            { label: t.days, value: data.daysOverdue },
          ]}
        />
      )}
    </Card>
  );
}
