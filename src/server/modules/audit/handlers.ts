import { audit } from '#contract/audit.ts';
import { operations } from '#contract/index.ts';
import { personName } from '#server/modules/approvals/approvals.read.ts';
import { implement } from '#server/platform/ctx.ts';
import { moscowMidnight, readPage } from '#server/platform/list.ts';

const titles = new Map(operations.map(({ code, def }) => [code, def.about]));

export const auditHandlers = implement(audit, {
  async list(ctx, { query: { filter = {}, ...query } }) {
    let rows = ctx.db.selectFrom('auditLog as l');
    if (filter.accountId) rows = rows.where('l.accountId', '=', filter.accountId);
    if (filter.objectType) rows = rows.where('l.objectType', '=', filter.objectType);
    if (filter.objectId) rows = rows.where('l.objectId', '=', filter.objectId);
    if (filter.action) rows = rows.where('l.action', 'in', filter.action);
    if (filter.operation) rows = rows.where('l.operation', '=', filter.operation);
    if (filter.from) rows = rows.where('l.at', '>=', moscowMidnight(filter.from));
    if (filter.to) rows = rows.where('l.at', '<', moscowMidnight(filter.to, 1));
    const page = await readPage(
      ctx.db,
      rows,
      (some) => some.selectAll('l').select(personName('l.accountId').as('who')),
      // The number of a row follows its time closely and has the primary key behind it.
      { at: { columns: ['l.id'], first: -1 } },
      query,
    );
    return {
      ...page,
      items: page.items.map((row) => ({
        ...row,
        about: titles.get(row.operation) ?? row.operation,
        action: row.action as 'insert',
        before: row.before as Record<string, unknown> | null,
        after: row.after as Record<string, unknown> | null,
      })),
    };
  },
});
