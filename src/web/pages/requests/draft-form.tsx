import { useState } from 'react';
import { DEBT_REASONS, REQUEST_GAPS, requestGaps } from '#domain/negotiation/request-form.ts';
import { recognitionWords } from '#domain/registries/limitation.ts';
import { parseMoney } from '#domain/values/money.ts';
import { ConsentNeeded } from '#web/features/consents/needed.tsx';
import { paymentsOf } from '#web/features/plan/schedule-texts.ts';
import { requestRowTexts } from '#web/features/requests/row-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import type { DraftField, Request } from './draft-values.ts';
import { texts } from './texts.ts';
import { type Draft, useDraft } from './use-draft.ts';

const t = texts.draft;
const counts = [1, 3, 6, 9, 12];

/** The counts to choose from, with the one that stands in the request: a plan may have been built with any. */
const countsWith = ({ plan }: Draft): number[] => [...new Set([...counts, plan?.payments ?? 1])].sort((a, b) => a - b);

/** The form of a request: it saves itself, and is sent when its author says so. */
export function DraftForm({ request, onSent }: { request: Request; onSent: () => void }) {
  const draft = useDraft(request);
  const isDraft = request.status === 'waiting';
  // Of its own: who presses while the draft saves itself has pressed, and the sending waits for that saving.
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const isSaved = await draft.save({ send: isDraft }).finally(() => setSending(false));
    if (isSaved) onSent();
  };
  return (
    <div className="stack">
      <Debt draft={draft} />
      <DesiredTerms draft={draft} />
      {isDraft && (
        <ConsentNeeded
          kind="personal-data-creditor"
          // What is sent with the consent is what stands in the fields.
          before={() => draft.save({ send: false })}
          {...(draft.isReady && { sends: { ...t.consent, send } })}
        />
      )}
      <Card>
        <p role="status" className="dim small">
          {{ saving: t.saving, saved: t.saved, refused: t.notSaved, changed: '' }[draft.state]}
        </p>
        {isDraft && !draft.isReady && <Gaps draft={draft} />}
        {draft.isReady && <p>{t.ready}</p>}
        {isDraft && <p>{recognitionWords(t.act)}</p>}
        {(draft.isReady || !isDraft) && (
          <Button variant="primary" large busy={isSending} onClick={() => void send()}>
            {isDraft ? t.send : t.done}
          </Button>
        )}
      </Card>
    </div>
  );
}

/** The attributes of a field of the draft. */
const fieldOf = ({ values, errors, put }: Draft, field: DraftField) => ({
  value: values[field],
  error: errors[field],
  onChange: ({ target }: { target: { value: string } }) => put(field, target.value),
});

function Debt({ draft }: { draft: Draft }) {
  // The mask keeps the text of its field itself: other values need another field.
  const { value: day, ...date } = fieldOf(draft, 'contractDate');
  const money = { inputMode: 'decimal', autoComplete: 'off', maxLength: 24 } as const;
  return (
    <Card title={t.debt}>
      <TextField {...fieldOf(draft, 'creditorName')} label={requestRowTexts.columns.creditorName} maxLength={300} />
      <TextField {...fieldOf(draft, 'contractNumber')} label={t.contractNumber} maxLength={64} autoComplete="off" />
      <TextField {...fieldOf(draft, 'claimedDebt')} {...money} label={t.claimedDebt} hint={t.claimedHint} />
      <SelectField
        {...fieldOf(draft, 'debtReason')}
        label={t.reason}
        choices={[['', t.choose], ...Object.entries(DEBT_REASONS)]}
      />
      <DateField key={draft.replaced} {...date} defaultValue={day} label={t.contractDate} optional />
      <TextField {...fieldOf(draft, 'issuedAmount')} {...money} label={t.issuedAmount} optional />
    </Card>
  );
}

function DesiredTerms({ draft }: { draft: Draft }) {
  const { downPayment = 0 } = draft.plan ?? {};
  return (
    <Card title={t.desired}>
      <TextField
        {...fieldOf(draft, 'desiredAmount')}
        label={t.desiredAmount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        optional
      />
      <SelectField
        {...fieldOf(draft, 'payments')}
        label={t.payments}
        hint={downPayment > 0 ? t.beside(formatMoneyOf(downPayment)) : undefined}
        choices={[
          ['', t.anyPayments],
          ...countsWith(draft).map((count) => [String(count), paymentsOf(count)] as const),
        ]}
        optional
      />
      <TextArea {...fieldOf(draft, 'comment')} label={t.comment} maxLength={1000} optional />
    </Card>
  );
}

/** What is still to be done before the request can be sent. */
function Gaps({ draft: { values, isVerified } }: { draft: Draft }) {
  const gaps = requestGaps({ ...values, claimedDebt: parseMoney(values.claimedDebt) }, isVerified);
  return (
    <div>
      <h2>{t.gaps}</h2>
      <ul>
        {gaps.map((gap) => (
          <li key={gap}>— {REQUEST_GAPS[gap]}</li>
        ))}
      </ul>
      {gaps.length === 1 && gaps[0] === 'verification' && <p className="dim">{t.waits}</p>}
    </div>
  );
}
