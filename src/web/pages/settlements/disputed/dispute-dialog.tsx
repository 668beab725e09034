import { settlements } from '#contract/settlements/settlements.ts';
import { type DebtPartCode, debtPart } from '#domain/settlements/debt-structure.ts';
import { whyNotDisputed } from '#domain/settlements/disputed-parts.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { activeOfferOf, paramsOf, type Settlement } from '../sides.ts';
import { disputedTexts } from './disputed-texts.ts';

const t = disputedTexts.dialog;

/** A part as it is in the form. */
interface Mark {
  code: DebtPartCode;
  on: boolean;
  reason: string;
}

/** The debtor ticks what he disputes, each with his reason if he likes. What a court has settled says so and cannot be ticked. */
export function DisputeDialog({ settlement, onClose }: { settlement: Settlement; onClose: () => void }) {
  const { stage = null, deniedAt = null, proved = false } = settlement.proceedings ?? {};
  const judgedStage = deniedAt === null || proved ? stage : null;
  const parts = settlement.debt.filter(({ amount }) => amount > 0);
  const form = useOperationForm({
    operation: settlements.disputeParts,
    params: paramsOf(settlement, 'individual'),
    initial: { marks: parts.map(({ code }): Mark => markOf(settlement, code)) },
    body: ({ marks }) => ({
      parts: marks.filter(({ on }) => on).map(({ code, reason }) => ({ code, reason: reason.trim() || null })),
    }),
    ...closeOnDone(t.done, onClose),
  });
  const marks = form.methods.watch('marks');
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form form={form} action={t.action} onCancel={onClose}>
        <p>{t.lead}</p>
        {parts.map(({ code, amount }, index) => {
          const closed = whyNotDisputed(code, judgedStage);
          const { label } = debtPart(code);
          return (
            <div key={code} className="stack-tight">
              <Checkbox
                label={`${label}, ${formatMoneyOf(amount)}`}
                disabled={closed !== null}
                {...form.field(`marks.${index}.on`)}
              >
                {closed && <span className="dim small">{closed}</span>}
              </Checkbox>
              {marks[index]?.on && (
                <TextField
                  label={t.reason(label)}
                  hint={t.hint}
                  optional
                  maxLength={200}
                  {...form.field(`marks.${index}.reason`)}
                />
              )}
            </div>
          );
        })}
        <p className="dim small">{t.tax}</p>
        {activeOfferOf(settlement) && <p className="dim small">{t.after}</p>}
      </Form>
    </Dialog>
  );
}

function markOf({ disputed }: Settlement, code: DebtPartCode): Mark {
  const mark = disputed.find((one) => one.code === code);
  return { code, on: mark !== undefined, reason: mark?.reason ?? '' };
}
