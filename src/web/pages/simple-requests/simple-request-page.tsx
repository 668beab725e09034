import { useParams } from '@tanstack/react-router';
import type { Result } from '#contract/kernel/op.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { ClaimLink } from '#web/features/claims/claim-link.tsx';
import claimStyles from '#web/features/claims/claims.module.css';
import { useOwnStop } from '#web/features/life/own-life.ts';
import { stopTexts } from '#web/features/life/stop-texts.ts';
import { ArchiveButton, OwnRequestFrame } from '#web/features/requests/own-request-frame.tsx';
import { RequestStatus } from '#web/features/requests/request-status.tsx';
import { simpleRowTexts } from '#web/features/requests/row-texts.ts';
import { ownTexts } from '#web/features/settlements/own-texts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { DetailPage } from '#web/kit/detail/page.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { idsOf } from '#web/kit/ids.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { useNavigate } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { stepOf, sumOf } from './own-simple.tsx';
import { texts } from './texts.ts';

const EditDialog = lazyPart(
  () => import('./edit-dialog.tsx'),
  (module) => module.EditDialog,
);

const t = texts.card;

type SimpleRequest = Result<typeof simpleRequests.get>;

/** A simple request: to its author on his phone, to the operators at a desk; creditors answer it in their list. */
export default function SimpleRequestPage() {
  const { key } = useParams({ strict: false });
  const [individualId = 0, id = 0] = idsOf(key, 2) ?? [];
  const isOwn = useMe()?.individualId === individualId;
  const read = useRead(simpleRequests.get, { params: { id: individualId, rid: id } });
  return (
    <WithObject read={read}>{(found) => (isOwn ? <Own request={found} /> : <Watched request={found} />)}</WithObject>
  );
}

/** What happens now, and what the person has said himself. */
function Own({ request }: { request: SimpleRequest }) {
  const { stage, creditorName, creditorInn, disclosed, moves, individualId } = request;
  const stop = useOwnStop(individualId);
  return (
    <OwnRequestFrame
      section={texts.own.section}
      title={creditorName ?? creditorInn}
      status={<StatusTag of={declaredClaimMachine} status={stage} />}
    >
      <Card title={texts.own.next} className={claimStyles.next}>
        <p>{stop ? stopTexts.card(stop, 'bargaining', null) : stepOf(request)}</p>
        <ClaimLink of={request} variant={stop ? 'outlined' : 'primary'} large>
          {ownTexts.simple.openClaim}
        </ClaimLink>
      </Card>
      <Card title={texts.own.details}>
        <p>{sumOf(request)}</p>
        <p className="dim">{disclosed ? texts.own.disclosed : texts.own.hidden}</p>
        {!stop && moves.includes('edit') && (
          <Button onClick={() => openDialog((close) => <EditDialog request={request} onClose={close} />)}>
            {texts.form.edit}
          </Button>
        )}
      </Card>
      <Remove request={request} />
    </OwnRequestFrame>
  );
}

function Remove({ request: { id, individualId, moves } }: { request: SimpleRequest }) {
  const navigate = useNavigate();
  if (!moves.includes('remove')) return null;
  return (
    <MoveButton
      operation={simpleRequests.remove}
      input={{ params: { id: individualId, rid: id } }}
      label={texts.moves.remove}
      ask={texts.moves.removeAsk}
      done={texts.moves.removed}
      after={() => navigate({ to: '/dashboard/simplified-requests', replace: true })}
      variant="danger"
    />
  );
}

/** The same as the operators see it. */
function Watched({ request }: { request: SimpleRequest }) {
  const { stage, archivedAt, creditorName, creditorInn, debtor, debtorInn, approxDebt, disclosed } = request;
  return (
    <DetailPage
      above={[{ to: '/dashboard/simplified-requests', title: t.section }]}
      title={t.title(creditorName ?? creditorInn)}
      status={
        <RequestStatus archivedAt={archivedAt}>
          <StatusTag of={declaredClaimMachine} status={stage} />
        </RequestStatus>
      }
      figures={[
        [t.figures.debtor, debtor],
        [t.figures.approx, formatMoneyOf(approxDebt)],
        [t.figures.createdAt, formatInstantDay(request.createdAt)],
      ]}
      actions={
        <ArchiveButton
          moves={request.moves}
          operations={simpleRequests}
          input={{ params: { id: request.individualId, rid: request.id }, body: { version: request.version } }}
        />
      }
      notices={<Notice>{request.declinedAt === null ? t.steps[stage] : t.declined}</Notice>}
      tabs={[
        {
          key: 'request',
          title: t.section,
          content: (
            <Card title={texts.own.details}>
              <Facts
                items={[
                  { label: t.figures.creditor, value: creditorName },
                  { label: simpleRowTexts.columns.creditorInn, value: creditorInn },
                  { label: simpleRowTexts.columns.debtorInn, value: debtorInn },
                  { label: t.facts.disclosed, value: disclosed ? t.open : t.hidden },
                ]}
              />
              <ClaimLink of={request}>{t.openClaim}</ClaimLink>
            </Card>
          ),
        },
      ]}
    />
  );
}
