import { Refusal } from '#contract/kernel/errors.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { type DeclaredStatus, declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { demandOwnConsent } from '#server/modules/consents/consents.queries.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { enqueueMatching } from '#server/modules/registries/invitations/matching.commands.ts';
import { archiveHandlers } from '#server/modules/requests/archive.commands.ts';
import { implement, scopedRead } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { transition } from '#server/platform/state/transition.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { findOne, simpleRequestList } from './rows.ts';
import { declaredClaimState, seekCreditor } from './simple-requests.commands.ts';

export const simpleRequestHandlers = implement(simpleRequests, {
  async create(ctx, { params, body }) {
    await demandOwnConsent(ctx, 'personal-data-creditor');
    await demandLife(ctx.db, { individualId: params.id }, 'request', ctx.day);
    const { id } = await refusingRepeats(() =>
      ctx.db
        .insertInto('simpleRequests')
        .values({ individualId: params.id, ...body })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await seekCreditor(ctx, id);
    await enqueueMatching(ctx, { individualId: params.id });
    return findOne(ctx, id, params.id);
  },
  list: (ctx, { params, query }) => simpleRequestList.page(ctx, query, { individualId: params.id }),
  get: scopedRead(simpleRequests.get, (ctx, { params }) => findOne(ctx, params.rid, params.id)),
  async update(ctx, { params, body: { version, ...change } }) {
    await demandSearch(ctx.db, params.rid);
    await demandLife(ctx.db, { individualId: params.id }, 'request', ctx.day);
    await changeRow(ctx.db, 'simpleRequests', params.rid, version, change);
    return findOne(ctx, params.rid, params.id);
  },
  async remove(ctx, { params }) {
    const { version } = await demandSearch(ctx.db, params.rid);
    await changeRow(ctx.db, 'simpleRequests', params.rid, version, { deletedAt: ctx.now });
  },
  ofCompany: (ctx, { params, query }) => simpleRequestList.page(ctx, query, { legalEntityId: params.id }),
  async giveUp(ctx, { params, body }) {
    const subject = declaredClaimState(params.rid);
    await transition(ctx, subject, 'giveUp', {
      version: body.version,
      set: { legalEntityId: null, declinedAt: ctx.now },
    });
  },
  listOfAll: (ctx, { query }) => simpleRequestList.page(ctx, query, {}),
  countsOfAll: (ctx, { query }) => simpleRequestList.counts(ctx, query, {}),
  getOfAll: scopedRead(simpleRequests.getOfAll, (ctx, { params }) => findOne(ctx, params.rid, params.id)),
  ...archiveHandlers({ table: 'simpleRequests', demand: demandArchived, refusingRepeats, card: findOne }),
});

const lockOne = (tx: Tx, id: number) =>
  tx
    .selectFrom('simpleRequests')
    .select(['stage', 'archivedAt', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Its author may change it only while nobody has been told of it (docs/domain.md §7.4). @throws Refusal `move.illegal` */
async function demandSearch(tx: Tx, id: number): Promise<{ version: number }> {
  const { stage, archivedAt, version } = await lockOne(tx, id);
  if (stage === 'search' && archivedAt === null) return { version };
  const where = archivedAt === null ? `: «${declaredClaimMachine.label(stage as DeclaredStatus)}»` : ' из архива';
  throw new Refusal('move.illegal', { detail: `Заявку уже нельзя изменить${where}` });
}

async function demandArchived(tx: Tx, id: number, isAway: boolean): Promise<void> {
  const { archivedAt } = await lockOne(tx, id);
  if ((archivedAt !== null) !== isAway) {
    throw new Refusal('move.illegal', { detail: isAway ? 'Заявка не в архиве' : 'Заявка уже в архиве' });
  }
}

/** One active simple request names a creditor; of two at once the database takes the first. */
async function refusingRepeats<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw brokenConstraint(error) === 'simple_requests_active' ? new Refusal('request.exists') : error;
  }
}
