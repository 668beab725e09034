import { type ReactNode, useState } from 'react';
import { MAX_RATE_BPS } from '#domain/settlements/plan.ts';
import { type Day, formatDay, parseRussianDay } from '#domain/values/days.ts';
import { type Kopecks, parseMoney } from '#domain/values/money.ts';
import { typedSum } from '#web/kit/form/typed.ts';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { planTexts } from './plan-texts.ts';

const t = planTexts;

/** A value typed by hand: it counts when the field is left or Enter is pressed, and so does that it makes no sense. */
function Typed<Value>({
  label,
  shown,
  error,
  wrong,
  isUnread,
  read,
  onValue,
  onUnread,
}: {
  label: string;
  /** The value as it is, in the notation of the field. */
  shown: string;
  error?: string | undefined;
  /** What to say of a text that is no value. */
  wrong: string;
  isUnread: boolean;
  read: (text: string) => Value | null;
  onValue: (value: Value) => void;
  onUnread: () => void;
}) {
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  // What another field has changed meanwhile is newer than what was typed here.
  const text = typed?.over === shown ? typed.text : undefined;
  const settle = () => {
    if (text === undefined) return;
    const value = read(text);
    if (value === null) return onUnread();
    setTyped(undefined);
    onValue(value);
  };
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={text ?? shown}
      error={isUnread ? wrong : error}
      onChange={({ target }) => setTyped({ text: target.value, over: shown })}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}

interface FieldOf<Value> {
  label: string;
  value: Value;
  error?: string | undefined;
  /** Whether what is typed in it is no value, and what is to be done when that is so. */
  isUnread: boolean;
  onUnread: () => void;
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

/** How many payments; it counts as soon as it is a whole number, and a part of one is never cut off. */
export function CountField({
  value,
  error,
  isUnread,
  onCount,
  onUnread,
  ...field
}: FieldOf<number> & { onCount: (count: number) => void }) {
  const [typed, setTyped] = useState({ text: String(value), count: value });
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      value={isUnread || typed.count === value ? typed.text : String(value)}
      error={isUnread ? t.countWrong : error}
      onChange={({ target }) => {
        const count = /^\d+$/.test(target.value.trim()) ? Number(target.value) : null;
        setTyped({ text: target.value, count: count ?? value });
        if (count === null) onUnread();
        else onCount(count);
      }}
    />
  );
}

/** A day to come, ДД.ММ.ГГГГ; it counts as soon as it is whole. */
export function DayField({
  value,
  hint,
  error,
  isUnread,
  onDay,
  onUnread,
  ...field
}: FieldOf<Day> & { hint?: ReactNode; onDay: (day: Day) => void }) {
  return (
    <DateField
      {...field}
      hint={hint}
      defaultValue={formatDay(value)}
      error={isUnread ? t.dayWrong : error}
      onChange={({ target }) => {
        const day = parseRussianDay(target.value);
        if (day) onDay(day);
      }}
      onBlur={({ target }) => {
        if (parseRussianDay(target.value) === null) onUnread();
      }}
    />
  );
}
