import { useState } from 'react';
import { endings } from '#contract/endings.ts';
import { MoveButton } from '#web/app/detail/move-button.tsx';
import { closing } from '#web/app/detail/use-move.ts';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { moneyTexts } from '#web/app/money/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { paramsOf, type Settlement } from './sides.ts';

const t = moneyTexts.end;

/** How the creditor ends an agreement: kept or not. */
export function EndingMoves({ deal }: { deal: Settlement }) {
  const [isBreaching, setBreaching] = useState(false);
  return (
    <>
      {deal.moves.includes('breach') && (
        <Button look="danger" onClick={() => setBreaching(true)}>
          {t.breach}
        </Button>
      )}
      {deal.moves.includes('fulfil') && (
        <MoveButton
          operation={endings.fulfil}
          input={{ params: paramsOf(deal, 'creditor') }}
          label={t.fulfil}
          ask={t.fulfilAsk}
          done={t.fulfilled}
          look="primary"
        />
      )}
      {isBreaching && <BreachDialog deal={deal} onClose={() => setBreaching(false)} />}
    </>
  );
}

function BreachDialog({ deal, onClose }: { deal: Settlement; onClose: () => void }) {
  const form = useOperationForm({
    operation: endings.breach,
    params: paramsOf(deal, 'creditor'),
    initial: { reason: '' },
    ...closing(t.breached, onClose),
  });
  return (
    <Dialog title={t.breach} onClose={onClose}>
      <Form form={form} action={t.breach} danger onCancel={onClose}>
        <p>{t.breachLead}</p>
        <TextArea {...form.field('reason')} label={t.reason} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}
