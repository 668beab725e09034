import type { Result } from '#contract/kernel/op.ts';
import { payouts } from '#contract/money/payouts.ts';
import { PAYOUT_EVERY } from '#domain/money/payout.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { readSum, typedSum } from '#web/kit/form/typed.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { moneyTexts } from './money-texts.ts';

const t = moneyTexts.rule;

/** Sets when and from which sum a company is paid out. */
export function RuleDialog({
  legalEntityId,
  rule: live,
  onClose,
}: {
  legalEntityId: number;
  rule: Result<typeof payouts.balance>['rule'];
  onClose: () => void;
}) {
  const { every, least, version } = useOpenedRecord(live);
  const form = useOperationForm({
    operation: payouts.setRule,
    params: { id: legalEntityId },
    initial: { every, least: typedSum(least) },
    rules: { least: required() },
    body: (values) => ({ every: values.every, least: readSum(values.least) ?? 0, version }),
    ...closeOnDone(t.saved, onClose),
  });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form form={form} action={t.save} onCancel={onClose}>
        <SelectField {...form.field('every')} label={t.every} choices={Object.entries(PAYOUT_EVERY)} />
        <TextField {...form.field('least')} label={t.least} hint={t.leastHint} inputMode="decimal" autoComplete="off" />
      </Form>
    </Dialog>
  );
}
