import { endings } from '#contract/settlements/endings.ts';
import { settlementFieldRequired } from '#domain/values/validators.ts';
import { moneyTexts } from '#web/features/payments/texts.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import type { Settlement } from '../sides.ts';

const t = moneyTexts.rating;

/** The question what the debtor thinks of his settlement. */
export function RateForm({ settlement, onDone }: { settlement: Settlement; onDone: () => void }) {
  const form = useOperationForm({
    operation: endings.rate,
    params: { id: settlement.individualId, loanId: settlement.id },
    initial: {
      rating: settlement.feedback ? String(settlement.feedback.rating) : '',
      text: settlement.feedback?.text ?? '',
    },
    rules: { rating: settlementFieldRequired() },
    body: ({ rating, text }) => ({ ...(rating !== '' && { rating: Number(rating) }), text }),
    ...closeOnDone(t.done, onDone),
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
