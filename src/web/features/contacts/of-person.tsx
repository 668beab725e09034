import { contacts } from '#contract/registries/contacts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { contactTexts as t } from './texts.ts';
import { ContactWeek } from './week-card.tsx';

/** A person's week with each of his creditors whom the viewer may see, and the way to the whole journal of him. */
export function ContactsOfPerson({ individualId }: { individualId: number }) {
  const read = useRead(contacts.creditors, { params: { id: individualId } });
  return (
    <WithObject read={read}>
      {({ items }) => (
        <div className="stack">
          {items.length === 0 && <p className="dim">{t.noCreditors}</p>}
          {items.map(({ legalEntityId: id, registryId: r, entryId: e, creditor }) => (
            <section key={id} className="stack" aria-label={creditor}>
              <h2>{creditor}</h2>
              <ContactWeek params={{ id, r, e }} />
            </section>
          ))}
          <Can op={contacts.list}>
            <div>
              <ButtonLink to="/dashboard/contacts" search={{ filter: { individualId } }}>
                {t.journal}
              </ButtonLink>
            </div>
          </Can>
        </div>
      )}
    </WithObject>
  );
}
