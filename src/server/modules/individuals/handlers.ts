import { sql } from 'kysely';
import { individuals } from '#contract/parties/individuals.ts';
import { verificationMachine } from '#domain/parties/verification.ts';
import { maskInn } from '#domain/values/masks.ts';
import { demandItem } from '#server/modules/dictionaries/dictionaries.queries.ts';
import { findClaimsOf } from '#server/modules/registries/invitations/matching.commands.ts';
import { startWaiting } from '#server/modules/requests/requests.commands.ts';
import { seekCreditors } from '#server/modules/simple-requests/simple-requests.commands.ts';
import { historyOf } from '#server/modules/verification/history.queries.ts';
import { makeMove, sendReopeningCode } from '#server/modules/verification/verification.commands.ts';
import { implement, scopedRead } from '#server/platform/ctx.ts';
import { countBy, countStates, isWhole, keptCounts, keptTotalOf, readPage } from '#server/platform/list/list.ts';
import { auditReveal, changeRow } from '#server/platform/state/write.ts';
import { applyPerson, changePerson } from './change.ts';
import { exportPeople } from './export.ts';
import {
  filterPeople,
  findCard,
  findFull,
  findPeople,
  masked,
  rowColumns,
  rowOrders,
  searchOf,
  seesEverybody,
  subjectOf,
  verifiedPerson,
  withAccount,
} from './people.ts';

export const individualHandlers = implement(individuals, {
  async list(ctx, { query }) {
    const shortcuts = {
      kept: seesEverybody(ctx) ? keptTotalOf('individuals', query) : undefined,
      search: searchOf(ctx, query),
    };
    const select = (rows: ReturnType<typeof findPeople>) => withAccount(rows).select(rowColumns);
    const filtered = filterPeople(ctx, query, { inOrder: query.sort === undefined || 'createdAt' in query.sort });
    const page = await readPage(ctx, filtered, select, rowOrders, query, shortcuts);
    return { ...page, items: page.items.map((row) => masked(ctx, row)) };
  },
  async counts(ctx, { query }) {
    if (seesEverybody(ctx) && isWhole(query)) {
      return { counts: await keptCounts(ctx.db, 'individuals', verificationMachine.statuses) };
    }
    const rows = findPeople(ctx, query, { status: false });
    const { statuses } = verificationMachine;
    // The search is the dear part: it is done once, and what it has found is counted whole.
    if (query.q) return { counts: await countStates(ctx.db, rows, sql<string>`i.verification_status`, statuses) };
    return { counts: await countBy(ctx.db, rows, 'i.verificationStatus', statuses) };
  },
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
  codeForChange: (ctx, { params }) => sendReopeningCode(ctx, subjectOf(params.id)),
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
    }
    return findCard(ctx, params.id);
  },
  history: (ctx, { params }) =>
    historyOf(ctx, subjectOf(params.id), ctx.may(individuals.reveal) ? {} : { inn: maskInn }),
  async reveal(ctx, { params, body }) {
    const full = await findFull(ctx, params.id);
    await auditReveal(ctx, ctx.db, 'individuals', params.id, body.fields, body.reason);
    return Object.fromEntries(body.fields.map((field) => [field, full[field]]));
  },
});
