import { pauses } from '#contract/settlements/pauses.ts';
import { recognitionWords } from '#domain/registries/limitation.ts';
import { MAX_HOLIDAY_MONTHS } from '#domain/settlements/holidays.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Pausable } from './hard-times.tsx';
import { HealthConsent, useHealthCheck } from './health-consent.tsx';
import { PaperField, usePaper } from './paper-field.tsx';
import { pauseTexts as t } from './pause-texts.ts';

/** For how many months payments may stand still. */
export const MONTHS = Array.from(
  { length: MAX_HOLIDAY_MONTHS },
  (_, index) => [String(index + 1), t.month(index + 1)] as const,
);

type PauseKind = keyof typeof t.proofs;

interface Props {
  settlement: Pausable;
  onClose: () => void;
}

/** The same in a dialog of its own. */
export const PauseDialog = ({ settlement, onClose }: Props) => (
  <Dialog title={t.asking} onClose={onClose}>
    <PauseForm settlement={settlement} onClose={onClose} />
  </Dialog>
);

/** The debtor asks his creditor for a pause: why, for how long, and the paper that shows it. */
export function PauseForm({ settlement, onClose }: Props) {
  const paper = usePaper();
  const checkHealth = useHealthCheck();
  const form = useOperationForm({
    operation: pauses.ask,
    params: { id: settlement.individualId, x: settlement.id },
    initial: { kind: 'illness', months: '1', comment: '', file: '', consent: '' },
    check: ({ kind }) => ({ ...checkHealth(kind as PauseKind), ...paper.check(t.proofs[kind as PauseKind]) }),
    body: ({ kind, months, comment }) => ({
      kind,
      months: Number(months),
      ...(comment.trim() && { comment }),
    }),
    send: paper.send,
    ...closeOnDone(t.asked, onClose),
  });
  const kind = form.methods.watch('kind') as PauseKind;
  return (
    <Form form={form} action={t.send} onCancel={onClose}>
      <p className="dim">{t.askLead}</p>
      <p>{recognitionWords(t.act)}</p>
      <RadioList label={t.why} {...form.field('kind')} choices={t.kinds} />
      <SelectField {...form.field('months')} label={t.months} choices={MONTHS} />
      <HealthConsent kind={kind} error={form.field('consent').error} />
      <PaperField paper={paper} label={t.proofs[kind]} error={form.field('file').error} />
      <TextArea
        {...form.field('comment')}
        label={t.comment}
        hint={kind === 'job_loss' ? t.noHealth : undefined}
        maxLength={500}
        optional
      />
    </Form>
  );
}
