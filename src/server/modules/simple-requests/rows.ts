import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import type { SimpleRequestStatus } from '#domain/negotiation/simple-request.ts';
import { type DeclaredStatus, declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { maskInn, maskName } from '#domain/values/masks.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { columnsTogether, inPlainWords, textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { fetchFirst, type SoughtInOwn } from '#server/platform/list/own-rows.ts';
import { people, rowsByName } from '#server/platform/list/rows-by-name.ts';
import { columnHolds } from '#server/platform/list/searched.ts';
import type { Sought } from '#server/platform/list/sought.ts';
import { inNoRow, personHolds } from '#server/platform/person-name.ts';

type Row = Answer<typeof simpleRequests.get>;
type ListFilter = Pick<Input<typeof simpleRequests.listOfAll>['query'], 'filter' | 'q'>;
interface Where {
  individualId?: number;
  legalEntityId?: number;
}

const orders = { createdAt: { columns: ['s.id'], direction: -1 } } as const;

/** The simple requests of a place as searched and filtered. */
function findRows(ctx: Ctx, { filter, q }: ListFilter, where: Where) {
  let rows = ctx.db
    .selectFrom('simpleRequests as s')
    .where('s.deletedAt', 'is', null)
    .where(ctx.within('simpleRequest', 's'))
    .where('s.archivedAt', filter?.archived ? 'is not' : 'is', null);
  const company = where.legalEntityId ?? filter?.legalEntityId;
  if (where.individualId !== undefined) rows = rows.where('s.individualId', '=', where.individualId);
  if (company !== undefined) rows = rows.where('s.legalEntityId', '=', company);
  if (filter?.stage) rows = rows.where('s.stage', 'in', filter.stage);
  if (q) rows = rows.where(matching(ctx, q));
  return rows;
}

/** By the creditor, and by the debtor's name and ИНН for those who see them. */
const matching = (ctx: Ctx, q: string) => sql<boolean>`(${byCreditor(q)}
    or exists (select from individuals i where i.id = s.individual_id and ${byDebtor(ctx, q)}))`;

const creditor = columnsTogether('s.creditorInn', 's.creditorName');
const byCreditor = (q: string) => textHolds(creditor, q);

/** Whether the debtor `i` of a request has what was typed in his name or ИНН, and the viewer sees them. */
function byDebtor(ctx: Ctx, q: string, holds = columnHolds): RawBuilder<SqlBool> {
  const named = personHolds('i.search', q, { seesInn: seesInns(ctx) ? sql.lit(true) : inNoRow, holds });
  return ctx.actor?.kind === 'employee' ? sql<SqlBool>`(s.disclosed and ${named})` : named;
}

/** The ids of the first few that are not put away, by the debtor, whose name has an index. */
export const idsOfNamed = (ctx: Ctx, sought: Sought, most: number) =>
  withDebtor(ctx)
    .where(byDebtor(ctx, sought.typed, sought.isInPerson))
    .where(sought.isLookedAt('s.id'))
    .modifyEnd(fetchFirst(most));

/** The same of a debtor, who knows the creditors of his own. */
export const idsByCreditor = (ctx: Ctx, { isIn }: SoughtInOwn, most: number) =>
  findRows(ctx, {}, {})
    .select('s.id')
    .where(isIn(inPlainWords(creditor)))
    .modifyEnd(fetchFirst(most));

/** The same, where the name of the debtor finds some at once. */
export const requestsByName = (ctx: Ctx) =>
  rowsByName(
    withDebtor(ctx)
      .where('i.deletedAt', 'is', null)
      .$if(ctx.actor?.kind === 'employee', (rows) => rows.where('s.disclosed', '=', sql.lit(true))),
    { id: 's.id', table: 'simpleRequests', person: people, all: ctx.within('simpleRequest', 's') === everyRow },
  );

const withDebtor = (ctx: Ctx) =>
  findRows(ctx, {}, {}).innerJoin('individuals as i', 'i.id', 's.individualId').select('s.id');

/** Whether the ИНН of those whose name is seen is seen as well. */
const seesInns = ({ actor, may }: Ctx): boolean => actor?.kind !== 'operator' || may(individuals.reveal);

const columns = [
  's.id',
  's.individualId',
  's.creditorInn',
  's.creditorName',
  's.approxDebt',
  's.disclosed',
  's.stage',
  's.status',
  's.legalEntityId',
  's.registryId',
  's.registryEntryId',
  's.declinedAt',
  's.archivedAt',
  's.createdAt',
  's.version',
  sql<string>`(select i.last_name from individuals i where i.id = s.individual_id)`.as('lastName'),
  sql<string>`(select i.first_name from individuals i where i.id = s.individual_id)`.as('firstName'),
  sql<string | null>`(select i.middle_name from individuals i where i.id = s.individual_id)`.as('middleName'),
  sql<string | null>`(select i.inn from individuals i where i.id = s.individual_id)`.as('inn'),
] as const;

interface SelectedRow {
  individualId: number;
  legalEntityId: number | null;
  stage: string;
  status: string | null;
  disclosed: boolean;
  archivedAt: Date | null;
  lastName: string;
  firstName: string;
  middleName: string | null;
  inn: string | null;
}

/** A simple request as the viewer may see it: who it is, a creditor learns when the debtor lets him. */
function describe<R extends SelectedRow>(ctx: Ctx, { lastName, firstName, middleName, inn, ...row }: R) {
  const isHidden = hidesDebtor(ctx, row);
  return {
    ...row,
    stage: row.stage as DeclaredStatus,
    status: row.status as SimpleRequestStatus | null,
    debtor: debtorShown(ctx, { lastName, firstName, middleName, disclosed: row.disclosed }),
    debtorInn: inn && (!isHidden && seesInns(ctx) ? inn : maskInn(inn)),
    moves: movesFor(ctx, row),
  };
}

const hidesDebtor = ({ actor }: Ctx, { disclosed }: Pick<SelectedRow, 'disclosed'>): boolean =>
  actor?.kind === 'employee' && !disclosed;

/** The debtor as the viewer may see him. */
export function debtorShown(
  ctx: Ctx,
  { disclosed, ...name }: Pick<SelectedRow, 'lastName' | 'firstName' | 'middleName' | 'disclosed'>,
): string {
  if (hidesDebtor(ctx, { disclosed })) return maskName(name);
  return [name.lastName, name.firstName, name.middleName].filter(Boolean).join(' ');
}

function movesFor(
  { actor, may }: Ctx,
  row: Omit<SelectedRow, 'lastName' | 'firstName' | 'middleName' | 'inn'>,
): Row['moves'] {
  const isOwnOpen = actor?.individualId === row.individualId && row.archivedAt === null && row.stage === 'search';
  const answers = actor?.memberships.some(
    (membership) =>
      membership.legalEntityId === row.legalEntityId && membership.permissions.has(simpleRequests.giveUp.code),
  );
  const isPut = row.archivedAt !== null;
  const moves: [Row['moves'][number], boolean | undefined][] = [
    ['edit', isOwnOpen],
    ['remove', isOwnOpen],
    ['giveUp', answers && !isPut && row.stage === 'creditor-notified'],
    ['archive', may(simpleRequests.archive) && !isPut],
    ['restore', may(simpleRequests.restore) && isPut],
  ];
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}

export const simpleRequestList = defineList({
  rows: findRows,
  columns: (rows) => rows.select(columns),
  orders,
  shown: (row, ctx) => describe(ctx, row),
  states: { filter: 'stage', of: declaredClaimMachine.statuses, by: 's.stage' },
});

/** One within the viewer's reach. @throws Refusal `object.absent` */
export async function findOne(ctx: Ctx, id: number, individualId: number): Promise<Row> {
  const row = await ctx.db
    .selectFrom('simpleRequests as s')
    .select(columns)
    .where('s.deletedAt', 'is', null)
    .where(ctx.within('simpleRequest', 's'))
    .where('s.id', '=', id)
    .where('s.individualId', '=', individualId)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return describe(ctx, row);
}
