import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { CONTACT_KINDS, type ContactKind, clockOf } from '#domain/parties/contact-law.ts';
import { contactName } from '#domain/parties/contact-words.ts';
import { notifyEach } from '#server/modules/notifications/notifications.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';

interface Recorded {
  id: number;
  kind: ContactKind;
  at: Date;
  zone: string | null;
  contractNumber: string | null;
  accountId: number;
  legalEntityId: number;
}

/**
 * Debtors hear of calls and meetings that count from now on, so that whoever was not called may say so while it is remembered. Of several of one
 * creditor, as a file brings them, each hears once.
 */
export async function tellRecorded(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Recorded>`
    select c.id, c.kind, c.at, e.tz as zone, e.contract_number, i.account_id, c.legal_entity_id
    from contact_records c join registry_entries e on e.id = c.registry_entry_id join individuals i on i.id = c.individual_id
    where c.id = any(${ids}::bigint[]) and c.kind <> 'message' and i.account_id is not null order by c.id`.execute(tx);
  const ofEach = Map.groupBy(rows, ({ accountId, legalEntityId }) => `${accountId} ${legalEntityId}`);
  await notifyEach(
    tx,
    [...ofEach.values()].map((recorded) => {
      const [{ accountId, legalEntityId: creditorId }] = recorded as [Recorded];
      return { accountId, creditorId, event: 'contact.recorded' as const, ...wordsOf(recorded) };
    }),
  );
}

const CONTEST = 'Если этого не было или было не так, пожалуйтесь в журнале контактов';

function wordsOf(recorded: readonly Recorded[]) {
  const [one, ...others] = recorded as [Recorded, ...Recorded[]];
  if (others.length > 0) {
    const title = `Кредитор записал ваши контакты: ${recorded.length}`;
    return { title, detail: CONTEST, link: pagePath('/dashboard/contacts') };
  }
  const { id, kind, at, zone, contractNumber } = one;
  return {
    title: `Кредитор записал: ${CONTACT_KINDS[kind].toLowerCase()}`,
    detail: `${contactName({ kind, at, zone: clockOf(zone), contract: contractNumber })}. ${CONTEST}`,
    link: pagePath('/dashboard/contacts', { 'filter[id]': id }),
    about: { table: 'contactRecords' as const, id },
  };
}
