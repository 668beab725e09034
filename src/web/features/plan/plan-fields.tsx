import { useState } from 'react';
import { MAX_RATE_BPS } from '#domain/settlements/plan.ts';
import { type Day, formatDay, parseRussianDay } from '#domain/values/days.ts';
import { type Kopecks, parseMoney } from '#domain/values/money.ts';
import { typedSum } from '#web/kit/form/typed.ts';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { planTexts } from './plan-texts.ts';

const t = planTexts;

/** A value typed by hand: it counts when the field is left or Enter is pressed, and what makes no sense changes nothing. */
function Typed<Value>({
  label,
  shown,
  error,
  wrong,
  read,
  onValue,
}: {
  label: string;
  /** The value as it is, in the notation of the field. */
  shown: string;
  error?: string | undefined;
  /** What to say of a text that is no value. */
  wrong: string;
  read: (text: string) => Value | null;
  onValue: (value: Value) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const settle = () => {
    if (typed === undefined) return;
    const value = read(typed);
    setWrong(value === null);
    if (value === null) return;
    setTyped(undefined);
    onValue(value);
  };
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={typed ?? shown}
      error={isWrong ? wrong : error}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}

interface FieldOf<Value> {
  label: string;
  value: Value;
  error?: string | undefined;
}

/** A sum in roubles; kept in kopecks. */
export function SumField({ value, onSum, ...field }: FieldOf<number> & { onSum: (amount: Kopecks) => void }) {
  return <Typed {...field} shown={typedSum(value)} wrong={t.sumWrong} read={parseMoney} onValue={onSum} />;
}

/** A yearly rate in percent; kept in basis points. */
export function RateField({ value, onRate, ...field }: FieldOf<number> & { onRate: (bps: number) => void }) {
  return (
    <Typed
      {...field}
      shown={(value / 100).toLocaleString('ru-RU')}
      wrong={t.rateWrong}
      read={readRate}
      onValue={onRate}
    />
  );
}

function readRate(text: string): number | null {
  const bps = Math.round(Number(text.trim().replace(',', '.')) * 100);
  return Number.isInteger(bps) && bps > 0 && bps <= MAX_RATE_BPS ? bps : null;
}

/** A day to come, ДД.ММ.ГГГГ; it counts as soon as it is whole. */
export function DayField({
  value,
  hint,
  error,
  onDay,
  ...field
}: FieldOf<Day> & { hint?: string; onDay: (day: Day) => void }) {
  const [isWrong, setWrong] = useState(false);
  return (
    <DateField
      {...field}
      hint={hint}
      defaultValue={formatDay(value)}
      error={isWrong ? t.dayWrong : error}
      onChange={({ target }) => {
        const day = parseRussianDay(target.value);
        if (day) onDay(day);
        if (day) setWrong(false);
      }}
      onBlur={({ target }) => setWrong(parseRussianDay(target.value) === null)}
    />
  );
}
