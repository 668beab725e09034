import { lifeEvents } from '#contract/parties/life-events.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { LifeList } from './life-list.tsx';
import { lifeTexts as t } from './texts.ts';

/** What a second person decides about: the event with its document, and what his yes stops for every creditor of the debtor. */
export function EventToDecide({ individualId, status }: { individualId: number; status: 'waiting' | 'in_force' }) {
  const read = useRead(lifeEvents.list, { params: { id: individualId } });
  return (
    <WithObject read={read}>
      {({ items }) =>
        items
          // A pause that a debtor asks his creditor for is no operator's to decide; holidays of an agreement may be ended by two.
          .filter((event) => event.status === status && (status === 'in_force' || event.settlementId === null))
          .map((event) => (
            <div key={event.id} className="stack-tight">
              <LifeList items={[event]} individualId={individualId} />
              {status === 'waiting' && event.stops.length > 0 && (
                <p>{t.willStop(event.stops.join(', ').toLowerCase())}</p>
              )}
            </div>
          ))
      }
    </WithObject>
  );
}
