import { allRequests, requests } from '#contract/settlements/requests.ts';
import { ArchiveButton } from '#web/features/requests/own-request-frame.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Request } from './draft-values.ts';
import { texts } from './texts.ts';

const CloseDialog = lazyPart(
  () => import('./move-dialogs.tsx'),
  (module) => module.CloseDialog,
);
const DeclineDialog = lazyPart(
  () => import('./move-dialogs.tsx'),
  (module) => module.DeclineDialog,
);
const NegotiateDialog = lazyPart(
  () => import('./move-dialogs.tsx'),
  (module) => module.NegotiateDialog,
);

const t = texts.moves;

/** What a viewer at a desk may do with a request now. */
export function RequestMoves({ request }: { request: Request }) {
  const may = (move: Request['moves'][number]) => request.moves.includes(move);
  const isOperator = useMe()?.kind === 'operator';
  return (
    <>
      {may('decline') && (
        <Button onClick={() => openDialog((close) => <DeclineDialog request={request} onClose={close} />)}>
          {t.decline}
        </Button>
      )}
      {may('withdraw') && isOperator && (
        <Button
          variant="danger"
          onClick={() => openDialog((close) => <CloseDialog request={request} onClose={close} />)}
        >
          {t.close}
        </Button>
      )}
      <ArchiveButton
        moves={request.moves}
        operations={allRequests}
        input={{ params: { id: request.individualId, rid: request.id }, body: { version: request.version } }}
      />
      {may('negotiate') && <Negotiate request={request} />}
    </>
  );
}

/** Opens the bargaining about the claim that the request names; where it names none, one is chosen first. */
function Negotiate({ request }: { request: Request }) {
  const { id, individualId, legalEntityId, registryEntryId, version } = request;
  const navigate = useNavigate();
  if (legalEntityId === null) return null;
  if (registryEntryId === null) {
    return (
      <Button
        variant="primary"
        onClick={() => openDialog((close) => <NegotiateDialog request={request} onClose={close} />)}
      >
        {t.negotiate}
      </Button>
    );
  }
  return (
    <MoveButton
      operation={requests.negotiate}
      input={{ params: { id: individualId, qid: id, x: legalEntityId }, body: { version } }}
      label={t.negotiate}
      ask={t.negotiateAsk}
      done={t.negotiated}
      after={({ settlementId }) => navigate({ to: `/settlement-${settlementId}` })}
      variant="primary"
    />
  );
}

/** The author takes his request back. */
export function WithdrawButton({ request: { id, individualId, moves } }: { request: Request }) {
  if (!moves.includes('withdraw')) return null;
  return (
    <MoveButton
      operation={requests.withdraw}
      input={{ params: { id: individualId, qid: id } }}
      label={t.withdraw}
      ask={t.withdrawAsk}
      done={t.withdrawn}
      variant="danger"
    />
  );
}
