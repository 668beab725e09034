import { useState } from 'react';
import { payments } from '#contract/money/payments.ts';
import { moscowDay, parseRussianDay } from '#domain/values/days.ts';
import { useRead } from '#web/kit/data/query.ts';
import { typedDay } from '#web/kit/form/typed.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.debt;

/** «Долг на дату»: what of an agreement was open on a day, or will be if nothing is paid until then. */
export function DebtOnDay({ settlement: { id, signedAt } }: { settlement: { id: number; signedAt: string | null } }) {
  const [today] = useState(serverDay);
  const [typed, setTyped] = useState(() => typedDay(today));
  const day = parseRussianDay(typed);
  const isEarly = day !== null && signedAt !== null && day < moscowDay(new Date(signedAt));
  return (
    <Card title={t.title}>
      <DateField
        label={t.on}
        value={typed}
        autoComplete="off"
        error={isEarly ? t.signed(formatInstantDay(signedAt)) : day === null ? t.wrong : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      {day !== null && !isEarly && (
        <>
          {day > today && <p>{t.future}</p>}
          <Sums id={id} on={day} />
        </>
      )}
    </Card>
  );
}

function Sums({ id, on }: { id: number; on: string }) {
  const { data } = useRead(payments.debtOnDay, { params: { id }, query: { on } });
  if (!data) return null;
  const rest = data.principal + data.interest + data.penalty;
  // Where nothing is left there is nothing to be late with.
  if (rest === 0)
    return (
      <Facts
        items={[
          { label: t.received, value: formatMoneyOf(data.received) },
          { label: t.rest, value: t.nothing },
        ]}
      />
    );
  return (
    <Facts
      items={[
        { label: t.received, value: formatMoneyOf(data.received) },
        { label: t.rest, value: formatMoneyOf(rest) },
        ...(data.penalty > 0 ? [{ label: t.penalty, value: formatMoneyOf(data.penalty) }] : []),
        ...(data.interest > 0 ? [{ label: t.interest, value: formatMoneyOf(data.interest) }] : []),
        ...(data.ahead > 0 ? [{ label: t.ahead, value: formatMoneyOf(data.ahead) }] : []),
        { label: t.overdue, value: formatMoneyOf(data.overdue) },
        { label: t.days, value: data.daysOverdue },
      ]}
    />
  );
}
