import { individuals } from '#contract/parties/individuals.ts';
import { demandItem } from '#server/modules/dictionaries/dictionaries.queries.ts';
import { enqueueMatching, findClaimsOf } from '#server/modules/registries/invitations/matching.commands.ts';
import { startWaiting } from '#server/modules/requests/requests.commands.ts';
import { seekCreditors } from '#server/modules/simple-requests/simple-requests.commands.ts';
import { historyOf } from '#server/modules/verification/history.queries.ts';
import { makeMove, sendReopeningCode } from '#server/modules/verification/verification.commands.ts';
import { implement, scopedRead } from '#server/platform/ctx.ts';
import { auditReveal, changeRow } from '#server/platform/state/write.ts';
import { applyPerson, changePerson } from './change.ts';
import { exportPeople } from './export.ts';
import { peopleList } from './list.ts';
import { findCard, findFull, subjectOf, verifiedPerson } from './people.ts';

export const individualHandlers = implement(individuals, {
  list: (ctx, { query }) => peopleList.page(ctx, query),
  counts: (ctx, { query }) => peopleList.counts(ctx, query),
  exportExcel: (ctx, { query }) => exportPeople(ctx, query),
  get: scopedRead(individuals.get, (ctx, { params }) => findCard(ctx, params.id)),
  async update(ctx, { params, body }) {
    await changePerson(ctx, params.id, body);
    return findCard(ctx, params.id);
  },
  async setCategory(ctx, { params: { id }, body: { categoryId, version } }) {
    await demandItem(ctx.db, 'individualCategories', categoryId, 'categoryId');
    await changeRow(ctx.db, 'individuals', id, version, { categoryId });
    return findCard(ctx, id);
  },
  codeForChange: (ctx, { params, body }) => sendReopeningCode(ctx, subjectOf(params.id), body.form),
  async applyForVerification(ctx, { params, body }) {
    await applyPerson(ctx, params.id, body.version);
    return findCard(ctx, params.id);
  },
  async setVerificationStatus(ctx, { params, body }) {
    await makeMove(ctx, await verifiedPerson(ctx, params.id), body);
    if (body.move === 'approve') {
      await findClaimsOf(ctx, params.id);
      await startWaiting(ctx, { individualId: params.id });
      await seekCreditors(ctx, { individualId: params.id });
      await enqueueMatching(ctx, { individualId: params.id });
    }
    return findCard(ctx, params.id);
  },
  history: (ctx, { params }) =>
    historyOf(ctx, subjectOf(params.id), ctx.may(individuals.reveal) ? [] : ['individuals']),
  async reveal(ctx, { params, body }) {
    const full = await findFull(ctx, params.id);
    await auditReveal(ctx, ctx.db, 'individuals', params.id, body.fields, body.reason);
    return Object.fromEntries(body.fields.map((field) => [field, full[field]]));
  },
});
