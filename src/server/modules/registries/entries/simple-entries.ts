import { sql } from 'kysely';
import type * as z from 'zod';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { OwnSimpleEntry, SimpleEntryRow, simpleRegistries } from '#contract/registries/simple-registries.ts';
import {
  type EntryStatus,
  openReasons,
  type RejectReason,
  registryEntryMachine,
} from '#domain/registries/registry-entry.ts';
import type { SettingValues } from '#domain/settings/settings.ts';
import { contactFlagNow } from '#server/modules/life-events/life-events.queries.ts';
import { forbiddingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { columnHolds } from '#server/platform/list/searched.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { absentRows, type Replacement } from './absent.ts';
import { shownEmail, shownInn, shownPhone } from './debtor-visibility.ts';
import { entryMovesOf, isCut, noticesOf } from './entry-history.ts';
import { entryHolds } from './entry-search.ts';
import { simpleLimitation } from './limitation.ts';

type Row = z.input<typeof SimpleEntryRow>;
type Card = Answer<typeof simpleRegistries.entry>;
type Own = z.input<typeof OwnSimpleEntry>;
type ListInput = Input<typeof simpleRegistries.entries>['query'];

const simpleOrders = {
  createdAt: { columns: ['e.id'], direction: -1 },
  name: { columns: ['e.lastName', 'e.firstName', 'e.id'], direction: 1 },
  // Who has not decided is where the longest decided do: rows are found again by what they are ordered by.
  decisionAt: { columns: [sql`coalesce(e.decision_at, '-infinity')`, 'e.id'], direction: -1 },
} as const;
/** Accepted entries, all of them decided, come with the latest decision first. */
const acceptedOrders = {
  decisionAt: { columns: ['e.decisionAt', 'e.id'], direction: -1 },
  name: simpleOrders.name,
} as const;

/** The entries of a simple registry as searched and filtered. */
function findSimpleEntries(
  ctx: Ctx,
  { filter, q }: Pick<ListInput, 'filter' | 'q'>,
  { registryId }: { registryId: number },
) {
  let rows = ctx.db.selectFrom('simpleRegistryEntries as e').where('e.registryId', '=', registryId);
  rows = rows.where('e.withdrawnAt', filter?.withdrawn ? 'is not' : 'is', null);
  if (filter?.status) rows = rows.where('e.status', 'in', filter.status);
  if (q) rows = rows.where(entryHolds(ctx, q, columnHolds));
  return rows;
}

type AcceptedInput = Input<typeof simpleRegistries.acceptedEntries>['query'];

/** The entries of a company that debtors have taken on themselves. */
function findAccepted(ctx: Ctx, { filter, q }: Pick<AcceptedInput, 'filter' | 'q'>, legalEntityId: number) {
  let rows = ctx.db
    .selectFrom('simpleRegistryEntries as e')
    .where('e.legalEntityId', '=', legalEntityId)
    .where('e.acceptedAt', 'is not', null)
    .where('e.withdrawnAt', 'is', null);
  if (filter?.withoutFull !== undefined) rows = rows.where('e.fullEntryId', filter.withoutFull ? 'is' : 'is not', null);
  if (q) rows = rows.where(entryHolds(ctx, q, columnHolds));
  return rows;
}

const rowColumns = [
  'e.id',
  'e.legalEntityId',
  'e.registryId',
  'e.individualId',
  'e.lastName',
  'e.firstName',
  'e.middleName',
  'e.debtorInn',
  'e.phone',
  'e.contractNumber',
  'e.contractKind',
  'e.approxAmount',
  'e.overdueFrom',
  'e.status',
  'e.notifiedAt',
  'e.acceptedAt',
  'e.decisionAt',
  'e.rejectReason',
  'e.answerBy',
  'e.fullEntryId',
  'e.withdrawnAt',
  'e.createdAt',
  'e.version',
  sql<string>`(select le.short_name from legal_entities le where le.id = e.legal_entity_id)`.as('creditor'),
  sql<number>`(select r.number from registries r where r.id = e.registry_id)`.as('registryNumber'),
  sql<number | null>`(select f.registry_id from registry_entries f where f.id = e.full_entry_id)`.as('fullRegistryId'),
] as const;

interface SelectedRow {
  id: number;
  legalEntityId: number;
  registryId: number;
  registryNumber: number;
  creditor: string;
  individualId: number | null;
  lastName: string;
  firstName: string;
  middleName: string | null;
  debtorInn: string;
  phone: string;
  contractNumber: string | null;
  contractKind: string | null;
  approxAmount: number | null;
  overdueFrom: string | null;
  status: string;
  notifiedAt: Date | null;
  acceptedAt: Date | null;
  decisionAt: Date | null;
  rejectReason: string | null;
  answerBy: string | null;
  fullEntryId: number | null;
  fullRegistryId: number | null;
  withdrawnAt: Date | null;
  createdAt: Date;
}

/** An entry as the viewer may see it. Who has accepted is known to his creditor as a person of the platform. */
function simpleRow(ctx: Ctx, row: SelectedRow): Row {
  const known = ctx.actor?.kind !== 'employee' || row.acceptedAt !== null;
  return {
    ...row,
    debtorInn: shownInn(ctx, row),
    phone: shownPhone(ctx, row),
    individualId: known ? row.individualId : null,
    contractKind: row.contractKind as Row['contractKind'],
    status: row.status as EntryStatus,
    rejectReason: row.rejectReason as RejectReason | null,
    fullEntry:
      row.fullEntryId === null ? null : { id: row.fullEntryId, registryId: row.fullRegistryId ?? row.registryId },
  };
}

const columnsAndRow = {
  columns: (rows: ReturnType<typeof findSimpleEntries>) => rows.select(rowColumns),
  shown: (row: SelectedRow, ctx: Ctx) => simpleRow(ctx, row),
};

export const simpleList = defineList({ ...columnsAndRow, rows: findSimpleEntries, orders: simpleOrders });
export const acceptedList = defineList({ ...columnsAndRow, rows: findAccepted, orders: acceptedOrders });
/** The entries of the registry that another one replaces which its file no longer has. */
export const absentSimpleList = defineList({
  ...columnsAndRow,
  rows: (ctx: Ctx, { q }: { q?: string | undefined }, replacement: Replacement) =>
    ctx.db.selectFrom('simpleRegistryEntries as e').where(absentRows(ctx, q, replacement)),
  orders: simpleOrders,
});

/** @throws Refusal `object.absent` */
export async function simpleCard(ctx: Ctx, id: number): Promise<Card> {
  const row = await ctx.db
    .selectFrom('simpleRegistryEntries as e')
    .select(rowColumns)
    .select(['e.birthDate', 'e.email', 'e.tz', 'e.rejectComment', 'e.externalId', 'e.comment'])
    .select(contactFlagNow('e.individualId', 'e.contactFlag').as('contactFlag'))
    .where('e.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const [moments, notices] = await Promise.all([entryMovesOf(ctx, 'simple', id), noticesOf(ctx, 'simple', id)]);
  return {
    ...row,
    ...simpleRow(ctx, row),
    email: shownEmail(ctx, row),
    contactFlag: row.contactFlag as Card['contactFlag'],
    versions: [],
    moments: moments.items,
    notices: notices.items,
    moreHistory: isCut(moments, notices),
  };
}

/** The entries that have found a person. */
export const ownSimple = (ctx: Ctx, individualId: number) =>
  ctx.db
    .selectFrom('simpleRegistryEntries as e')
    .where('e.individualId', '=', individualId)
    .where('e.withdrawnAt', 'is', null);

const ownSimpleColumns = [
  ...rowColumns,
  sql<string | null>`(select le.phone from legal_entities le where le.id = e.legal_entity_id)`.as('creditorPhone'),
] as const;

export const ownSimpleList = defineList({
  rows(ctx: Ctx, { filter }: Pick<Input<typeof simpleRegistries.own>['query'], 'filter'>, individualId: number) {
    const rows = ownSimple(ctx, individualId);
    return filter?.status ? rows.where('e.status', 'in', filter.status) : rows;
  },
  columns: (rows) => rows.select(ownSimpleColumns),
  orders: { createdAt: simpleOrders.createdAt },
});

const dayMs = 86_400_000;

/** Whether a rejection may still be taken back. */
export const mayReconsider = (decisionAt: Date | null, now: Date, { reconsiderDays }: SettingValues): boolean =>
  decisionAt !== null && now.getTime() - decisionAt.getTime() <= reconsiderDays * dayMs;

/** By what the buttons of a debtor are judged: nobody is asked to own up to a debt where nothing new may be agreed on. */
interface OwnMoves {
  settings: SettingValues;
  stopped: boolean;
  /** His ИНН as long as somebody has verified that it is his: to nobody else sums are told. */
  verifiedInn: string | null;
}
export const ownMoves = async ({ db, day }: Ctx, individualId: number): Promise<OwnMoves> => ({
  settings: await settingsOf(db),
  stopped: (await forbiddingEventOf(db, { individualId }, 'acknowledge', day)) !== null,
  verifiedInn: await verifiedInn(db, individualId),
});

async function verifiedInn(db: Db, individualId: number): Promise<string | null> {
  const person = await db
    .selectFrom('individuals')
    .select('inn')
    .where('id', '=', individualId)
    .where('verificationStatus', '=', 'verified')
    .executeTakeFirst();
  return person?.inn ?? null;
}

/** An entry as the debtor sees it, with his buttons. */
export function ownSimpleRow(
  ctx: Ctx,
  { settings, stopped, verifiedInn: inn }: OwnMoves,
  row: Omit<SelectedRow, 'fullRegistryId'> & { creditorPhone: string | null; version: number },
): Own {
  const status = row.status as EntryStatus;
  const isLate = status === 'rejected_by_individual' && !mayReconsider(row.decisionAt, ctx.now, settings);
  const moves =
    ctx.actor?.kind !== 'individual'
      ? []
      : (['accept', 'reject'] as const).filter(
          (move) => registryEntryMachine.canMove(status, move) && !isLate && (move === 'reject' || !stopped),
        );
  return {
    ...row,
    status,
    approxAmount: row.debtorInn === inn ? row.approxAmount : null,
    limitation: simpleLimitation(row, ctx.day),
    contractKind: row.contractKind as Own['contractKind'],
    rejectReason: row.rejectReason as RejectReason | null,
    moves,
    openReasons: moves.includes('reject') ? openReasons({ hasSigned: false, isStopped: stopped }) : [],
  };
}

/** @throws Refusal `object.absent` for an entry that the creditor has withdrawn */
export async function ownSimpleCard(ctx: Ctx, individualId: number, id: number): Promise<Own> {
  const row = await ownSimple(ctx, individualId).select(ownSimpleColumns).where('e.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return ownSimpleRow(ctx, await ownMoves(ctx, individualId), row);
}
