import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { allRequests, requests } from '#contract/requests.ts';
import { call } from '#web/app/data/api.ts';
import { made, useMove } from '#web/app/deals/use-move.ts';
import { useMe } from '#web/app/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/confirm.ts';
import type { Request } from './draft-values.ts';
import { CloseDialog, DeclineDialog, NegotiateDialog } from './move-dialogs.tsx';
import { texts } from './texts.ts';

const t = texts.moves;

/** What a viewer at a desk may do with a request now. */
export function RequestMoves({ request }: { request: Request }) {
  const [open, setOpen] = useState<'decline' | 'close' | 'negotiate'>();
  const close = () => setOpen(undefined);
  const may = (move: Request['moves'][number]) => request.moves.includes(move);
  const isOperator = useMe()?.kind === 'operator';
  return (
    <>
      {may('decline') && <Button onClick={() => setOpen('decline')}>{t.decline}</Button>}
      {may('withdraw') && isOperator && (
        <Button look="danger" onClick={() => setOpen('close')}>
          {t.close}
        </Button>
      )}
      {may('archive') && (
        <Put operation={allRequests.archive} request={request} words={{ action: t.archive, done: t.archived }} />
      )}
      {may('restore') && (
        <Put operation={allRequests.restore} request={request} words={{ action: t.restore, done: t.restored }} />
      )}
      {may('negotiate') && <Negotiate request={request} onChoose={() => setOpen('negotiate')} />}
      {open === 'decline' && <DeclineDialog request={request} onClose={close} />}
      {open === 'close' && <CloseDialog request={request} onClose={close} />}
      {open === 'negotiate' && <NegotiateDialog request={request} onClose={close} />}
    </>
  );
}

/** Puts a request away, or brings it back. */
function Put({
  operation,
  request: { id, individualId, version },
  words: { action, done },
}: {
  operation: typeof allRequests.archive | typeof allRequests.restore;
  request: Request;
  words: { action: string; done: string };
}) {
  const [busy, make] = useMove();
  const put = async () => {
    await call(operation, { params: { id: individualId, rid: id }, body: { version } });
    await made(done);
  };
  return (
    <Button busy={busy} onClick={() => make(put)}>
      {action}
    </Button>
  );
}

/** Opens the bargaining about the claim that the request names; where it names none, one is chosen first. */
function Negotiate({ request, onChoose }: { request: Request; onChoose: () => void }) {
  const { id, individualId, legalEntityId, registryEntryId, version } = request;
  const navigate = useNavigate();
  const [busy, make] = useMove();
  if (legalEntityId === null) return null;
  const start = async () => {
    const params = { id: individualId, qid: id, x: legalEntityId };
    const { settlementId } = await call(requests.negotiate, { params, body: { version } });
    await navigate({ to: `/settlement-${settlementId}` as never });
    await made(t.negotiated);
  };
  const ask = () => confirm({ message: t.negotiateAsk, acceptLabel: t.negotiate, accept: () => make(start) });
  return (
    <Button look="primary" busy={busy} onClick={registryEntryId === null ? onChoose : ask}>
      {t.negotiate}
    </Button>
  );
}

/** The author takes his request back. */
export function WithdrawButton({ request: { id, individualId, moves } }: { request: Request }) {
  const [busy, make] = useMove();
  if (!moves.includes('withdraw')) return null;
  const withdraw = async () => {
    await call(requests.withdraw, { params: { id: individualId, qid: id } });
    await made(t.withdrawn);
  };
  const ask = () =>
    confirm({
      message: t.withdrawAsk,
      acceptLabel: t.withdraw,
      defaultFocus: 'reject',
      accept: () => make(withdraw),
    });
  return (
    <Button look="danger" busy={busy} onClick={ask}>
      {t.withdraw}
    </Button>
  );
}
