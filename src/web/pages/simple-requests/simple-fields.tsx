import { parseMoney } from '#domain/values/money.ts';
import type { OperationForm } from '#web/kit/form/form.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { texts } from './texts.ts';

const t = texts.form;

/** What is wrong with a sum that may be left out, by its field. */
export const sumFault = (text: string): Record<string, string> =>
  text.trim() !== '' && !parseMoney(text) ? { approxDebt: t.wrongSum } : {};

/** How much a person thinks that he owes, and whether the creditor sees who asks. */
export function SimpleFields({ field }: { field: (name: 'approxDebt' | 'disclosed') => Field }) {
  return (
    <>
      <TextField
        {...field('approxDebt')}
        label={t.approxDebt}
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        optional
      />
      <Checkbox {...field('disclosed')} label={t.disclosed} />
    </>
  );
}

type Field = ReturnType<OperationForm<{ approxDebt: string; disclosed: boolean }>['field']>;
