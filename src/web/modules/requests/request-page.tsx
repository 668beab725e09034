import { useParams } from '@tanstack/react-router';
import { requests } from '#contract/requests.ts';
import { useRead } from '#web/app/data/query.ts';
import { WithObject } from '#web/app/detail/page.tsx';
import { idsOf } from '#web/app/ids.ts';
import { useMe } from '#web/app/session/session.ts';
import { OwnRequestPage } from './own-request.tsx';
import { RequestCard } from './request-card.tsx';

/** A request: to its author on his phone, to the creditor and the operators at a desk. */
export default function RequestPage() {
  const { key } = useParams({ strict: false });
  const [individualId = 0, id = 0] = idsOf(key, 2) ?? [];
  const isOwn = useMe()?.individualId === individualId;
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
