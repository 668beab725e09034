import type { Result } from '#contract/kernel/op.ts';
import { autopayments } from '#contract/money/autopayments.ts';
import { autopaymentMachine } from '#domain/money/autopayment.ts';
import { all, minLength, required } from '#domain/values/validators.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { Attempts } from './autopayment-attempts.tsx';
import { autopaymentTexts } from './autopayment-texts.ts';

const t = autopaymentTexts.ofDebtor;
const switchedOff = ({ attempts }: Result<typeof autopayments.switchOffByLetter>): string =>
  attempts.some(({ status }) => status === 'sent') ? t.stillSent : autopaymentTexts.off;

/** What operators see of the autopayment of a debtor, as he sees it, and switch off when he asks for it by a letter. */
export function AutopaymentOfDebtor({ settlementId }: { settlementId: number }) {
  const isShown = accessTo(autopayments.ofSettlement, useMe()) !== 'no';
  const { data } = useReadOf(autopayments.ofSettlement, isShown ? { params: { id: settlementId } } : undefined);
  if (!data || data.status === null) return null;
  return (
    <Card title={autopaymentTexts.title}>
      <div className="row">
        <StatusTag of={autopaymentMachine} status={data.status} />
        {data.channel !== null && <span>{t.way(data.channel, data.mask)}</span>}
      </div>
      {data.partnerSilent && <p className="dim">{t.silent}</p>}
      {data.status === 'on' && data.obstacle !== null && <p>{t.seen(autopaymentTexts.stops(data.obstacle))}</p>}
      {data.next && <p>{autopaymentTexts.next(data.next)}</p>}
      {/* These words are said to the debtor. */}
      {data.reason !== null && <p className="dim">{t.seen(data.reason)}</p>}
      {data.moves.includes('switchOff') && (
        <div>
          <Button onClick={() => openDialog((close) => <OffDialog settlementId={settlementId} onClose={close} />)}>
            {t.off}
          </Button>
        </div>
      )}
      <Attempts attempts={data.attempts} />
    </Card>
  );
}

/** Names the letter by which its debtor has asked. */
function OffDialog({ settlementId, onClose }: { settlementId: number; onClose: () => void }) {
  const form = useOperationForm({
    operation: autopayments.switchOffByLetter,
    params: { id: settlementId },
    initial: { reason: '' },
    rules: { reason: all(required(), minLength(10, 'знаков')) },
    ...closeOnDone(switchedOff, onClose),
  });
  return (
    <Dialog title={t.off} onClose={onClose}>
      <Form form={form} action={autopaymentTexts.switchOff} danger onCancel={onClose}>
        <p>{t.lead}</p>
        <TextArea maxLength={300} {...form.field('reason')} label={t.letter} data-autofocus />
      </Form>
    </Dialog>
  );
}
