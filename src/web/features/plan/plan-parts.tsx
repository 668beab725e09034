import { Plus, X } from 'lucide-react';
import type { PlanPart } from '#domain/settlements/plan.ts';
import { MAX_PAYMENTS } from '#domain/settlements/plan.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import styles from './plan-builder.module.css';
import type { PlanProps } from './plan-builder.tsx';
import { longer, misread, read } from './plan-draft.ts';
import { DayField, SumField } from './plan-fields.tsx';
import { planTexts } from './plan-texts.ts';

const t = planTexts;

/** A plan by hand: every payment with its own day and sum. */
export function PlanParts({ draft, context, built, onDraft }: PlanProps) {
  const { parts } = draft;
  // The fields of another number of parts are others.
  const put = (next: readonly PlanPart[]) => onDraft({ ...draft, parts: next, unread: {} });
  const change = (label: string, index: number, part: Partial<PlanPart>) =>
    onDraft(read(draft, label, { parts: parts.map((one, at) => (at === index ? { ...one, ...part } : one)) }));
  const fieldOf = (label: string) => ({
    label,
    isUnread: label in draft.unread,
    onUnread: () => onDraft(misread(draft, label, 'parts')),
  });
  const { parts: wrongParts, amount: wrongSum } = built.problems;
  return (
    <Card title={t.kinds.custom}>
      <ol className={styles.parts}>
        {parts.map(({ date, amount }, index) => (
          // A part is known by its place: days and sums may repeat while they are typed.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} of ${parts.length}`}>
            <DayField
              {...fieldOf(t.partDay(index + 1))}
              value={date}
              onDay={(day) => change(t.partDay(index + 1), index, { date: day })}
            />
            <SumField
              {...fieldOf(t.partSum(index + 1))}
              value={amount}
              onSum={(sum) => change(t.partSum(index + 1), index, { amount: sum })}
            />
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
      {built.late && <Notice tone="warning">{built.late}</Notice>}
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
