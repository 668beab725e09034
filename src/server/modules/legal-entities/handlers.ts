import { legalEntities } from '#contract/parties/legal-entities.ts';
import { demandItem } from '#server/modules/dictionaries/dictionaries.queries.ts';
import { historyOf } from '#server/modules/verification/history.queries.ts';
import { makeMove, sendReopeningCode } from '#server/modules/verification/verification.commands.ts';
import { implement, scopedRead } from '#server/platform/ctx.ts';
import { publish } from '#server/platform/events.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { applyCompany, changeCompany, changeItsRepresentative } from './change.ts';
import { findCard, subjectOf, verifiedCompany } from './companies.ts';
import { exportCompanies } from './export.ts';
import { companyVerified } from './legal-entities.events.ts';
import { companyList } from './list.ts';
import { findRepresentative, seesRepresentative } from './representative.ts';

export const legalEntityHandlers = implement(legalEntities, {
  list: (ctx, { query }) => companyList.page(ctx, query),
  counts: (ctx, { query }) => companyList.counts(ctx, query),
  exportExcel: (ctx, { query }) => exportCompanies(ctx, query),
  get: scopedRead(legalEntities.get, (ctx, { params }) => findCard(ctx, params.id)),
  async update(ctx, { params, body }) {
    await changeCompany(ctx, params.id, body);
    return findCard(ctx, params.id);
  },
  async setType(ctx, { params: { id }, body: { typeId, version } }) {
    await demandItem(ctx.db, 'legalEntityTypes', typeId, 'typeId');
    await changeRow(ctx.db, 'legalEntities', id, version, { typeId });
    return findCard(ctx, id);
  },
  codeForChange: (ctx, { params, body }) => sendReopeningCode(ctx, subjectOf(params.id), body.form),
  representative: (ctx, { params }) => findRepresentative(ctx, params.id),
  async updateRepresentative(ctx, { params, body }) {
    await changeItsRepresentative(ctx, params.id, body);
    return findRepresentative(ctx, params.id);
  },
  async applyForVerification(ctx, { params, body }) {
    await applyCompany(ctx, params.id, body.version);
    return findCard(ctx, params.id);
  },
  async setVerificationStatus(ctx, { params, body }) {
    await makeMove(ctx, await verifiedCompany(ctx, params.id), body);
    if (body.move === 'approve') await publish(ctx, companyVerified, { legalEntityId: params.id });
    return findCard(ctx, params.id);
  },
  history: (ctx, { params }) => {
    const masked = seesRepresentative(ctx, params.id) ? [] : (['representatives'] as const);
    return historyOf(ctx, subjectOf(params.id), masked);
  },
});
