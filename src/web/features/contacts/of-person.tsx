import { contacts } from '#contract/registries/contacts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { contactTexts as t } from './texts.ts';
import { ContactWeek } from './week-card.tsx';

/** The way to the whole journal of a person, and his week with each of his creditors whom the viewer may see. Where they name different zones, none is said to be his. */
export function ContactsOfPerson({ individualId }: { individualId: number }) {
  const read = useRead(contacts.creditors, { params: { id: individualId } });
  return (
    <WithObject read={read}>
      {({ items }) => (
        <div className="stack">
          <Can op={contacts.list}>
            <div>
              <ButtonLink to="/dashboard/contacts" search={{ filter: { individualId } }}>
                {t.journal}
              </ButtonLink>
            </div>
          </Can>
          {zonesOf(items) > 1 && <Notice>{t.clocksDiffer}</Notice>}
          {items.length === 0 && <p className="dim">{t.noCreditors}</p>}
          {items.map(({ legalEntityId: id, registryId: r, entryId: e, creditor }) => (
            <section key={id} className="stack" aria-label={creditor}>
              <h2>{creditor}</h2>
              <ContactWeek params={{ id, r, e }} clock={zonesOf(items) > 1 ? t.clockOfRegistry : t.clock} />
            </section>
          ))}
        </div>
      )}
    </WithObject>
  );
}

/** How many zones the creditors name; an older node that still runs beside this one does not tell. */
const zonesOf = (items: readonly { zone?: string }[]): number => new Set(items.map(({ zone }) => zone)).size;
