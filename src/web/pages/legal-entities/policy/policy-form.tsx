import { useState } from 'react';
import { policy as operations } from '#contract/settlements/policy.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { toConfirm } from '#web/kit/form/to-confirm.ts';
import { showRefusal } from '#web/kit/form/validate.ts';
import { CodeStep, useCodeLetter } from '#web/kit/one-time-code/code.tsx';
import { Button } from '#web/ui/button.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { policyTexts as t } from './policy-texts.ts';
import { type BandField, matrixOf, newBand, openFields, type Policy, valuesOf } from './policy-values.ts';

/** The fields of a row in pairs, by what they are about. */
const groups: readonly (readonly [title: string, pairs: readonly (readonly BandField[])[]])[] = [
  [
    t.groups.debts,
    [
      ['dpdFrom', 'dpdTo'],
      ['debtFrom', 'debtTo'],
    ],
  ],
  [
    t.groups.terms,
    [
      ['minLumpBps', 'minPlanBps'],
      ['maxPayments', 'minPayment'],
      ['minDownBps', 'maxDaysToFirst'],
      ['maxPlanDays', 'offerTtlDays'],
      ['penaltyDayBps', 'shiftEvery'],
    ],
  ],
  [
    t.groups.auto,
    [
      ['autoAcceptBps', 'autoRejectBps'],
      ['approvalBelowBps', 'maxRounds'],
    ],
  ],
];
const fields = groups.flatMap(([, pairs]) => pairs.flat());

/** Changes the whole matrix; what is saved is a new version. */
export function PolicyForm({
  legalEntityId,
  policy: live,
  onClose,
}: {
  legalEntityId: number;
  policy: Policy;
  onClose: () => void;
}) {
  const policy = useOpenedRecord(live);
  const first = policy.bands.length > 0 ? policy.bands : [newBand];
  const [before, setBefore] = useState(first);
  const params = { id: legalEntityId };
  const conditions = (rows: Parameters<typeof matrixOf>[0]) => ({
    version: policy.version,
    bands: matrixOf(rows, before),
  });
  const form = useOperationForm({
    operation: operations.replace,
    params,
    initial: { bands: first.map((band) => valuesOf(band, fields)), code: '' },
    body: ({ bands, code }) => ({ ...conditions(bands), code }),
    fieldOf: { 'code.wrong': 'code' },
    done: async () => {
      await refresh();
      onClose();
    },
  });
  const letter = useCodeLetter(
    async () => {
      const sent = await toConfirm(form.methods, ({ bands }) => conditions(bands));
      return sent && { operation: operations.publishingCode, params, body: { form: sent } };
    },
    (error) => showRefusal(form.methods, error),
  );
  const rows = form.methods.watch('bands');
  const put = (bands: typeof rows) => form.methods.setValue('bands', bands, { shouldDirty: true });
  const remove = (index: number) => {
    put(form.methods.getValues('bands').toSpliced(index, 1));
    setBefore(before.toSpliced(index, 1));
  };
  const add = () => {
    put([...form.methods.getValues('bands'), valuesOf(newBand, fields)]);
    setBefore([...before, newBand]);
  };
  return (
    <Form form={form} action={t.save} onCancel={onClose}>
      <p className="dim small">{t.running}</p>
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its place
        <fieldset key={`${index} of ${rows.length}`} className="stack">
          <div className="row spread">
            <legend>
              <h3>{t.row(index + 1)}</h3>
            </legend>
            {rows.length > 1 && <Button onClick={() => remove(index)}>{t.remove(index + 1)}</Button>}
          </div>
          <Checkbox label={t.breachByRule} {...form.methods.register(`bands.${index}.breachByRule`)}>
            <p className="dim small">{t.breachHint}</p>
          </Checkbox>
          {groups.map(([title, pairs]) => (
            <div key={title} className="stack-tight">
              <p className="dim small">{title}</p>
              {pairs.map((pair) => (
                <Pair key={pair.join()}>
                  {pair.map((field) => (
                    <TextField
                      key={field}
                      {...form.field(`bands.${index}.${field}`)}
                      label={t.fields[field]}
                      hint={hintOf(field)}
                      optional={openFields.includes(field)}
                      inputMode="decimal"
                      autoComplete="off"
                    />
                  ))}
                </Pair>
              ))}
            </div>
          ))}
        </fieldset>
      ))}
      <div>
        <Button onClick={add}>{t.add}</Button>
      </div>
      <p>{t.signed}</p>
      <CodeStep {...form.field('code')} letter={letter} />
    </Form>
  );
}

function hintOf(field: BandField): string | undefined {
  if (!openFields.includes(field)) return undefined;
  if (field === 'penaltyDayBps') return t.noPenalty;
  if (field === 'shiftEvery') return t.noShift;
  return field === 'dpdTo' || field === 'debtTo' ? t.unbounded : t.never;
}
