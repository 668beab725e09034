import type { claims } from '#contract/registries/claims.ts';
import type { simpleRegistries } from '#contract/registries/simple-registries.ts';
import type { LimitationStatus } from '#domain/registries/limitation.ts';
import { type RejectReason, recognizesDebt } from '#domain/registries/registry-entry.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { limitationShown, RecognitionNote } from './limitation.tsx';
import { debtTexts } from './texts.ts';

const t = debtTexts.simple;

/**
 * Asks why a person rejects a claim: one reason of a few, and his own words if he likes. A reason that takes the debt for his own
 * is a recognition, and is told so before it is sent.
 */
export function RejectDialog({
  operation,
  params,
  entry: live,
  onClose,
}: {
  operation: typeof simpleRegistries.reject | typeof claims.reject;
  params: Record<string, number>;
  entry: {
    version: number;
    limitation: LimitationStatus;
    overdueFrom: string | null;
    openReasons: readonly RejectReason[];
  };
  onClose: () => void;
}) {
  const entry = useOpenedRecord(live);
  const form = useOperationForm({
    operation,
    params,
    initial: { reason: '', comment: '' },
    check: ({ reason }): Record<string, string> => (reason === '' ? { reason: t.choose } : {}),
    body: ({ reason, comment }) => ({
      reason,
      ...(comment.trim() !== '' && { comment }),
      version: entry.version,
      ...(recognizes(reason) && limitationShown(entry)),
    }),
    done: async () => {
      notify({ severity: 'success', summary: t.rejected });
      onClose();
      await refresh();
    },
  });
  const reason = form.methods.watch('reason');
  return (
    <Dialog title={t.reasonTitle} onClose={onClose}>
      <Form form={form} action={t.send} onCancel={onClose}>
        <RadioList
          label={t.reason}
          choices={entry.openReasons.map((one) => [one, t.reasons[one]] as const)}
          {...form.field('reason')}
        />
        {recognizes(reason) && <RecognitionNote of={entry} act={t.acts.wrong_amount} />}
        <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={1000} optional />
      </Form>
    </Dialog>
  );
}

/** While nothing is chosen nothing is recognised. */
const recognizes = (reason: string): boolean => reason !== '' && recognizesDebt(reason as RejectReason);
