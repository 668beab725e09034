import type { Result } from '#contract/kernel/op.ts';
import { approvals } from '#contract/platform/approvals.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { HeadApprovalTerms } from '#web/features/settlements/head-approvals.tsx';
import { useRead } from '#web/kit/data/query.ts';
import { Decision } from '#web/kit/detail/decision.tsx';
import { useMove } from '#web/kit/detail/use-move.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './texts.ts';

const EventToDecide = lazyPart(
  () => import('#web/features/life/event-to-decide.tsx'),
  (module) => module.EventToDecide,
);

/** Proposals about an event of somebody's life, and how far that event is while they wait. */
const DECIDED_EVENTS = { 'lifeEvent.confirm': 'waiting', 'lifeEvent.end': 'in_force' } as const;

type Row = Result<typeof approvals.list>['items'][number];

/** Everything about a proposal, and the decision for whom it is to take. */
export function ApprovalPreview({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <>
      <Facts items={factsOf(columns, row)} />
      {/* Of what has no card of its own everything stands here. */}
      {row.link !== '/approvals' && <ButtonLink to={row.link as Href}>{texts.openObject}</ButtonLink>}
      {row.status === 'pending' && row.kind in DECIDED_EVENTS && (
        <EventToDecide individualId={row.objectId} status={DECIDED_EVENTS[row.kind as keyof typeof DECIDED_EVENTS]} />
      )}
      {row.mayDecide && (row.legalEntityId !== null ? <OfHead row={row} /> : <Answer id={row.id} />)}
      {!row.mayDecide && row.status === 'pending' && <p className="dim small">{texts.notYours(row.deciders)}</p>}
    </>
  );
}

/** The head decides with the terms before his eyes. */
function OfHead({ row: { id, objectId } }: { row: Row }) {
  const { data: settlement } = useRead(settlements.get, { params: { id: objectId } });
  const asked = settlement?.asked.find((one) => one.id === id);
  return settlement && asked ? <HeadApprovalTerms settlement={settlement} asked={asked} /> : null;
}

function Answer({ id }: { id: number }) {
  const [approving, approve] = useMove(approvals.decide, texts.approved);
  const [busy, reject] = useMove(approvals.decide, texts.rejected);
  const params = { id };
  return (
    <Decision
      label={texts.yourReason}
      renderYes={(reason) => (
        <Button
          variant="primary"
          busy={approving}
          onClick={() => approve({ params, body: { decision: 'approve', ...(reason && { reason }) } })}
        >
          {texts.approve}
        </Button>
      )}
      no={{ label: texts.reject, busy, make: (reason) => reject({ params, body: { decision: 'reject', reason } }) }}
    />
  );
}
