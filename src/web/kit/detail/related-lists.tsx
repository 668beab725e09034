import type { Operation } from '#contract/kernel/op.ts';
import { Card } from '#web/ui/display/card.tsx';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { accessTo } from '../session/access.ts';
import { useMe } from '../session/session.ts';

/** A list that tells of an object, with the operation that says who may read it. */
export interface RelatedList {
  operation: Operation;
  to: Href;
  title: string;
}

/**
 * The ways from a card to the lists that tell of its object, as far as the viewer may go; each list shows him what it shows him there.
 * @param filter what keeps the lists to this object
 */
export function RelatedLists({
  title,
  lists,
  filter,
}: {
  title: string;
  lists: readonly RelatedList[];
  filter: Readonly<Record<string, number>>;
}) {
  const me = useMe();
  const open = lists.filter(({ operation }) => accessTo(operation, me) !== 'no');
  if (open.length === 0) return null;
  return (
    <Card title={title}>
      <div className="row">
        {open.map(({ to, title: list }) => (
          <ButtonLink key={to} to={to} search={{ filter }}>
            {list}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}
