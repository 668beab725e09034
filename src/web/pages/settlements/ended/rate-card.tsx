import { useState } from 'react';
import { feedbackMachine } from '#domain/settlements/feedback.ts';
import { moneyTexts } from '#web/features/payments/texts.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import type { Settlement } from '../sides.ts';

const RateForm = lazyPart(
  () => import('./rate-form.tsx'),
  (module) => module.RateForm,
);

const t = moneyTexts.rating;

/** What the debtor thinks of it: what he has said, or the question. */
export function RateCard({ settlement }: { settlement: Settlement }) {
  const [isChanging, setChanging] = useState(false);
  const { feedback: said, moves } = settlement;
  if (said && !isChanging) {
    return (
      <Card title={t.title}>
        <div className="row spread">
          <strong>{t.yours(said.rating)}</strong>
          <StatusTag of={feedbackMachine} status={said.status} />
        </div>
        {said.text && <p>«{said.text}»</p>}
        {said.reason && <p className="dim">{said.reason}</p>}
        {moves.includes('rate') && <Button onClick={() => setChanging(true)}>{t.change}</Button>}
      </Card>
    );
  }
  return moves.includes('rate') ? <RateForm settlement={settlement} onDone={() => setChanging(false)} /> : null;
}
