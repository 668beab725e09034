import { type ExpressionBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { registries } from '#contract/registries/registries.ts';
import type { RegistryRow } from '#contract/registries/registry-parts.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import {
  loadedStatuses,
  NO_COUNTS,
  type RegistryBasis,
  type RegistryStatus,
  registryImportMachine,
  type VerdictCounts,
} from '#domain/registries/registry-import.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { moscowMidnight, textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { canInvite } from './invitations/invitations.ts';

type Row = z.input<typeof RegistryRow>;
type Card = Answer<typeof registries.get>;
type ListFilter = Pick<Input<typeof registries.list>['query'], 'filter' | 'q'> & {
  filter?: { legalEntityId?: number | undefined } | undefined;
};

export const registryOrders = {
  createdAt: { columns: ['r.createdAt', 'r.id'], direction: -1 },
  asOfDate: { columns: ['r.asOfDate', 'r.id'], direction: -1 },
  number: { columns: ['r.number', 'r.id'], direction: -1 },
} as const;

/** Which registries: of one kind, of one company or of all, those about which the viewer has not read everything. */
interface Where {
  kind: RegistryKind;
  legalEntityId?: number;
  isUnread?: true;
}

/** The registries of a place as searched and filtered. */
export function findRegistries(ctx: Ctx, { filter, q }: ListFilter, { kind, legalEntityId, isUnread }: Where) {
  const company = legalEntityId ?? filter?.legalEntityId;
  let rows = ctx.db.selectFrom('registries as r').where('r.kind', '=', kind);
  if (company !== undefined) rows = rows.where('r.legalEntityId', '=', company);
  if (filter?.status) rows = rows.where('r.status', 'in', filter.status);
  if (filter?.createdFrom) rows = rows.where('r.createdAt', '>=', moscowMidnight(filter.createdFrom));
  if (filter?.createdTo) rows = rows.where('r.createdAt', '<', moscowMidnight(filter.createdTo, 1));
  if (isUnread) rows = rows.where(unread(ctx), '>', 0);
  if (q) {
    const fileName = sql`(select f.name from stored_files f where f.id = r.file_id)`;
    rows = rows.where(textHolds(sql`concat_ws(' ', r.number, r.name, ${fileName})`, q));
  }
  return rows;
}

/** How many messages about a registry the viewer has not read. */
const unread = (ctx: Ctx) => sql<number>`coalesce((
  select c.last_no - coalesce((select d.read_no from chat_reads d where d.chat_id = c.id and d.account_id = ${ctx.actor?.accountId ?? 0}), 0)
  from chats c where c.registry_id = r.id), 0)`;

const tallies = sql<Tallies | null>`(
  select jsonb_object_agg(t.status, jsonb_build_array(t.entries, t.matched, t.amount)) from (
    select status, sum(entries) as entries, sum(matched) as matched, sum(amount) as amount
    from entry_tallies where registry_id = r.id group by status) t)`;
/** By status: entries, of them with a debtor, their debt. */
type Tallies = Record<string, [entries: number, matched: number, amount: number]>;

/** What a row of a list needs, said once for lists, cards and exports. */
export const registryColumns = (ctx: Ctx) => (of: ExpressionBuilder<DB & { r: DB['registries'] }, 'r'>) =>
  [
    'r.id',
    'r.legalEntityId',
    'r.number',
    'r.name',
    'r.asOfDate',
    'r.basis',
    'r.status',
    'r.phase',
    'r.bytesRead',
    'r.counts',
    'r.loadRequestedAt',
    'r.createdAt',
    'r.loadedAt',
    of
      .selectFrom('legalEntities as le')
      .whereRef('le.id', '=', 'r.legalEntityId')
      .select('le.shortName')
      .$asScalar()
      .as('creditor'),
    sql<string>`(select f.name from stored_files f where f.id = r.file_id)`.as('fileName'),
    sql<number>`(select f.size from stored_files f where f.id = r.file_id)`.as('fileSize'),
    unread(ctx).as('unreadMessages'),
    tallies.as('tallies'),
  ] as const;

interface SelectedRow {
  id: number;
  legalEntityId: number;
  creditor: string | null;
  number: number;
  name: string | null;
  fileName: string;
  fileSize: number;
  asOfDate: string;
  basis: string;
  status: string;
  phase: string | null;
  bytesRead: number;
  counts: Partial<VerdictCounts>;
  loadRequestedAt: Date | null;
  createdAt: Date;
  loadedAt: Date | null;
  unreadMessages: number;
  tallies: Tallies | null;
}

export const registryRow = (row: SelectedRow): Row => ({
  ...row,
  creditor: row.creditor ?? '',
  basis: row.basis as RegistryBasis,
  status: row.status as RegistryStatus,
  progress: progressOf(row),
  counts: { ...NO_COUNTS, ...row.counts },
  funnel: funnelOf(row.tallies ?? {}),
});

/** Reading is most of the work, comparing the rest of it. */
const readingShare = 95;

function progressOf({ status, loadRequestedAt, phase, bytesRead, fileSize }: SelectedRow): number | null {
  if (loadRequestedAt !== null) return 0;
  if (status !== 'uploaded' && status !== 'validating') return null;
  if (phase === 'comparing') return readingShare;
  return Math.min(readingShare, Math.floor((bytesRead * readingShare) / Math.max(1, fileSize)));
}

function funnelOf(tallies: Tallies): Row['funnel'] {
  const count = (status: string): number => tallies[status]?.[0] ?? 0;
  const live = Object.entries(tallies).filter(([status]) => status !== 'withdrawn');
  const sum = (part: 0 | 1 | 2): number => live.reduce((total, [, numbers]) => total + numbers[part], 0);
  return {
    entries: sum(0),
    search: count('search'),
    notification_sent: count('notification_sent'),
    accepted_by_individual: count('accepted_by_individual'),
    rejected_by_individual: count('rejected_by_individual'),
    full_registry_created: count('full_registry_created'),
    matched: sum(1),
    withdrawn: count('withdrawn'),
    totalAmount: sum(2),
  };
}

export const registryList = defineList({
  rows: findRegistries,
  columns: (rows, ctx) => rows.select(registryColumns(ctx)),
  orders: registryOrders,
  shown: (row) => registryRow(row),
});

/** The whole card. @throws Refusal `object.absent` */
export async function registryCard(ctx: Ctx, id: number): Promise<Card> {
  const row = await ctx.db
    .selectFrom('registries as r')
    .select(registryColumns(ctx))
    .select([
      'r.kind',
      'r.basisNumber',
      'r.basisDate',
      'r.failure',
      'r.rowsRead',
      'r.headers',
      'r.mapped',
      'r.notes',
      'r.absent',
      'r.version',
      'r.replacesId',
      sql<number | null>`(select p.number from registries p where p.id = r.replaces_id)`.as('replacesNumber'),
      sql<string | null>`(select coalesce(p.last_name || ' ' || p.first_name, a.email) from accounts a
        left join employees p on p.account_id = a.id where a.id = r.created_by)`.as('uploadedBy'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return {
    ...registryRow(row),
    ...row,
    ...registryRow(row),
    phase: phaseOf(row),
    headers: [...row.headers],
    notes: [...row.notes],
    replaces: row.replacesId === null ? null : { id: row.replacesId, number: row.replacesNumber! },
    moves: await movesOf(ctx, row as Moving),
  };
}

function phaseOf({ phase, loadRequestedAt, status }: SelectedRow): Card['phase'] {
  if (loadRequestedAt !== null) return 'loading';
  if (status === 'uploaded') return 'waiting';
  return phase as Card['phase'];
}

/** The buttons: rights decide, the machine limits; what is being loaded is left alone. */
async function movesOf(ctx: Ctx, { id, kind, status, loadRequestedAt, legalEntityId }: Moving): Promise<Card['moves']> {
  const { load } = kind === 'full' ? registries : simpleRegistries;
  if (loadRequestedAt !== null || !ctx.may(load, { legalEntityId })) return [];
  const moves: Card['moves'] = [];
  if (registryImportMachine.canMove(status, 'load')) moves.push('load', 'correct');
  if (registryImportMachine.canMove(status, 'revalidate')) moves.push('map');
  if (registryImportMachine.canMove(status, 'withdraw')) moves.push('withdraw');
  const isLoaded = (loadedStatuses as readonly string[]).includes(status);
  if (isLoaded && (await canInvite(ctx.db, { id, kind }))) moves.push('invite');
  return moves;
}

/** A registry as its buttons need it. */
interface Moving {
  id: number;
  legalEntityId: number;
  kind: RegistryKind;
  status: RegistryStatus;
  loadRequestedAt: Date | null;
}
