import { useState } from 'react';
import { lifeEvents } from '#contract/parties/life-events.ts';
import { type LifeOutcome, neverWas, outcomesOf } from '#domain/parties/life-outcome.ts';
import { required } from '#domain/values/validators.ts';
import { useRead } from '#web/kit/data/query.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { LifeEvent } from './running-events.ts';
import { lifeTexts as t } from './texts.ts';

/** One operator proposes that an event is over, and of a bankruptcy how it has ended. */
export function EndDialog({
  event,
  individualId,
  onClose,
}: {
  event: LifeEvent;
  individualId: number;
  onClose: () => void;
}) {
  const [kept, setKept] = useState<readonly number[]>([]);
  // Its end is told once; that it never was may be found out later.
  const outcomes = outcomesOf(event.kind).filter((one) => one !== event.outcome);
  const hasChoice = outcomesOf(event.kind).length > 1;
  const form = useOperationForm({
    operation: lifeEvents.end,
    params: { id: individualId, x: event.id },
    initial: { reason: '', outcome: '' },
    rules: { reason: required(), ...(hasChoice && { outcome: required() }) },
    body: ({ reason, outcome }) => ({
      reason,
      ...(hasChoice && { outcome }),
      ...(outcome === 'discharged' && kept.length > 0 && { keptClaims: kept }),
    }),
    ...closeOnDone(t.sent, onClose),
  });
  const chosen = form.methods.watch('outcome') as LifeOutcome | '';
  const isDischarge = chosen === 'discharged';
  const isService = outcomes.includes('served');
  const wordOf = (one: LifeOutcome): string => (one === 'goes_on' && isService ? t.notServed : t.outcomes[one]);
  return (
    <Dialog title={t.ending} onClose={onClose}>
      <Form form={form} action={t.end} onCancel={onClose}>
        <p className="dim">{event.title}</p>
        {hasChoice && (
          <RadioList
            label={t.outcome}
            {...form.field('outcome')}
            choices={outcomes.map((one) => [one, wordOf(one)] as const)}
          />
        )}
        <p className="dim">{leadOf(event, chosen)}</p>
        {isDischarge && <Claims event={event} individualId={individualId} kept={kept} onKept={setKept} />}
        <TextArea {...form.field('reason')} label={t.endReason} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}

function leadOf({ kind, ground }: LifeEvent, outcome: LifeOutcome | ''): string {
  if (outcome === 'discharged') return t.dischargeLead;
  if (outcome === 'served') return t.servedLead;
  return outcome !== '' && neverWas({ kind, ground, outcome }) ? t.neverWasLead : t.endLead;
}

/** The debts that end, each of which may be left as it is. */
function Claims({
  event,
  individualId,
  kept,
  onKept,
}: {
  event: LifeEvent;
  individualId: number;
  kept: readonly number[];
  onKept: (kept: readonly number[]) => void;
}) {
  const read = useRead(lifeEvents.claims, { params: { id: individualId, x: event.id } });
  return (
    <WithObject read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="dim">{t.noClaims}</p>
        ) : (
          <>
            {items.map(({ id, creditor, contractNumber, contractDate, total }) => (
              <Checkbox
                key={id}
                label={t.keeps(creditor, contractNumber, formatDayOf(contractDate), formatMoneyOf(total))}
                checked={kept.includes(id)}
                onChange={({ target }) => onKept(target.checked ? [...kept, id] : kept.filter((one) => one !== id))}
              />
            ))}
          </>
        )
      }
    </WithObject>
  );
}
