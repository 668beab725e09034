import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { tariffs } from '#contract/money/tariffs.ts';
import { addDays } from '#domain/values/days.ts';
import type { Tariff } from '#web/features/payments/tariff.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay, typedDay } from '#web/kit/form/typed.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Facts } from '#web/ui/display/facts.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const t = texts.simulation;
type Simulated = Result<typeof tariffs.simulate>;

/** The three months that end today. */
const lastDays = () => {
  const today = serverDay();
  return { from: typedDay(addDays(today, -90)), to: typedDay(today) };
};

/** What of a tariff decides about a fee: for whom it is and how it is counted. */
const terms = [
  'legalEntityId',
  'legalEntityTypeId',
  'individualCategoryId',
  'payer',
  'base',
  'rateBps',
  'fixed',
  'min',
  'max',
  'vatMode',
  'vatBps',
  'collect',
] as const satisfies (keyof Tariff)[];
type Terms = Pick<Tariff, (typeof terms)[number]>;
const termsOf = (tariff: Tariff) => Object.fromEntries(terms.map((key) => [key, tariff[key]])) as Terms;

/** What a tariff would have brought of the payments that have come, beside what was charged of them. */
export function Simulation({ tariff }: { tariff: Tariff }) {
  const [result, setResult] = useState<Simulated>();
  const [initial] = useState(lastDays);
  const form = useOperationForm({
    operation: tariffs.simulate,
    initial,
    fleeting: true,
    body: ({ from, to }) => ({ ...termsOf(tariff), from: readDay(from) ?? '', to: readDay(to) ?? '' }),
    done: setResult,
  });
  return (
    <section className="stack" aria-label={t.title}>
      <h3>{t.title}</h3>
      <p className="dim small">{t.lead}</p>
      <Form form={form} action={t.run}>
        <Pair>
          <DateField {...form.field('from')} label={t.from} autoComplete="off" />
          <DateField {...form.field('to')} label={t.to} autoComplete="off" />
        </Pair>
      </Form>
      {result && (
        <div role="status">
          <Facts items={factsOf(result)} />
        </div>
      )}
    </section>
  );
}

const factsOf = ({ payments, paid, chargedFee, fee, vat }: Simulated) => [
  { label: t.payments, value: String(payments) },
  { label: t.paid, value: formatMoneyOf(paid) },
  { label: t.chargedFee, value: formatMoneyOf(chargedFee) },
  { label: t.fee, value: formatMoneyOf(fee) },
  { label: t.vat, value: formatMoneyOf(vat) },
  { label: t.difference, value: formatMoneyOf(fee - chargedFee) },
];
