import { sql } from 'kysely';
import { type ContactAnswer, mayPass } from '#domain/parties/contact-law.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import type { DebtNews as DueNews } from '#server/modules/deliveries/deliveries.events.ts';
import { lifeSpansWith } from '#server/modules/life-events/life-spans.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { Publisher } from '#server/platform/events.ts';
import { type ContactDebtor, flagOf, judgeDebtor, judgeKnown, zonesOf } from './debtor.queries.ts';
import { holdDebtor } from './reservation.commands.ts';

/** Keeps the law of contact for what tells a debtor of his debts beside the cabinet (docs/decisions/0189). */
export async function askOfNews({ db }: Publisher, { isContact, hinder, deliveryId, ...news }: DueNews): Promise<void> {
  const answer = isContact ? await takeNews(db, deliveryId, news) : await judgeNews(db, news);
  if (answer !== null && !answer.allowed) hinder(answer.nextAt ?? askedAgainAt(answer, news.now));
}

const dayMs = 24 * 3_600_000;

/** What closes a debtor for a while is asked about again a day later; null where it lasts. */
const askedAgainAt = ({ reason }: ContactAnswer, now: Date): Date | null =>
  reason !== null && mayPass(reason) ? new Date(now.getTime() + dayMs) : null;

type DebtNews = Pick<DueNews, 'accountId' | 'legalEntityId' | 'zone' | 'now'>;

/** What answers him, or tells of his own moves, is no contact; whom the law closes is left in peace, and so are his hours. */
export async function judgeNews(db: Db, news: DebtNews): Promise<ContactAnswer | null> {
  const debtor = await debtorOf(db, news);
  if (debtor === null) return null;
  const spans = await lifeSpansWith(db, debtor.individualId!, news.legalEntityId);
  const asked = { kind: 'message', at: news.now, now: news.now } as const;
  return judgeKnown(debtor, asked, { contacts: [], spans, calendar: await calendarIn(db) });
}

/**
 * The same of what its creditor tells him of his own accord: it is a contact, needs a consent that is in force, and takes its place where the
 * law has one. Tried again it is the same contact.
 */
async function takeNews(tx: Tx, deliveryId: number, news: DebtNews): Promise<ContactAnswer | null> {
  const found = await debtorOf(tx, news);
  if (found === null) return null;
  const debtor = await holdDebtor(tx, found);
  const before = await tx
    .selectFrom('contactRecords')
    .select('at')
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirst();
  const { now } = news;
  const answer = await judgeDebtor(tx, debtor, { kind: 'message', at: now, now, ...(before && { own: before.at }) });
  if (!(await personConsents(tx, debtor.individualId!, 'interaction-channels'))) {
    return { ...answer, allowed: false, reason: 'no_consent', nextAt: null };
  }
  if (!answer.allowed) return answer;
  const { legalEntityId, registryEntryId, individualId } = debtor;
  await tx
    .insertInto('contactRecords')
    .values({
      legalEntityId,
      registryEntryId,
      individualId,
      kind: 'message',
      source: 'notification',
      status: 'held',
      at: now,
      deliveryId,
    })
    .onConflict((row) =>
      row.column('deliveryId').where('deliveryId', 'is not', null).doUpdateSet({ status: 'held', at: now }),
    )
    .execute();
  return answer;
}

/** Of several claims of the creditor the one that closes most; by the debtor's own clock where he has named one. */
async function debtorOf(db: Db | Tx, { accountId, legalEntityId, zone }: DebtNews): Promise<ContactDebtor | null> {
  const claims = (table: string, id: string) => sql`
    select ${sql.raw(id)} as registry_entry_id, e.tz as zone, ${zonesOf('e')} as zones, ${flagOf('e')} as flag, e.id from ${sql.table(table)} e
    where e.individual_id = i.id and e.legal_entity_id = ${legalEntityId} and e.withdrawn_at is null`;
  const { rows } = await sql<ContactDebtor>`
    select ${legalEntityId}::bigint as legal_entity_id, i.id as individual_id, c.registry_entry_id, i.inn,
      coalesce(c.flag, 'allowed') as flag, coalesce(${zone}::text, c.zone) as zone,
      case when ${zone}::text is null then c.zones end as zones
    from individuals i left join lateral (
      select * from (${claims('registry_entries', 'e.id')} union all ${claims('simple_registry_entries', 'null::bigint')}) all_claims
      order by flag = 'allowed', registry_entry_id desc nulls last, id desc limit 1) c on true
    where i.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}
