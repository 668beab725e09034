import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import type { Input } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { type allRequests, type RequestRow, requests } from '#contract/settlements/requests.ts';
import { type RequestStatus, requestMachine } from '#domain/negotiation/request.ts';
import type { CloseReason } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';
import { maskInn } from '#domain/values/masks.ts';
import { isLate, standsStill } from '#server/modules/life-events/life-events.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { inNoRow, personHolds } from '#server/platform/person-name.ts';

type Row = z.input<typeof RequestRow>;
/** What every list of requests may be narrowed by; each offers a part of it. */
type Filter = NonNullable<
  Input<typeof allRequests.list>['query']['filter'] & Input<typeof requests.ofCompany>['query']['filter']
>;
type ListFilter = Pick<Input<typeof allRequests.list>['query'], 'q'> & { filter?: Filter | undefined };

/** Whose requests a list holds; nobody named: all within reach. */
export interface Where {
  individualId?: number;
  legalEntityId?: number;
  registryId?: number;
}

export const requestOrders = {
  createdAt: { columns: ['q.id'], direction: -1 },
  answerBy: { columns: [sql`coalesce(q.answer_by, 'infinity'::date)`, 'q.id'], direction: 1 },
} as const;

/** The requests of a place as searched and filtered. */
export function findRequests(ctx: Ctx, { filter, q }: ListFilter, where: Where) {
  let rows = ctx.db.selectFrom('requests as q').where(ctx.within('request', 'q'));
  rows = rows.where('q.archivedAt', filter?.archived ? 'is not' : 'is', null);
  const person = where.individualId ?? filter?.individualId;
  if (person !== undefined) rows = rows.where('q.individualId', '=', person);
  if (where.registryId !== undefined) rows = rows.where('q.registryId', '=', where.registryId);
  const company = where.legalEntityId ?? filter?.legalEntityId;
  if (company !== undefined) rows = rows.where('q.legalEntityId', '=', company);
  if (filter?.status) rows = rows.where('q.status', 'in', filter.status);
  if (filter?.createdFrom) rows = rows.where('q.createdAt', '>=', moscowMidnight(filter.createdFrom));
  if (filter?.createdTo) rows = rows.where('q.createdAt', '<', moscowMidnight(filter.createdTo, 1));
  if (q) rows = rows.where('q.id', 'in', matching(ctx, q));
  return rows;
}

/** Requests that hold what was typed themselves, or whose debtor's name does; each half has its own index. */
const matching = (ctx: Ctx, typed: string) =>
  ctx.db
    .selectFrom('requests')
    .select('id')
    .where(indexedColumnHolds('search', typed))
    .union(
      ctx.db
        .selectFrom('individuals')
        .innerJoin('requests', 'requests.individualId', 'individuals.id')
        .select('requests.id')
        .where(personHolds('individuals.search', typed, { seesInn: innSeen(ctx) })),
    );

export const rowColumns = [
  'q.id',
  'q.number',
  'q.startedBy',
  'q.status',
  'q.individualId',
  'q.creditorInn',
  'q.creditorName',
  'q.legalEntityId',
  'q.registryId',
  'q.registryEntryId',
  'q.contractNumber',
  'q.contractDate',
  'q.claimedDebt',
  'q.desiredAmount',
  'q.answerBy',
  'q.closeReason',
  'q.archivedAt',
  'q.createdAt',
  sql<string>`(select concat_ws(' ', i.last_name, i.first_name, i.middle_name) from individuals i where i.id = q.individual_id)`.as(
    'debtor',
  ),
  sql<string | null>`(select i.inn from individuals i where i.id = q.individual_id)`.as('debtorInn'),
  sql<number | null>`(select s.id from settlements s where s.request_id = q.id order by s.id desc limit 1)`.as(
    'settlementId',
  ),
  sql<Row['withdrawnBy']>`case when q.close_reason = 'withdrawn' then (select a.kind
    from status_history h join accounts a on a.id = h.account_id and a.kind in ('individual', 'operator')
    where h.object_type = 'requests' and h.object_id = q.id and h.move = 'withdraw' order by h.id desc limit 1) end`.as(
    'withdrawnBy',
  ),
  sql<boolean>`coalesce((select ${standsStill} from settlements s where s.request_id = q.id order by s.id desc limit 1), false)`.as(
    'standsStill',
  ),
  sql<boolean>`coalesce((select ${isLate} from settlements s where s.request_id = q.id order by s.id desc limit 1), false)`.as(
    'isLate',
  ),
  sql<number | null>`(select e.total from registry_entries e where e.id = q.registry_entry_id)`.as('entryTotal'),
] as const;

/** A row as the table gives it: words of machines and dictionaries are texts there. */
interface SelectedRow extends Omit<Row, 'startedBy' | 'status' | 'closeReason'> {
  startedBy: string;
  status: string;
  closeReason: string | null;
}

/** A request as the viewer may see it. */
export const requestRow = <R extends SelectedRow>(ctx: Ctx, row: R) => ({
  ...row,
  startedBy: row.startedBy as Side,
  status: row.status as RequestStatus,
  closeReason: row.closeReason as CloseReason | null,
  debtorInn: row.debtorInn && (seesInn(ctx, row) ? row.debtorInn : maskInn(row.debtorInn)),
});

/** The debtor himself, operators who may ask for anybody's, and those of the company who answer the request. */
function seesInn({ actor, may }: Ctx, { individualId, legalEntityId }: SelectedRow): boolean {
  if (actor?.kind === 'individual') return actor.individualId === individualId;
  if (actor?.kind === 'operator') return may(individuals.reveal);
  return mayAnswer(actor, legalEntityId);
}

/** The same of the rows of `requests`. */
export function innSeen({ actor, may }: Ctx): RawBuilder<SqlBool> {
  if (actor?.kind === 'individual') return sql`requests.individual_id = ${actor.individualId}`;
  if (actor?.kind === 'operator') return may(individuals.reveal) ? sql.lit(true) : inNoRow;
  return sql`requests.legal_entity_id = any(${answering(actor)}::bigint[])`;
}

/** Whether an employee may answer requests to this company. */
export const mayAnswer = (actor: Ctx['actor'], legalEntityId: number | null): boolean =>
  legalEntityId !== null && answering(actor).includes(legalEntityId);

/** The companies to which requests come that the employee may answer. */
const answering = (actor: Ctx['actor']): number[] =>
  (actor?.memberships ?? [])
    .filter(({ permissions }) => permissions.has(requests.decline.code))
    .map(({ legalEntityId }) => legalEntityId);

export const requestList = defineList({
  rows: findRequests,
  columns: (rows) => rows.select(rowColumns),
  orders: requestOrders,
  shown: (row, ctx) => requestRow(ctx, row),
  states: { filter: 'status', of: requestMachine.statuses, by: 'q.status' },
});
