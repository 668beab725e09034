import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { policy } from '#contract/settlements/policy.ts';
import { formatPenalty } from '#domain/negotiation/penalty-words.ts';
import { addDays } from '#domain/values/days.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { policyTexts } from './policy-texts.ts';
import { type Band, sumOf } from './policy-values.ts';

const t = policyTexts.simulator;
type Simulated = Result<typeof policy.simulate>;

const example = { dpd: '200', debt: '100 000,00', amount: '70 000,00', payments: '6', days: '14' };

/** What the conditions answer to an offer of a debtor, rule by rule. */
export function PolicySimulator({ legalEntityId, bands }: { legalEntityId: number; bands: Band[] }) {
  const [answer, setAnswer] = useState<Simulated>();
  const form = useOperationForm({
    operation: policy.simulate,
    params: { id: legalEntityId },
    initial: example,
    fleeting: true,
    body: (values) => bodyOf(values, bands),
    done: setAnswer,
    fieldOf: {},
  });
  const field = (name: keyof typeof example) => ({
    ...form.field(name),
    label: t[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  });
  return (
    <Card title={t.title}>
      <p className="dim small">{t.lead}</p>
      <Form form={form} action={t.run}>
        <Pair>
          <TextField {...field('dpd')} />
          <TextField {...field('debt')} />
        </Pair>
        <Pair>
          <TextField {...field('amount')} />
          <TextField {...field('payments')} />
        </Pair>
        <TextField {...field('days')} />
      </Form>
      {answer && <Answer answer={answer} />}
    </Card>
  );
}

/** One payment is a plan of its own kind. */
function bodyOf({ dpd, debt, amount, payments, days }: typeof example, bands: Band[]): unknown {
  const firstDate = addDays(serverDay(), Number(days) || 0);
  const plan =
    Number(payments) === 1
      ? { kind: 'at_once', amount: sumOf(amount) ?? amount, firstDate }
      : { kind: 'equal', amount: sumOf(amount) ?? amount, payments: Number(payments), downPayment: 0, firstDate };
  return { bands, dpd: Number(dpd), debt: sumOf(debt) ?? debt, plan };
}

function Answer({ answer: { band, decision, steps, counter, penalty, claims, uncovered } }: { answer: Simulated }) {
  return (
    <div role="status" className="stack">
      {band === null || decision === null ? (
        <Notice>{t.none}</Notice>
      ) : (
        <Notice tone={tones[decision]}>
          <strong>{policyTexts.decisions[decision]}</strong>. {t.by(band + 1)}.
          {counter && ` ${t.counter}: ${formatMoneyOf(counter.amount)}, ${counter.rows.length}.`}
        </Notice>
      )}
      <ul className="stack-tight">
        {steps.map(({ rule, holds, text }) => (
          <li key={rule} className="row">
            <Tag tone={holds ? 'success' : 'danger'}>{holds ? policyTexts.yes : policyTexts.no}</Tag> {text}
          </li>
        ))}
      </ul>
      {penalty && <p>{t.penalty(formatPenalty(penalty))}</p>}
      <ul className="dim small">
        {claims.map((count, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is nothing but its place
          <li key={index}>{t.covered(index + 1, count)}</li>
        ))}
        {uncovered > 0 && <li>{t.uncovered(uncovered)}</li>}
      </ul>
    </div>
  );
}

const tones = {
  accept: 'success',
  reject: 'danger',
  counter: 'info',
  needs_approval: 'warning',
  by_hand: 'info',
} as const;
