import { Refusal } from '#contract/kernel/errors.ts';
import { allRequests, requests } from '#contract/settlements/requests.ts';
import { ARCHIVABLE, DECLINE_REASONS, type RequestStatus, requestMachine } from '#domain/negotiation/request.ts';
import { demandOwnConsent } from '#server/modules/consents/consents.queries.ts';
import { verifiedCompanies } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { demandFree } from '#server/modules/registries/entries/claims.commands.ts';
import { claimLimitation, limitationShownAt } from '#server/modules/registries/registries.queries.ts';
import { implement, scopedRead, type Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import { archiveHandlers } from './archive.commands.ts';
import { createByEntry, creditorIsAway } from './by-entry.ts';
import { findCard } from './card.ts';
import { changeRequest, createRequest } from './drafts.ts';
import { exportRequests } from './export.ts';
import { openFigures } from './figures.ts';
import { requestHistory } from './history.ts';
import { closeRequest, declineRequest, handOver, lockRequest, refusingRepeats } from './moves.ts';
import { confirmClaim, demandNamed } from './negotiate.ts';
import { requestList } from './request-rows.ts';
import { findClaim } from './requests.commands.ts';

export const requestHandlers = implement(requests, {
  creditors: async ({ db }, { query }) => ({ items: await verifiedCompanies(db, query.q, 8) }),
  async create(ctx, { params, body }) {
    await demandOwnConsent(ctx, 'personal-data-creditor');
    return findCard(ctx, await createRequest(ctx, params.id, body));
  },
  async createByEntry(ctx, { params, body }) {
    await demandOwnConsent(ctx, 'personal-data-creditor');
    return findCard(ctx, await createByEntry(ctx, params, body));
  },
  list: (ctx, { params, query }) => requestList.page(ctx, query, { individualId: params.id }),
  get: scopedRead(requests.get, (ctx, { params }) => findCard(ctx, params.qid, { individualId: params.id })),
  history: (ctx, { params }) => requestHistory(ctx, params.qid),
  async update(ctx, { params, body }) {
    await changeRequest(ctx, params.qid, body);
    return findCard(ctx, params.qid);
  },
  async withdraw(ctx, { params }) {
    await closeRequest(ctx, await lockRequest(ctx.db, params.qid), {});
  },
  async negotiate(ctx, { params, body }) {
    const named = body.registryEntryId;
    const { individualId } = ctx.actor;
    const entry =
      named === undefined ? null : await demandNamed(ctx.db, named, { legalEntityId: params.x, individualId });
    await demandCreditor(ctx, params.qid, params.x);
    const found = await lockRequest(ctx.db, params.qid);
    if (ctx.actor.kind === 'employee') {
      // He reaches the debtor by any case of his company; this very request must be with it too.
      if (found.legalEntityId !== params.x) throw new Refusal('object.absent');
      await demandLife(ctx.db, { individualId: found.individualId }, 'request', ctx.day);
      await confirmClaim(ctx, found, { named, version: body.version });
    } else {
      await demandOwnConsent(ctx, 'personal-data-creditor');
      await demandLife(ctx.db, { individualId: found.individualId }, 'request', ctx.day);
      if (entry) demandFree(entry);
      const claim = entry ?? (await findClaim(ctx.db, params.qid))?.entry ?? null;
      const limitation = claim && (await claimLimitation(ctx.db, claim.id, ctx.day));
      const shownAt = limitation && limitationShownAt(ctx, limitation, body.limitationShown);
      const creditor = { legalEntityId: params.x, entry: claim, limitationShownAt: shownAt };
      await handOver(ctx, found, creditor, body.version);
    }
    return findCard(ctx, params.qid);
  },
  ofCompany: (ctx, { params, query }) => requestList.page(ctx, query, { legalEntityId: params.id }),
  ofCompanyCounts: (ctx, { params, query }) => requestList.counts(ctx, query, { legalEntityId: params.id }),
  ofCompanyExport: (ctx, { params, query }) => exportRequests(ctx, { legalEntityId: params.id }, query),
  async decline(ctx, { params, body }) {
    await declineRequest(ctx, await lockRequest(ctx.db, params.qid), { ...body, title: DECLINE_REASONS[body.reason] });
  },
  ofRegistry: (ctx, { params, query }) =>
    requestList.page(ctx, query, { legalEntityId: params.id, registryId: params.r }),
  getOfRegistry: (ctx, { params }) => findCard(ctx, params.q, { legalEntityId: params.id }),
  openFigures: ({ db }) => openFigures(db),
});

/** The creditor must be the one whom the request names, and verified. @throws Refusal `request.impossible` */
async function demandCreditor({ db }: Writing, id: number, legalEntityId: number): Promise<void> {
  const company = await db
    .selectFrom('legalEntities as le')
    .innerJoin('requests as q', 'q.creditorInn', 'le.inn')
    .select('le.verificationStatus')
    .where('le.id', '=', legalEntityId)
    .where('q.id', '=', id)
    .executeTakeFirst();
  if (!company) throw new Refusal('request.impossible', { detail: 'В заявке указан другой кредитор' });
  if (company.verificationStatus !== 'verified') throw new Refusal('request.impossible', { detail: creditorIsAway });
}

export const allRequestHandlers = implement(allRequests, {
  list: (ctx, { query }) => requestList.page(ctx, query, {}),
  counts: (ctx, { query }) => requestList.counts(ctx, query, {}),
  get: scopedRead(allRequests.get, (ctx, { params }) => findCard(ctx, params.rid, { individualId: params.id })),
  ...archiveHandlers({
    table: 'requests',
    demand: demandArchived,
    refusingRepeats,
    card: (ctx, id) => findCard(ctx, id),
  }),
  async withdraw(ctx, { params, body }) {
    await closeRequest(ctx, await lockRequest(ctx.db, params.rid), body);
    return findCard(ctx, params.rid);
  },
  exportExcel: (ctx, { query }) => exportRequests(ctx, {}, query),
});

async function demandArchived(tx: Tx, id: number, isAway: boolean): Promise<void> {
  const { status, archivedAt } = await lockRequest(tx, id);
  if (isAway ? archivedAt !== null : archivedAt === null && ARCHIVABLE.includes(status as RequestStatus)) return;
  if (archivedAt === null) throw illegalIn(requestMachine, status as RequestStatus);
  throw new Refusal('move.illegal', { detail: 'Действие недоступно в архиве' });
}
