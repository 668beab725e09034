import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import { operatingCompanies } from '#contract/platform/operating-companies.ts';
import type { OperatingKind } from '#domain/settings/operating-company.ts';
import { approvalStatus, endedWhy } from '#server/modules/approvals/approvals.queries.ts';
import { implement } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';
import { proposeCompany } from './operating-companies.commands.ts';
import { operatingCompaniesOf, operatingCompanyRows } from './operating-companies.queries.ts';

const lately = 10;

export const operatingCompanyHandlers = implement(operatingCompanies, {
  named: ({ db }) => operatingCompaniesOf(db),
  list: async ({ db }) => ({ items: await operatingCompanyRows(db), changes: await changesOf(db) }),
  propose: (ctx, { body }) => proposeCompany(ctx, body),
});

async function changesOf(db: Db): Promise<Answer<typeof operatingCompanies.list>['changes']> {
  const rows = await db
    .selectFrom('approvals as ap')
    .innerJoin('operatingCompanies as c', 'c.id', 'ap.objectId')
    .select(['ap.id', 'c.kind', 'ap.createdAt', approvalStatus('ap').as('status')])
    .select([personName('ap.decidedBy').as('decidedBy'), sql<string>`ap.details ->> 'name'`.as('name')])
    .select([sql<string>`coalesce(${personName('ap.makerId')}, '')`.as('maker'), endedWhy('ap').as('endedWhy')])
    .where('ap.objectType', '=', 'operatingCompanies')
    // Other decisions about such a company, as of what its invoices name, tell nothing of its own card.
    .where('ap.kind', '=', 'operatingCompany.change')
    .orderBy('ap.id', 'desc')
    .limit(lately)
    .execute();
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kind as OperatingKind }));
}
