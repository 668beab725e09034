import type { FieldErrors } from '#contract/kernel/errors.ts';
import { parseMoney } from '#domain/values/money.ts';
import type { OperationForm } from '#web/kit/form/form.tsx';
import { typedSum } from '#web/kit/form/typed.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { texts } from './texts.ts';

const t = texts.form;

/** What is wrong with the sum that a person thinks he owes, by its field; he may leave it out. */
export const sumErrors = (text: string): FieldErrors =>
  text.trim() !== '' && !parseMoney(text) ? { approxDebt: t.wrongSum } : {};

/** What a person has said of his debt. */
interface Details {
  approxDebt: number | null;
  disclosed: boolean;
}

/** The fields of both forms as they are shown first: empty, or with what has been said. */
export const initialValues = ({ approxDebt, disclosed }: Details = { approxDebt: null, disclosed: true }) => ({
  approxDebt: typedSum(approxDebt),
  disclosed,
});
type Values = ReturnType<typeof initialValues>;

/** What the fields say, as both operations take it. */
export const detailsOf = ({ approxDebt, disclosed }: Values): Details => ({
  approxDebt: parseMoney(approxDebt),
  disclosed,
});

/** How much a person thinks that he owes, and whether the creditor sees who asks. */
export function SimpleFields({ field }: { field: (name: keyof Values) => Field }) {
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

type Field = ReturnType<OperationForm<Values>['field']>;
