import { sql } from 'kysely';
import { employeeRoles, operatorRoles, rolesOf } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { approvalStatuses, approvals } from '#contract/platform/approvals.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { ApprovalKind, Outcome, ProposalSubject, Proposed } from '#server/platform/approvals.ts';
import { holdsPermissionAt } from '#server/platform/auth/access.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { objectName } from '#server/platform/object-name.ts';
import { personName } from '#server/platform/person-name.ts';
import { closeProposal } from './approvals.commands.ts';
import { approvalStatus, mayDecideKind, ruleOf, titleOf } from './approvals.queries.ts';
import { companyOf } from './approvals.resource.ts';
import { endOrphanedProposals, holdMaker, ORPHANED } from './orphans.commands.ts';
import { ownProposals } from './own.queries.ts';

const nameFor = ({ app }: Ctx) => objectName(app.appDefinition, 'ap.objectType', 'ap.objectId');

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
    companyOf(ctx.app.appDefinition.approvals, 'ap').as('legalEntityId'),
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
  id: number;
  kind: string;
  objectType: string;
  objectId: number;
  objectName: string | null;
  maker: string | null;
  makerId: number;
  status: string;
  legalEntityId: number | null;
}

/** The rows as they are answered: whether the viewer may decide is told by who has proposed and whom it is about. */
async function describe<R extends Row>(ctx: Ctx, rows: readonly R[]) {
  const own = await ownProposals(ctx, rows);
  return rows.map(({ makerId: _makerId, ...row }) => ({ ...row, ...shownOf(ctx, row, own.has(row.id)) }));
}

function shownOf(ctx: Ctx, row: Omit<Row, 'makerId'>, isOwn: boolean) {
  const { type, card } = subjectOf(ctx, row);
  return {
    title: titleOf(ctx, row.kind),
    objectType: type,
    objectName: row.objectName ?? '',
    link: card(row.objectId),
    maker: row.maker ?? '',
    deciders: decidersOf(ctx, row),
    mayDecide: row.status === 'pending' && !isOwn && mayDecide(ctx, row),
  };
}

/** What a proposal is about; of what is not proposed any more the proposal itself says what there is to say. */
function subjectOf(ctx: Ctx, { kind, objectType }: Pick<Row, 'kind' | 'objectType'>): ProposalSubject {
  const about: Readonly<Partial<Record<string, ProposalSubject>>> = ruleOf(ctx, kind as ApprovalKind)?.about ?? {};
  return about[objectType] ?? { type: objectType, card: () => pagePath('/approvals'), behind: null };
}

/** In which roles somebody may decide, as long as the roles are those of the beginning. */
function decidersOf(ctx: Ctx, { legalEntityId, kind }: Pick<Row, 'legalEntityId' | 'kind'>): string[] {
  const access = ruleOf(ctx, kind as ApprovalKind)?.decides.def.access;
  if (access === undefined || access === 'anyone') return [];
  const names: Readonly<Record<string, string>> = legalEntityId === null ? operatorRoles : employeeRoles;
  return rolesOf(access, legalEntityId === null ? 'operator' : 'employee').map((role) => names[role] ?? role);
}

function mayDecide(ctx: Ctx, { legalEntityId, kind }: Pick<Row, 'legalEntityId' | 'kind'>): boolean {
  if (legalEntityId === null) return mayDecideKind(ctx, kind);
  const rule = ruleOf(ctx, kind as ApprovalKind);
  return rule !== undefined && ctx.actor !== null && holdsPermissionAt(rule.decides, ctx.actor, legalEntityId);
}

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

const outcomes = { approve: 'утверждено', reject: 'отклонено' };

/**
 * Does what follows from the decision, by the module that has declared itself for the kind.
 * @returns what the maker is told; null where nobody has anything better to say than what was decided
 * @throws when no module has: a defect
 */
async function carryOut<Kind extends ApprovalKind>(
  ctx: Writing,
  { kind, makerId, proposed }: { kind: Kind; makerId: number; proposed: Proposed<Kind> },
  outcome: Outcome,
  reason: string | undefined,
) {
  const rule = ruleOf(ctx, kind);
  if (rule?.by !== 'operators') throw new Error(`No module carries out «${kind}»`);
  if (outcome === 'approve') await rule.approved(ctx, proposed);
  else await rule.refused?.(ctx, proposed, reason);
  return (await rule.toMaker?.(ctx, proposed, makerId, outcome)) ?? null;
}

export const approvalHandlers = implement(approvals, {
  async list(ctx, { query }) {
    const page = await list.page(ctx, query);
    return { ...page, items: await describe(ctx, page.items) };
  },
  counts: (ctx, { query }) => list.counts(ctx, query),
  async decide(ctx, { params, body }) {
    await demandRight(ctx, params.id);
    await holdMaker(ctx, params.id);
    // Such as came to be while its maker was losing his right. That they have ended stays, though nothing is decided.
    if ((await endOrphanedProposals(ctx)).includes(params.id)) {
      throw new Refusal('approval.closed', { detail: ORPHANED, commits: true });
    }
    const closed = await closeProposal(ctx, params.id, body.decision, body.reason);
    const told = await carryOut(ctx, closed, body.decision, body.reason);
    const { kind, makerId, proposed } = closed;
    await notify(ctx.db, [makerId], {
      event: 'approval',
      title: `Ваше предложение ${outcomes[body.decision]}: ${titleOf(ctx, kind).toLowerCase()}`,
      link: subjectOf(ctx, { kind, ...proposed }).card(proposed.objectId),
      ...told,
      detail: body.reason ?? null,
    });
    return findOne(ctx, params.id);
  },
});
