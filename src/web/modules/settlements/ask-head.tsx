import { type ReactNode, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { kopecks } from '#domain/money.ts';
import type { Plan } from '#domain/plan.ts';
import { judgeOwnOffer } from '#domain/policy.ts';
import type { Ground } from '#web/app/deals/plan-draft.ts';
import { closing } from '#web/app/detail/use-move.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { paramsOf, type Settlement } from './sides.ts';
import { texts } from './texts.ts';

const t = texts.below;

/** What of his company's conditions a plan breaks, as long as they bind the viewer. */
export function brokenRules({ bound }: Settlement, { debt, today }: Ground, plan: Plan): string[] {
  if (!bound) return [];
  const { debtFrom, debtTo, minPayment } = bound;
  const sums = { debtFrom: kopecks(debtFrom), debtTo: debtTo === null ? null : kopecks(debtTo) };
  const band = { ...bound, ...sums, minPayment: kopecks(minPayment), categoryId: null };
  const { free, trace } = judgeOwnOffer(band, { plan, debt, today });
  return free ? [] : trace.filter(({ holds }) => !holds).map(({ text }) => text);
}

/** Terms that only the head allows: by which rules, and what to do. */
export function Below({ broken, children }: { broken: readonly string[]; children: ReactNode }) {
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{t.title}</strong>
        <p>{t.broken}</p>
        <ul>
          {broken.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>{t.lead}</p>
        <div>{children}</div>
      </div>
    </Notice>
  );
}

interface AskProps {
  deal: Settlement;
  /** What is asked: the operation and the terms it sends beside the reason. */
  asks: { operation: Operation; body: Readonly<Record<string, unknown>> };
  after?: () => unknown;
}

/** A button that asks the head, with a reason. While he has not answered there is nothing to ask again. */
export function AskButton(props: AskProps) {
  const [isOpen, setOpen] = useState(false);
  const waits = props.deal.asked.some(({ status }) => status === 'pending');
  return (
    <>
      <Button look="primary" closed={waits ? t.waits : undefined} onClick={() => setOpen(true)}>
        {t.action}
      </Button>
      {isOpen && <AskDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function AskDialog({ deal, asks: { operation, body }, after, onClose }: AskProps & { onClose: () => void }) {
  const form = useOperationForm({
    operation,
    params: paramsOf(deal, 'creditor'),
    initial: { reason: '' },
    body: ({ reason }) => ({ ...body, reason }),
    ...closing(t.done, onClose, after),
  });
  return (
    <Dialog title={t.action} onClose={onClose}>
      <Form form={form} action={t.action} onCancel={onClose}>
        <p>{t.lead}</p>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.reasonHint} maxLength={1000} data-autofocus />
      </Form>
    </Dialog>
  );
}
