import { all, minLength, required } from '#domain/values/validators.ts';
import type { FormFields } from '#web/kit/form/form.tsx';
import { readSum } from '#web/kit/form/typed.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';

type Values = { amount: string; reason: string };
type Words = { amount: string; reason: string; reasonHint: string; most: (sum: string) => string };

/** How a sum that is to go back and its reason are judged and sent. */
export const refundForm = {
  rules: { amount: required(), reason: all(required(), minLength(10, 'знаков')) },
  body: ({ amount, reason }: Values) => ({ amount: readSum(amount) ?? 0, reason }),
};

/** Whether a typed sum is more than may go back without a delay. @param inTime kopecks */
export const isAbove = (typed: string, inTime: number): boolean => Number(readSum(typed)) > inTime;

/** A sum that is to go back, and why. @param most kopecks */
export function RefundFields({ form, most, words }: { form: FormFields<keyof Values>; most: number; words: Words }) {
  return (
    <>
      <TextField
        {...form.field('amount')}
        label={words.amount}
        hint={words.most(formatMoneyOf(most))}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
      />
      <TextArea {...form.field('reason')} label={words.reason} hint={words.reasonHint} />
    </>
  );
}
