import type { Machine, Move } from '#domain/values/machine.ts';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { lines, Reference } from './reference.tsx';
import { texts as t } from './texts.ts';

/** The statuses of a machine in their order, and where each may lead. */
export function Statuses<Status extends string>({ about, of }: { about: string; of: Machine<Status, string> }) {
  const movesFrom = (status: Status): string[] =>
    Object.values<Move<Status>>(of.moves)
      .filter(({ from, to }) => from.includes(status) && to !== status)
      .map(({ label, to }) => `${label} → ${of.label(to)}`);
  return (
    <Reference
      about={about}
      head={[t.status, t.next]}
      rows={of.statuses.map((status) => {
        const moves = movesFrom(status);
        return {
          key: status,
          cells: [<StatusTag key="tag" of={of} status={status} />, moves.length > 0 ? lines(moves) : t.final],
        };
      })}
    />
  );
}
