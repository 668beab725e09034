import { lifeEvents } from '#contract/parties/life-events.ts';
import { useRead } from '#web/kit/data/query.ts';
import { type LifeEvent, ofDebt, stopping } from './running-events.ts';

/** What has happened to the person himself; undefined while nobody knows it yet, and then nobody should ask him for money. */
export function useOwnLife(individualId: number): readonly LifeEvent[] | undefined {
  const { data, isPending } = useRead(lifeEvents.list, { params: { id: individualId } });
  return isPending ? undefined : (data?.items ?? []);
}

/** What leaves nothing new to agree on about any of his debts. */
export function useOwnStop(individualId: number): LifeEvent | undefined {
  return stopping(ofDebt(useOwnLife(individualId) ?? [], null), 'bargaining');
}
