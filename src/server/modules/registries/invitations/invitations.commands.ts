import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { debtorLink } from '#server/modules/auth/invitation.commands.ts';
import { flagOf, zonesOf } from '#server/modules/contacts/debtor.queries.ts';
import { holdContacts } from '#server/modules/contacts/reservation.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { expectMany } from '#server/platform/database/lookup.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { transition } from '#server/platform/state/transition.ts';
import { registryLetters } from '../letters.ts';
import { entryState } from '../stateful.ts';
import { sendDebtorLetter } from './debtor-letters.commands.ts';
import { type Due, judgeDue } from './invitations.ts';

/** So many letters are sent at one look at the clock. */
const most = 500;
/** One letter takes milliseconds. */
const longestMs = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Letters to debtors whose time has come. */
export async function dueInvitations(db: Db, now: Date): Promise<number[]> {
  const { debtorLetters } = await settingsOf(db);
  // Each of the two has an index of its own.
  const planned = db
    .selectFrom('entryNotices')
    .select('id')
    .where('status', '=', 'planned')
    .where('plannedAt', '<=', now)
    .orderBy('plannedAt')
    .limit(most);
  const here = await planned.where('individualId', 'is not', null).execute();
  const strangers = debtorLetters ? await planned.where('individualId', 'is', null).execute() : [];
  return [...here, ...strangers].map(({ id }) => id);
}

/** Sends one planned letter: to somebody of the platform, or to a stranger whom his creditor invites. */
export async function sendNotice(app: App, tx: Tx, noticeId: number, now: Date): Promise<void> {
  await expectMany(tx, longestMs);
  const locked = await lockNotice(tx, noticeId);
  if (!locked) return;
  await holdContacts(tx, locked.legalEntityId, [locked.inn]);
  // Read anew: while his contacts were waited for, a registry may have closed him.
  const found = (await lockNotice(tx, noticeId))!;
  if (found.individualId === null) await sendInvitation(app, tx, noticeId, found, now);
  else await settle(tx, noticeId, await sendDebtorLetter(app, tx, noticeId, now));
}

/**
 * Sends one invitation, or puts it off, or gives it up: the debtor may have come by himself, the creditor may have withdrawn
 * his claim, and the law is asked once more.
 */
async function sendInvitation(app: App, tx: Tx, noticeId: number, notice: LockedNotice, now: Date): Promise<void> {
  if (!notice.isWanted || notice.phone === null || notice.email === null) {
    await settle(tx, noticeId, { status: 'refused', reason: 'no_need' });
    return;
  }
  // The law wants the creditor named, and a name that changed since is not believed before it is verified.
  if (!notice.isVerified) {
    await settle(tx, noticeId, { status: 'planned', reason: null, plannedAt: new Date(now.getTime() + dayMs) });
    return;
  }
  const { allowed, nextAt, reason } = await judgeDue(tx, notice, now);
  if (!allowed) {
    await settle(tx, noticeId, { status: nextAt === null ? 'refused' : 'planned', reason, plannedAt: nextAt });
    return;
  }
  const { email, legalEntityId, company, phone } = notice;
  const link = await debtorLink(app, tx, { email, legalEntityId });
  await queueLetter({ app, db: tx }, registryLetters.debtorInvited, email, {
    company,
    phone: formatPhone(phone),
    link,
  });
  await settle(tx, noticeId, { status: 'sent', reason: null, sentAt: now });
  await notifyOfEntry(tx, notice, now);
}

interface LockedNotice extends Due {
  kind: RegistryKind;
  entryId: number;
  /** Null while nobody of the platform is written to. */
  individualId: number | null;
  email: string | null;
  company: string;
  phone: string | null;
  isVerified: boolean;
  /** The claim still looks for its debtor. */
  isWanted: boolean;
}

async function lockNotice(tx: Tx, id: number): Promise<LockedNotice | undefined> {
  const { rows } = await sql<LockedNotice>`
    select case when n.entry_id is null then 'simple' else 'full' end as kind, coalesce(n.entry_id, n.simple_entry_id) as entry_id,
      n.legal_entity_id, n.individual_id, n.planned_at, le.short_name as company, le.phone,
      le.verification_status = 'verified' as is_verified,
      coalesce(e.debtor_inn, s.debtor_inn) as inn, coalesce(e.email, s.email) as email,
      case when n.entry_id is null then ${flagOf('s')} else ${flagOf('e')} end as flag, coalesce(e.tz, s.tz) as zone,
      coalesce(${zonesOf('e')}, ${zonesOf('s')}) as zones,
      coalesce(e.individual_id, s.individual_id) is null and coalesce(e.withdrawn_at, s.withdrawn_at) is null
        and coalesce(e.status, s.status) = 'search' as is_wanted
    from entry_notices n join legal_entities le on le.id = n.legal_entity_id
      left join registry_entries e on e.id = n.entry_id
      left join simple_registry_entries s on s.id = n.simple_entry_id
    where n.id = ${id} and n.status = 'planned' for update of n`.execute(tx);
  return rows[0];
}

async function settle(
  tx: Tx,
  id: number,
  set: { status: string; reason: string | null; plannedAt?: Date | null; sentAt?: Date; letterId?: number },
): Promise<void> {
  await tx.updateTable('entryNotices').set(set).where('id', '=', id).execute();
}

/** The entry's debtor has been told outside: that is a move of its machine. */
async function notifyOfEntry(tx: Tx, { kind, entryId }: LockedNotice, now: Date): Promise<void> {
  const notified = kind === 'simple' ? { notifiedAt: now, notificationChannel: 'email' } : {};
  await transition({ db: tx, actor: null }, entryState[kind](entryId), 'notify', { set: notified });
}
