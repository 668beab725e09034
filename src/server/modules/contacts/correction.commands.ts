import { CONTACT_LIMIT_REASONS, type ContactKind } from '#domain/parties/contact-law.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { contactsOf } from './contacts.queries.ts';
import { type ClaimDebtor, claimDebtor, judgeKnown } from './debtor.queries.ts';
import { enteredWith, sameOf } from './entered.queries.ts';
import { holdDebtor } from './reservation.commands.ts';

type Correcting = Pick<Writing, 'db' | 'now'>;

/**
 * A call or a meeting, held (`holdContact`), of which operators have found that its creditor has recorded it otherwise than it was, whenever that was: one that never was counts
 * no more, one that was counts, also where it was denied. What stands so already stays as it is, and what was entered again since it was denied counts once.
 */
export async function correctContact({ db, now }: Correcting, id: number, isHeld: boolean): Promise<void> {
  const contact = await db
    .selectFrom('contactRecords')
    .select(['registryEntryId', 'kind', 'at', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { registryEntryId, at } = contact;
  const kind = contact.kind as ContactKind;
  const status = isHeld ? 'held' : 'failed';
  if (kind === 'message' || contact.status === status) return;
  const debtor = registryEntryId === null ? null : await claimDebtor(db, registryEntryId);
  if (isHeld && debtor !== null && (await isEnteredAgain(db, debtor, { kind, at }))) return;
  const failedWhy = isHeld ? null : 'Оператор установил по жалобе, что его не было';
  await db
    .updateTable('contactRecords')
    .set({ status, failedWhy, failedBy: null, toldAt: now })
    .where('id', '=', id)
    .execute();
  if (isHeld && debtor !== null) await markExcess({ db, now }, debtor, { kind, at });
}

/** What operators have said to have been needs nobody any more who tells of it. */
export async function confirmContact({ db, now }: Correcting, id: number): Promise<void> {
  await db
    .updateTable('contactRecords')
    .set({ toldAt: now })
    .where('id', '=', id)
    .where('kind', '<>', 'message')
    .where('status', '=', 'held')
    .where('toldAt', 'is', null)
    .execute();
}

/** Whether a contact that is denied stands beside the very same that is not. */
async function isEnteredAgain(
  db: Tx,
  { legalEntityId, inn }: ClaimDebtor,
  { kind, at }: { kind: ContactKind; at: Date },
): Promise<boolean> {
  const entered = await enteredWith(db, legalEntityId, [inn!], { from: at, until: at });
  const same = sameOf(entered, { inn: inn!, kind, at });
  return same !== undefined && same.status !== 'failed';
}

/** Holds a contact until the commit: the pair first, as whoever enters one, then its row. */
export async function holdContact(db: Tx, id: number): Promise<void> {
  const contact = db.selectFrom('contactRecords').where('id', '=', id);
  const { registryEntryId } = await contact.select('registryEntryId').executeTakeFirstOrThrow();
  if (registryEntryId !== null) await holdDebtor(db, await claimDebtor(db, registryEntryId));
  await contact.select('id').forUpdate().executeTakeFirst();
}

/** No limit of the law counts further than a month. */
const MONTH_MS = 31 * 24 * 3_600_000;

/**
 * What was held when a contact that counts again had left its place free, and has none now, says which limit it has broken: of a day, a week or a month the
 * later ones are too many.
 */
async function markExcess(
  { db, now }: Correcting,
  debtor: ClaimDebtor,
  met: { kind: ContactKind; at: Date },
): Promise<void> {
  const inn = debtor.inn!;
  const until = new Date(met.at.getTime() + MONTH_MS);
  const all = (await contactsOf(db, debtor.legalEntityId, [inn], met.kind, met.at)).get(inn) ?? [];
  const later = await enteredWith(db, debtor.legalEntityId, [inn], { from: met.at, until });
  const calendar = await calendarIn(db);
  for (const { id, kind, at, status } of later) {
    if (kind !== met.kind || status !== 'held' || at < met.at) continue;
    const known = { contacts: all.filter((one) => one <= at), spans: [], calendar };
    const { reason } = judgeKnown({ ...debtor, flag: 'allowed' }, { kind, at, now, own: at }, known);
    if (reason === null || !CONTACT_LIMIT_REASONS.includes(reason)) continue;
    await db.updateTable('contactRecords').set({ reason }).where('id', '=', id).where('reason', 'is', null).execute();
  }
}
