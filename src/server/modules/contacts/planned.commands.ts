import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { CONTACT_KINDS, type ContactKind, type ContactReason } from '#domain/parties/contact-law.ts';
import { reasonWords } from '#domain/parties/contact-words.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { claimDebtor, judgeDebtor } from './debtor.queries.ts';

/** So many are looked at by one look at the clock. */
const most = 200;

/** Calls and meetings whose hour has come. */
export async function duePlanned(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('contactRecords')
    .select('id')
    .where('status', '=', 'planned')
    .where(sql<boolean>`source in ('hand', 'file')`)
    .where('at', '<=', now)
    .orderBy('at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** At its hour the law is asked once more: what has been closed meanwhile does not come about, everything else is held unless somebody says that it was not. */
export async function settlePlanned(_app: App, tx: Tx, id: number, now: Date): Promise<void> {
  const found = await tx
    .selectFrom('contactRecords')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  if (!found || found.registryEntryId === null) return;
  const debtor = await claimDebtor(tx, found.registryEntryId);
  const kind = found.kind as ContactKind;
  const { reason, nextAt } = await judgeDebtor(tx, debtor, { kind, at: found.at, now, own: found.at });
  const isClosed = reason !== null && nextAt === null;
  const set = isClosed ? { status: 'refused', reason } : { status: 'held' };
  await tx.updateTable('contactRecords').set(set).where('id', '=', id).execute();
  if (isClosed && found.accountId !== null) await tellRefused(tx, found.accountId, found.registryEntryId, kind, reason);
}

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
    title: `${CONTACT_KINDS[kind]} с заёмщиком отменяется`,
    detail: reasonWords(reason, { kind }),
    link: pagePath('/registry-entry-{$key}', { key: [legalEntityId, registryId, entryId] }),
  });
}
