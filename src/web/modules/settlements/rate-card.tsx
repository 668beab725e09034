import { useState } from 'react';
import { endings } from '#contract/endings.ts';
import { feedback } from '#domain/feedback.ts';
import { closing } from '#web/app/detail/use-move.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { moneyTexts } from '#web/app/money/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { StatusTag } from '#web/ui/tag.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { Settlement } from './sides.ts';

const t = moneyTexts.rating;

/** What the debtor thinks of it: what he has said, or the question. */
export function RateCard({ deal }: { deal: Settlement }) {
  const [isChanging, setChanging] = useState(false);
  const { feedback: said, moves } = deal;
  if (said && !isChanging) {
    return (
      <Card title={t.title}>
        <div className="row spread">
          <strong>{t.yours(said.rating)}</strong>
          <StatusTag of={feedback} status={said.status} />
        </div>
        {said.text && <p>«{said.text}»</p>}
        {said.reason && <p className="dim">{said.reason}</p>}
        {moves.includes('rate') && <Button onClick={() => setChanging(true)}>{t.change}</Button>}
      </Card>
    );
  }
  return moves.includes('rate') ? <RateForm deal={deal} onDone={() => setChanging(false)} /> : null;
}

function RateForm({ deal, onDone }: { deal: Settlement; onDone: () => void }) {
  const form = useOperationForm({
    operation: endings.rate,
    params: { id: deal.individualId, loanId: deal.id },
    initial: { rating: deal.feedback ? String(deal.feedback.rating) : '', text: deal.feedback?.text ?? '' },
    body: ({ rating, text }) => ({ ...(rating !== '' && { rating: Number(rating) }), text }),
    ...closing(t.done, onDone),
  });
  return (
    <Card title={t.title}>
      <Form form={form} action={t.action}>
        <p className="dim">{t.lead}</p>
        <RadioList {...form.field('rating')} label={t.label} choices={t.choices} />
        <TextArea {...form.field('text')} label={t.text} hint={t.hint} maxLength={1000} optional />
      </Form>
    </Card>
  );
}
