import { Plus, X } from 'lucide-react';
import type { PlanPart } from '#domain/settlements/plan.ts';
import { MAX_PAYMENTS } from '#domain/settlements/plan.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import styles from './plan-builder.module.css';
import type { PlanProps } from './plan-builder.tsx';
import { longer } from './plan-draft.ts';
import { DayField, SumField } from './plan-fields.tsx';
import { planTexts } from './plan-texts.ts';

const t = planTexts;

/** A plan by hand: every payment with its own day and sum. */
export function PlanParts({ draft, context, built, onDraft }: PlanProps) {
  const { parts } = draft;
  const put = (next: readonly PlanPart[]) => onDraft({ ...draft, parts: next });
  const change = (index: number, part: Partial<PlanPart>) =>
    put(parts.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const { parts: wrongParts, amount: wrongSum } = built.problems;
  return (
    <Card title={t.kinds.custom}>
      <ol className={styles.parts}>
        {parts.map(({ date, amount }, index) => (
          // A part is known by its place: days and sums may repeat while they are typed.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} of ${parts.length}`}>
            <DayField label={t.partDay(index + 1)} value={date} onDay={(day) => change(index, { date: day })} />
            <SumField label={t.partSum(index + 1)} value={amount} onSum={(sum) => change(index, { amount: sum })} />
            {parts.length > 1 && (
              <Button
                variant="quiet"
                icon
                aria-label={t.removePart(index + 1)}
                onClick={() => put(parts.filter((_, at) => at !== index))}
              >
                <X size={20} aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ol>
      {(wrongParts ?? wrongSum) && <Notice tone="warning">{wrongParts ?? wrongSum}</Notice>}
      {parts.length < MAX_PAYMENTS && (
        <Button onClick={() => put(longer(parts, context.today))}>
          <Plus size={16} aria-hidden="true" />
          {t.addPart}
        </Button>
      )}
    </Card>
  );
}
