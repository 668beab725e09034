import { sql } from 'kysely';
import type { RequisitesFacts } from '#domain/documents/agreement-facts.ts';
import type { RequisitesNoticeFacts } from '#domain/documents/notice-facts.ts';
import { REQUISITES_NOTICE_TEMPLATE } from '#domain/documents/notice-templates.ts';
import { moscowDay } from '#domain/values/days.ts';
import { issueNotices, revokeNotices } from '#server/modules/documents/notices/notices.commands.ts';
import { decidedByOrder, noticedAccount } from '#server/modules/documents/notices/notices.queries.ts';
import type { AccountChanged } from '#server/modules/payment-details/payment-details.events.ts';
import { accountNamed } from '#server/modules/payment-details/payment-details.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Publisher } from '#server/platform/events.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

export const requisitesJob = 'tell-requisites';
/** A job of before names no account: it told of whichever was in use. */
type Changed = { legalEntityId: number; at: string; accountMark?: string };

/** Adds the job that issues notices of a company's new account to its debtors, once papers name it. */
export const enqueueRequisitesNotices = (
  { app, db }: Publisher & { app: App },
  { legalEntityId, account, at, inSeconds }: AccountChanged,
): Promise<void> =>
  app.jobs.add(
    db,
    requisitesJob,
    { legalEntityId, at: at.toISOString(), accountMark: markOf(app, account) },
    { key: `requisites:${legalEntityId}`, inSeconds },
  );

const markOf = ({ secrets }: App, account: RequisitesFacts): string =>
  secrets.mark('notices.account', Object.values(account).join('|'));

/**
 * Issues the notice of changed requisites to every debtor who pays this creditor or owes him again, each in a transaction of
 * its own: whoever has been told of this account is not told twice, so a job that died is simply run again.
 */
export async function issueRequisitesNotices(
  app: App,
  { legalEntityId, at, accountMark: wanted }: Changed,
): Promise<void> {
  const { db } = app.database;
  for (const id of await payingDebtors(db, legalEntityId, new Date(at))) {
    await inSystemTransaction(db, 'settlements.requisites', async (tx) => {
      await tx.selectFrom('settlements').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
      const requisites = await accountNamed({ app, db: tx }, legalEntityId);
      if (!requisites) return;
      const accountMark = markOf(app, requisites);
      // It is in use no more: nobody has been told of it.
      if (wanted !== undefined && wanted !== accountMark) return;
      if ((await noticedAccount(tx, id)) === accountMark) return;
      await revokeNotices(tx, id, 'requisites_notice');
      const now = new Date();
      const facts: Pick<RequisitesNoticeFacts, 'changedOn' | 'requisites'> = {
        changedOn: moscowDay(new Date(at)),
        requisites,
      };
      await issueNotices({ app, db: tx, now }, id, 'requisites', {
        ...(await decidedByOrder(tx, id, 'Направлено платформой: Кредитор подтвердил новые реквизиты кодом')),
        notices: [{ template: REQUISITES_NOTICE_TEMPLATE, facts, accountMark }],
      });
    });
  }
}

/** Settlements concluded before the change under which money is still owed. */
async function payingDebtors(db: Db, legalEntityId: number, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from settlements s join registry_entries e on e.id = s.registry_entry_id
    where s.legal_entity_id = ${legalEntityId} and s.signed_at < ${at}
      and (s.status = 'waiting_for_payment' or (s.close_reason = 'breached'
        and e.settled_at is null and e.withdrawn_at is null
        and not exists (select from settlements n
          where n.registry_entry_id = s.registry_entry_id and n.id > s.id and n.signed_at is not null)))
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}
