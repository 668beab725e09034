import { complaints } from '#contract/settlements/complaints.ts';
import type { Made } from '#web/features/complaints/complaint.tsx';
import { ComplaintDetails } from '#web/features/complaints/complaint-details.tsx';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Card } from '#web/ui/display/card.tsx';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { texts as t } from './texts.ts';

/** All that one has complained of, the last one first. */
export default function OwnComplaintsPage() {
  const read = useRead(complaints.own, {});
  return (
    <div className="stack">
      <h1>{t.own}</h1>
      <WithObject read={read}>
        {({ items, more }) => (
          <>
            {items.length === 0 && <p className="dim">{t.noneOwn}</p>}
            {items.map((made) => (
              <One key={made.id} made={made} />
            ))}
            {more && <p className="dim small">{t.moreOwn}</p>}
          </>
        )}
      </WithObject>
    </div>
  );
}

function One({ made }: { made: Made }) {
  const title = t.numbered(made.id);
  return (
    <Card title={title}>
      <ComplaintDetails made={made} />
      <div>
        {made.chatId === null ? (
          <ButtonLink to="/dashboard/contacts" search={{ filter: { id: made.contactId } }}>
            {t.toContact}
          </ButtonLink>
        ) : (
          <ButtonLink to={`/chat-${made.chatId}` as Href} search={{ message: made.no }}>
            {t.toMessage}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
