import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { approvalStatuses, approvals } from '#contract/platform/approvals.ts';
import { type ApprovalKind, titleOf } from '#domain/settings/approval.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { ofSamePerson } from '#server/platform/auth/same-person.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { publish } from '#server/platform/events.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { objectName } from '#server/platform/object-name.ts';
import { personName } from '#server/platform/person-name.ts';
import type { Approved } from '#server/platform/state/approved.ts';
import { cardOf, closeProposal } from './approvals.commands.ts';
import { approvalRefused } from './approvals.events.ts';
import { approvalStatus, mayDecideFor, mayDecideKind } from './approvals.queries.ts';

const nameFor = ({ app }: Ctx) => objectName(app.appDefinition, 'ap.objectType', 'ap.objectId');

/** The company whose head decides. */
const decidedFor = sql<number | null>`case ap.object_type
  when 'settlements' then (select legal_entity_id from settlements where id = ap.object_id) end`;
const status = approvalStatus('ap');

const proposals = (ctx: Ctx) => ctx.db.selectFrom('approvals as ap').where(ctx.within('approval', 'ap'));

/** The same, as searched (by the name of the object, of its maker, by the reason) and filtered. */
function filtered(ctx: Ctx, { q, filter }: Pick<Input<typeof approvals.list>['query'], 'q' | 'filter'>) {
  let rows = proposals(ctx);
  if (filter?.status) rows = rows.where(status, 'in', filter.status);
  if (q) {
    const texts = sql`concat_ws(' ', ${nameFor(ctx)}, ${personName('ap.makerId')}, ap.reason)`;
    rows = rows.where(textHolds(texts, q));
  }
  return rows;
}

const columnsFor = (ctx: Ctx) =>
  [
    'ap.id',
    'ap.kind',
    'ap.objectType',
    'ap.objectId',
    'ap.reason',
    'ap.decisionReason',
    'ap.makerId',
    'ap.createdAt',
    'ap.expiresAt',
    'ap.decidedAt',
    status.as('status'),
    nameFor(ctx).as('objectName'),
    decidedFor.as('legalEntityId'),
    personName('ap.makerId').as('maker'),
    personName('ap.decidedBy').as('decidedBy'),
  ] as const;

const list = defineList({
  rows: filtered,
  columns: (rows, ctx) => rows.select(columnsFor(ctx)),
  orders: {
    createdAt: { columns: ['ap.createdAt', 'ap.id'], direction: -1 },
    expiresAt: { columns: ['ap.expiresAt', 'ap.id'], direction: 1 },
  },
  states: { filter: 'status', of: approvalStatuses, by: () => status },
});

interface Row {
  kind: string;
  objectType: string;
  objectId: number;
  objectName: string | null;
  maker: string | null;
  makerId: number;
  status: string;
  legalEntityId: number | null;
}

const objectTypes = {
  individuals: 'individual',
  legalEntities: 'legalEntity',
  settlements: 'settlement',
  tariffs: 'tariff',
  payments: 'payment',
  datedRates: 'rate',
  operatingCompanies: 'operatingCompany',
} as const;

/** The rows as they are answered: whether the viewer may decide is told by who has proposed. */
async function describe<R extends Row>(ctx: Ctx, rows: readonly R[]) {
  const own = await ofSamePerson(
    ctx,
    rows.map(({ makerId }) => makerId),
  );
  return rows.map(({ makerId, ...row }) => ({ ...row, ...shownOf(ctx, row, own.has(makerId)) }));
}

const shownOf = (ctx: Ctx, row: Omit<Row, 'makerId'>, isOwn: boolean) => ({
  title: titleOf(row.kind),
  objectType: objectTypes[row.objectType as keyof typeof objectTypes],
  objectName: row.objectName ?? '',
  link: cardOf(row.objectType, row.objectId),
  maker: row.maker ?? '',
  mayDecide: row.status === 'pending' && !isOwn && mayDecide(ctx, row),
});

const mayDecide = (ctx: Ctx, { legalEntityId, kind }: Pick<Row, 'legalEntityId' | 'kind'>): boolean =>
  legalEntityId === null ? mayDecideKind(ctx, kind) : mayDecideFor(ctx.actor, legalEntityId);

async function findOne(ctx: Ctx, id: number): Promise<Answer<typeof approvals.decide>> {
  const row = await proposals(ctx).select(columnsFor(ctx)).where('ap.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return (await describe(ctx, [row]))[0]!;
}

/** @throws Refusal `access.denied` when the actor is not among those who decide such proposals */
async function demandRight(ctx: Ctx, id: number): Promise<void> {
  const { kind } = await proposals(ctx).select('ap.kind').where('ap.id', '=', id).executeTakeFirstOrThrow();
  if (!mayDecideKind(ctx, kind)) throw new Refusal('access.denied');
}

/** A proposal as it stands in the database. */
type Kept = Omit<Approved, 'details'> & { readonly details: object | null };

/** Does what was proposed, by the module that has declared itself for the kind. @throws when none has: a defect */
async function execute(ctx: Writing, kind: ApprovalKind, approved: Kept): Promise<void> {
  // What lies with a kind was written by `proposeApproval` of the same kind, which takes no other details.
  const executor = ctx.app.appDefinition.approvals[kind] as
    | ((ctx: Writing, approved: Kept) => Promise<void>)
    | undefined;
  if (!executor) throw new Error(`no module executes «${kind}»`);
  await executor(ctx, approved);
}

const outcomes = { approve: 'утверждено', reject: 'отклонено' };
/** The same to a person who has told what has happened to himself. */
const ownOutcomes = {
  approve: 'Оператор подтвердил то, что вы сообщили',
  reject: 'Оператор не подтвердил то, что вы сообщили',
};

/** Whether somebody has proposed it about himself. */
async function isOfMaker({ db }: Ctx, { objectType, objectId }: Kept, makerId: number): Promise<boolean> {
  if (objectType !== 'individuals') return false;
  const found = await db
    .selectFrom('individuals')
    .select('id')
    .where('id', '=', objectId)
    .where('accountId', '=', makerId)
    .executeTakeFirst();
  return found !== undefined;
}

export const approvalHandlers = implement(approvals, {
  async list(ctx, { query }) {
    const page = await list.page(ctx, query);
    return { ...page, items: await describe(ctx, page.items) };
  },
  counts: (ctx, { query }) => list.counts(ctx, query),
  async decide(ctx, { params, body }) {
    await demandRight(ctx, params.id);
    const { kind, makerId, ...closed } = await closeProposal(ctx, params.id, body.decision, body.reason);
    if (body.decision === 'approve') await execute(ctx, kind as ApprovalKind, closed);
    else await publish(ctx, approvalRefused, { kind, details: closed.details, reason: body.reason });
    const isOwn = await isOfMaker(ctx, closed, makerId);
    await notify(ctx.db, [makerId], {
      title: isOwn
        ? ownOutcomes[body.decision]
        : `Ваше предложение ${outcomes[body.decision]}: ${titleOf(kind).toLowerCase()}`,
      detail: body.reason ?? null,
      link: cardOf(closed.objectType, closed.objectId, isOwn ? 'life' : undefined),
    });
    return findOne(ctx, params.id);
  },
});
