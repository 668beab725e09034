import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { idsOf } from '#web/kit/ids.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { useMe } from '#web/kit/session/session.ts';

const OwnRequestPage = lazyPart(
  () => import('./own-request.tsx'),
  (module) => module.OwnRequestPage,
);
const RequestCard = lazyPart(
  () => import('./request-card.tsx'),
  (module) => module.RequestCard,
);

/** A request: to its author on his phone, to the creditor and the operators at a desk. */
export default function RequestPage() {
  const { key } = useParams({ strict: false });
  const [individualId = 0, id = 0] = idsOf(key, 2) ?? [];
  const isOwn = useMe()?.individualId === individualId;
  // What draws it comes together with what is drawn.
  useEffect(() => (isOwn ? OwnRequestPage : RequestCard).preload(), [isOwn]);
  const read = useRead(requests.get, { params: { id: individualId, qid: id } });
  return (
    <WithObject read={read}>
      {(request) =>
        isOwn ? (
          <OwnRequestPage key={request.id} request={request} />
        ) : (
          <RequestCard key={request.id} request={request} />
        )
      }
    </WithObject>
  );
}
