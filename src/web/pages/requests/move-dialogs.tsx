import type { Result } from '#contract/kernel/op.ts';
import { registries } from '#contract/registries/registries.ts';
import { allRequests, requests } from '#contract/settlements/requests.ts';
import { DECLINE_REASONS } from '#domain/negotiation/request.ts';
import { useRead } from '#web/kit/data/query.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { InnField } from '#web/ui/fields/masked-field.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink, useNavigate } from '#web/ui/link.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Request } from './draft-values.ts';
import { texts } from './texts.ts';

const t = texts.moves;
interface DialogProps {
  request: Request;
  onClose: () => void;
}

/** The creditor gives a request back, with the reason. */
export function DeclineDialog({ request, onClose }: DialogProps) {
  const { id, legalEntityId, version } = useOpenedRecord(request);
  const navigate = useNavigate();
  const form = useOperationForm({
    operation: requests.decline,
    params: { id: legalEntityId ?? 0, qid: id },
    initial: { reason: '', newCreditorInn: '', comment: '' },
    check: ({ reason }): Record<string, string> => (reason === '' ? { reason: texts.draft.choose } : {}),
    body: ({ reason, newCreditorInn, comment }) => ({
      reason,
      ...(reason === 'ceded' && newCreditorInn !== '' && { newCreditorInn }),
      ...(comment.trim() !== '' && { comment }),
      version,
    }),
    // It is none of the creditor's any more, so he is led away before it is read again.
    ...closeOnDone(t.declined, onClose, () => navigate({ to: '/dashboard/requests' })),
  });
  const isCeded = form.methods.watch('reason') === 'ceded';
  return (
    <Dialog title={t.decline} onClose={onClose}>
      <Form form={form} action={t.decline} danger onCancel={onClose}>
        <p>{t.declineLead}</p>
        <RadioList label={t.reason} choices={Object.entries(DECLINE_REASONS)} {...form.field('reason')} />
        {isCeded && <InnField {...form.field('newCreditorInn')} label={t.newInn} hint={t.newInnHint} optional />}
        <TextArea {...form.field('comment')} label={t.comment} maxLength={1000} optional />
      </Form>
    </Dialog>
  );
}

/** An operator closes a request, with the reason. */
export function CloseDialog({ request, onClose }: DialogProps) {
  const { id, individualId, version } = useOpenedRecord(request);
  const form = useOperationForm({
    operation: allRequests.withdraw,
    params: { id: individualId, rid: id },
    initial: { reason: '' },
    body: ({ reason }) => ({ reason, version }),
    ...closeOnDone(t.closed, onClose),
  });
  return (
    <Dialog title={t.close} onClose={onClose}>
      <Form form={form} action={t.close} danger onCancel={onClose}>
        <p>{t.closeLead}</p>
        <TextArea {...form.field('reason')} label={t.reason} hint={t.closeHint} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}

/** The creditor says which claim of his registries a request is about, and opens the bargaining. */
export function NegotiateDialog({ request, onClose }: DialogProps) {
  const { debtorInn, legalEntityId } = request;
  const read = useRead(registries.companyEntries, {
    params: { id: legalEntityId ?? 0 },
    query: { q: debtorInn ?? '', limit: 20 },
  });
  return (
    <Dialog title={t.negotiate} onClose={onClose}>
      <WithObject read={read}>
        {({ items }) =>
          items.length > 0 ? (
            <ChooseClaim
              request={request}
              claims={items.map((entry) => [String(entry.id), wordsOf(entry)] as const)}
              onClose={onClose}
            />
          ) : (
            <div className="stack">
              <p>{t.noClaim}</p>
              <ButtonLink to="/dashboard/registries" variant="primary">
                {t.toRegistries}
              </ButtonLink>
            </div>
          )
        }
      </WithObject>
    </Dialog>
  );
}

const wordsOf = (entry: { contractNumber: string; contractDate: string; totalAmount: number }): string =>
  `${entry.contractNumber} от ${formatDayOf(entry.contractDate)}, ${formatMoneyOf(entry.totalAmount)}`;

function ChooseClaim({ request, claims, onClose }: DialogProps & { claims: readonly (readonly [string, string])[] }) {
  const { id, individualId, legalEntityId, version } = useOpenedRecord(request);
  const navigate = useNavigate();
  const form = useOperationForm({
    operation: requests.negotiate,
    params: { id: individualId, qid: id, x: legalEntityId ?? 0 },
    initial: { registryEntryId: '' },
    check: ({ registryEntryId }): Record<string, string> =>
      registryEntryId === '' ? { registryEntryId: t.chosen } : {},
    body: ({ registryEntryId }) => ({
      ...(registryEntryId !== '' && { registryEntryId: Number(registryEntryId) }),
      version,
    }),
    ...closeOnDone(t.negotiated, onClose, ({ settlementId }: Result<typeof requests.negotiate>) =>
      navigate({ to: `/settlement-${settlementId}` }),
    ),
  });
  return (
    <Form form={form} action={t.negotiate} onCancel={onClose}>
      <p>{t.chooseClaimLead}</p>
      <RadioList label={t.chooseClaim} choices={claims} {...form.field('registryEntryId')} />
    </Form>
  );
}
