import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { companyFolders } from '#contract/parties/files.ts';
import { individualRights } from '#contract/parties/individuals.ts';
import { legalEntityRights } from '#contract/parties/legal-entities.ts';
import { isCriticalPaper } from '#domain/parties/verification.ts';
import { demandOpenForm, reopenByPaper } from '#server/modules/verification/verification.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { demandKind, type FileLocation } from './files.queries.ts';
import { demandWithinQuota, type Holder } from './quota.commands.ts';

type Shown = Answer<typeof companyFolders.add>;

/** How many files a folder holds that is filled by hand and looked through. */
const most = 100;

/**
 * Puts a file into its slot, where it replaces the one before it.
 * @throws Refusal `object.absent`, `move.illegal`, `quota.exceeded`
 */
export async function putFile(ctx: Writing, location: FileLocation, kind: string, file: Uploaded): Promise<Shown> {
  const reopens = await demandOpen(ctx, location, kind);
  const emptied = await empty(ctx, location, kind);
  const kept = await insertFile(ctx, location, kind, file);
  if (emptied > 0n) await reopens?.();
  return kept;
}

/**
 * Adds a file to a folder, where what names it finds it: a claim its writ, a power of attorney its scan. Whoever replaces one decides
 * whether the one before it is taken out. How many there are is bounded by the storage quota alone.
 * @throws Refusal `object.absent`, `move.illegal`, `quota.exceeded`
 */
export async function addFile(ctx: Writing, location: FileLocation, kind: string, file: Uploaded): Promise<Shown> {
  await demandOpen(ctx, location, kind);
  return insertFile(ctx, location, kind, file);
}

/**
 * Adds a file to a folder by hand.
 * @throws Refusal `object.absent`, `move.illegal`, `quota.exceeded`, `input.invalid` when the folder is full
 */
export async function addByHand(ctx: Writing, location: FileLocation, kind: string, file: Uploaded): Promise<Shown> {
  await demandOpen(ctx, location, kind);
  const { held } = await ofKind(ctx.db, location, kind)
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .executeTakeFirstOrThrow();
  if (held >= most) throw new Refusal('input.invalid', { fields: { file: `Не больше ${most} файлов одного вида` } });
  return insertFile(ctx, location, kind, file);
}

/** Empties a slot, or takes this file out of a folder. @throws Refusal `object.absent`, `move.illegal` */
export async function removeFile(ctx: Writing, location: FileLocation, kind: string, id?: number): Promise<void> {
  const reopens = await demandOpen(ctx, location, kind);
  if ((await empty(ctx, location, kind, id)) === 0n) throw new Refusal('object.absent');
  await reopens?.();
}

/**
 * Takes a file out of a folder by hand. What a power of attorney, an assignment or a claim names is taken away there alone, by the rules that
 * hold there: what stands under signed agreements stays.
 * @throws Refusal `object.absent`, `move.illegal`
 */
export async function removeByHand(ctx: Writing, location: FileLocation, kind: string, id: number): Promise<void> {
  const { rows } = await sql<{ isNamed: boolean }>`select exists (
    select from powers_of_attorney where file_id = ${id} union all select from assignment_deeds where file_id = ${id}
    union all select from registry_entries where writ_file_id = ${id}) as is_named`.execute(ctx.db);
  if (rows[0]!.isNamed) {
    throw new Refusal('move.illegal', {
      detail: 'Этот файл приложен к доверенности, уступке или долгу: меняют и убирают его там',
    });
  }
  await removeFile(ctx, location, kind, id);
}

/**
 * What is being verified stands still, and its papers with it (docs/domain.md §7.1).
 * @returns what has to follow once a paper that is there has gone: somebody verified by it is verified anew
 */
async function demandOpen(
  ctx: Writing,
  location: FileLocation,
  kind: string,
): Promise<(() => Promise<void>) | undefined> {
  demandKind(location, kind);
  const { column, id } = location;
  // Of these nothing is verified: appendices, photos; and whoever has a payment or an event looks after its own state.
  if (location.place === 'tariff' || location.place === 'avatar') return undefined;
  if (column === 'paymentId' || column === 'lifeEventId' || column === 'chatId') return undefined;
  if (column === 'requestId') {
    await demandLive(ctx.db, id);
    return undefined;
  }
  const table = column === 'individualId' ? 'individuals' : 'legalEntities';
  const status = await demandOpenForm(ctx, { table, id });
  if (status !== 'verified' || location.place === 'folder' || !isCriticalPaper(location.owner, kind)) return undefined;
  const { verify } = table === 'individuals' ? individualRights : legalEntityRights;
  return () => reopenByPaper(ctx, { table, id }, verify);
}

/** A request that is closed or put away takes no papers any more. */
async function demandLive(tx: Tx, id: number): Promise<void> {
  const { status, archivedAt } = await tx
    .selectFrom('requests')
    .select(['status', 'archivedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status === 'closed' || archivedAt !== null) throw new Refusal('move.illegal');
}

const ofKind = (tx: Tx, { column, id, place }: FileLocation, kind: string) =>
  tx
    .selectFrom('ownedFiles')
    .where(column, '=', id)
    .where('place', '=', place)
    .where('kind', '=', kind)
    .where('deletedAt', 'is', null);

async function empty({ db, now }: Writing, location: FileLocation, kind: string, id?: number): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('ownedFiles')
    .set({ deletedAt: now })
    .where('id', 'in', ofKind(db, location, kind).select('id'))
    .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
    .executeTakeFirst();
  return numUpdatedRows;
}

async function insertFile(ctx: Writing, location: FileLocation, kind: string, file: Uploaded): Promise<Shown> {
  const { column, id, place } = location;
  const stored = await ctx.db
    .insertInto('storedFiles')
    .values({ ...file, createdBy: ctx.actor.accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const owned = await ctx.db
    .insertInto('ownedFiles')
    .values({ [column]: id, place, kind, fileId: stored.id })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow();
  const holder = await holderOf(ctx, location);
  if (holder) await demandWithinQuota(ctx.db, holder, file.size);
  return { ...owned, kind, name: file.name, size: file.size, type: file.kind as Shown['type'], scan: file.scan };
}

/** Whose storage quota a file counts against; nobody's for what operators keep about a company or a person. */
async function holderOf({ db: tx, actor }: Writing, { column, id, place }: FileLocation): Promise<Holder | null> {
  if (place === 'tariff') return null;
  if (column === 'requestId') {
    const query = tx.selectFrom('requests').select('individualId').where('id', '=', id);
    return { column: 'individualId', id: (await query.executeTakeFirstOrThrow()).individualId };
  }
  if (column === 'paymentId') {
    const query = tx.selectFrom('payments').select(['individualId', 'legalEntityId', 'statedBy']).where('id', '=', id);
    const payment = await query.executeTakeFirstOrThrow();
    const stater = payment.statedBy === 'creditor' ? 'legalEntityId' : 'individualId';
    return { column: stater, id: payment[stater] };
  }
  if (column === 'lifeEventId') {
    const query = tx.selectFrom('lifeEvents').select(['individualId', 'legalEntityId', 'side']).where('id', '=', id);
    const { side, individualId, legalEntityId } = await query.executeTakeFirstOrThrow();
    if (side === 'operator') return null;
    return side === 'creditor'
      ? { column: 'legalEntityId', id: legalEntityId! }
      : { column: 'individualId', id: individualId };
  }
  if (column === 'chatId') {
    if (actor.kind === 'operator') return null;
    if (actor.individualId !== null) return { column: 'individualId', id: actor.individualId };
    const chat = await tx.selectFrom('chats').select('legalEntityId').where('id', '=', id).executeTakeFirstOrThrow();
    return chat.legalEntityId === null
      ? { column: 'employeeId', id: actor.employeeId! }
      : { column: 'legalEntityId', id: chat.legalEntityId };
  }
  return { column, id };
}
