import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { contacts } from '#contract/registries/contacts.ts';
import type { ContactKind, ContactReason } from '#domain/parties/contact-law.ts';
import { reasonWords } from '#domain/parties/contact-words.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { App } from '#server/platform/app.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';
import { claimDebtor, judgeDebtor } from './debtor.queries.ts';
import { tellRecorded } from './recorded.commands.ts';
import { holdDebtor } from './reservation.commands.ts';

/** So many are looked at by one look at the clock. */
const most = 200;

/** So long before its hour the law is asked of it once more. */
const aheadMs = 3_600_000;

/**
 * Calls and meetings of which the law is to be asked: their hour has come or comes soon, or something has changed since it was asked, as what a
 * registry says of the debtor.
 */
export async function duePlanned(db: Db, now: Date): Promise<number[]> {
  const soon = new Date(now.getTime() + aheadMs);
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select id, at from contact_records where status = 'planned' and source in ('hand', 'file') and at <= ${soon}
        and (at <= ${now} or coalesce(asked_at, '-infinity') < at - make_interval(secs => ${aheadMs / 1_000})) order by at, id limit ${most})
      union (select id, at from contact_records where status = 'planned' and source = 'hand' and asked_at is null order by at, id limit ${most})) due
    order by at, id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The law is asked once more. Before its hour whatever it does not allow now does not come about, and whoever planned it is told in time. When the hour has
 * come it is held unless the law has closed it, with what it has broken, and somebody may tell that it was not. Its debtor hears of it then.
 */
export async function settlePlanned(_app: App, tx: Tx, id: number, now: Date): Promise<void> {
  const asked = await tx.selectFrom('contactRecords').select('registryEntryId').where('id', '=', id).executeTakeFirst();
  if (!asked || asked.registryEntryId === null) return;
  // The pair first, as whoever enters a contact holds it.
  await holdDebtor(tx, await claimDebtor(tx, asked.registryEntryId));
  const found = await tx
    .selectFrom('contactRecords')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  if (!found) return;
  const kind = found.kind as ContactKind;
  // Under the lock of the row: what closes the debtor has been committed before, or asks about the row anew once it is free.
  const debtor = await claimDebtor(tx, asked.registryEntryId);
  // A look that comes late still judges it by its own day.
  const { reason, nextAt } = await judgeDebtor(tx, debtor, { kind, at: found.at, now: found.at, own: found.at });
  const isAhead = found.at > now;
  const isOff = reason !== null && (isAhead || nextAt === null);
  const set = isOff ? { status: 'refused', reason } : isAhead ? { askedAt: now } : { status: 'held', reason };
  await tx.updateTable('contactRecords').set(set).where('id', '=', id).execute();
  if (!isOff && !isAhead) await tellRecorded(tx, [id]);
  if (isOff && found.accountId !== null) await tellRefused(tx, found.accountId, asked.registryEntryId, kind, reason);
}

/**
 * Calls and meetings to come of somebody who may not have them for the company any more are called off: their places are free for his
 * colleagues, who are told how many there were.
 */
export async function callOffPlansOf(
  { db, now }: Writing,
  { legalEntityId, accountId }: { legalEntityId: number; accountId: number },
): Promise<void> {
  const keepers = (await employeesWith(db, legalEntityId, contacts.enter)).map((keeper) => keeper.accountId);
  if (keepers.includes(accountId)) return;
  const off = await db
    .updateTable('contactRecords')
    .set({ status: 'failed', failedWhy: 'Сотрудник этим больше не занимается' })
    // In the order in which registries and events ask about what is planned.
    .where('id', 'in', (plans) =>
      plans
        .selectFrom('contactRecords')
        .select('id')
        .where('accountId', '=', accountId)
        .where('legalEntityId', '=', legalEntityId)
        .where('status', '=', 'planned')
        .where('source', 'in', ['hand', 'file'])
        .where('at', '>', now)
        .orderBy('id')
        .forUpdate(),
    )
    .returning('id')
    .execute();
  if (off.length === 0) return;
  const { name } = await db
    .selectFrom('accounts')
    .select(personName('accounts.id').as('name'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await notify(db, [...new Set(keepers)], {
    event: 'contact',
    title: 'Звонки и встречи коллеги отменены',
    detail: `${name ?? ''}: ${off.length}. Этот сотрудник ими больше не занимается. Кто продолжит, внесёт их заново`,
    link: pagePath('/dashboard/contacts'),
  });
}

const OFF: Readonly<Record<ContactKind, string>> = {
  message: 'Сообщение заёмщику отменяется',
  call: 'Звонок заёмщику отменяется',
  meeting: 'Встреча с заёмщиком отменяется',
};

async function tellRefused(
  tx: Tx,
  accountId: number,
  entryId: number,
  kind: ContactKind,
  reason: ContactReason,
): Promise<void> {
  const { legalEntityId, registryId } = await tx
    .selectFrom('registryEntries')
    .select(['legalEntityId', 'registryId'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  await notify(tx, [accountId], {
    event: 'contact',
    title: OFF[kind],
    detail: reasonWords(reason, { kind }),
    link: pagePath('/registry-entry-{$key}', { key: [legalEntityId, registryId, entryId] }),
  });
}
