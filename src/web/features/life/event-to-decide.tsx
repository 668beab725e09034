import { lifeEvents } from '#contract/parties/life-events.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { LifeOfPerson } from './life-list.tsx';
import type { LifeEvent } from './running-events.ts';
import { lifeTexts as t } from './texts.ts';

type Decided = 'waiting' | 'in_force';

/** What a second person decides about: the event with its document, and what his yes stops for every creditor of the debtor. */
export function EventToDecide({ individualId, status }: { individualId: number; status: Decided }) {
  const read = useRead(lifeEvents.list, { params: { id: individualId } });
  return (
    <WithObject read={read}>
      {({ items }) => {
        const waiting = items.filter((event) => mayBeDecided(event, status));
        // Operators are asked about one at a time, the oldest first; the newest is first.
        const decided = status === 'waiting' ? waiting.slice(-1) : waiting;
        const stops = [...new Set(status === 'waiting' ? decided.flatMap((event) => event.stops) : [])];
        return (
          <>
            <LifeOfPerson items={decided} individualId={individualId} />
            {stops.length > 0 && <p>{t.willStop(stops.join(', ').toLowerCase())}</p>}
          </>
        );
      }}
    </WithObject>
  );
}

/** A pause that a debtor asks his creditor for is no operator's to decide; holidays of an agreement may be ended by two. */
const mayBeDecided = (event: LifeEvent, status: Decided): boolean =>
  event.status === status && (status === 'in_force' || event.settlementId === null);
