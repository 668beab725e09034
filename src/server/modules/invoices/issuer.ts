import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import { changesOfIssuer, checkIssuer, type IssuerDetails } from '#domain/money/invoice-issuer.ts';
import type { IssuerFacts } from '#domain/money/invoice-lines.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { changeRow } from '#server/platform/state/write.ts';

type Form = Input<typeof invoices.proposeIssuer>['body'];

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'invoice.issuer': { about: 'operatingCompanies'; details: Form };
  }
}

/** The company that runs the platform, and what was told of it for invoices. */
const platformRow = (db: Db) =>
  db
    .selectFrom('operatingCompanies as c')
    .leftJoin('invoiceIssuers as i', 'i.platformId', 'c.id')
    .select(['c.id as platformId', 'c.name', 'c.inn', 'c.ogrn', 'c.address', 'i.id as issuerId', 'i.version'])
    .select(['i.kpp', 'i.bankName', 'i.bik', 'i.corrAccount', 'i.account'])
    .select(['i.headName', 'i.headPosition', 'i.accountantName'])
    .where('c.kind', '=', 'platform')
    .executeTakeFirstOrThrow();

type Row = Awaited<ReturnType<typeof platformRow>>;

function detailsOf(row: Row): IssuerDetails | null {
  const { kpp, bankName, bik, corrAccount, account, headName, headPosition, accountantName } = row;
  if (bankName === null || bik === null || corrAccount === null || account === null) return null;
  if (headName === null || headPosition === null) return null;
  return { kpp, bankName, bik, corrAccount, account, headName, headPosition, accountantName };
}

const notTold = 'Не заполнены реквизиты для счетов: бухгалтер предлагает их в разделе «Счета», решает второй человек';

/** Who issues, as papers name him. @throws Refusal `move.illegal` while nobody has told his requisites */
export async function issuerOf(db: Db): Promise<{ id: number; facts: IssuerFacts }> {
  const row = await platformRow(db);
  const details = detailsOf(row);
  if (row.issuerId === null || !details) throw new Refusal('move.illegal', { detail: notTold });
  const { name, inn, ogrn, address } = row;
  return { id: row.issuerId, facts: { name, inn, ogrn, address, ...details } };
}

/** What is told of the issuer, and whether a change of it waits. */
export async function shownIssuer(ctx: Ctx): Promise<Answer<typeof invoices.issuer>> {
  const row = await platformRow(ctx.db);
  const about = { table: 'operatingCompanies', id: row.platformId } as const;
  const pendingApprovals = await pendingApprovalsOf(ctx, about);
  return {
    name: row.name,
    details: detailsOf(row),
    version: row.version,
    pendingApprovals: pendingApprovals.filter(({ kind }) => kind === 'invoice.issuer'),
  };
}

/**
 * Proposes what papers say of the issuer; a second person reads what changes, the account above all.
 * @throws Refusal `input.invalid` at the fields, `version.stale`, `move.illegal` when nothing changes
 */
export async function proposeIssuer(ctx: Writing, form: Form): Promise<void> {
  const row = await platformRow(ctx.db);
  const { version, ...told } = form;
  const details = { ...told, kpp: told.kpp || null, accountantName: told.accountantName || null };
  const problems = checkIssuer(details, row.inn);
  if (Object.keys(problems).length > 0) throw new Refusal('input.invalid', { fields: problems });
  if (version !== row.version) throw new Refusal('version.stale');
  const changes = changesOfIssuer(detailsOf(row), details);
  if (changes.length === 0) throw new Refusal('move.illegal', { detail: 'Ничего не изменено' });
  const subject = { table: 'operatingCompanies', id: row.platformId } as const;
  await proposeApproval(ctx, 'invoice.issuer', subject, changes.join('. '), { ...details, version });
}

/** The second person has agreed: papers issued from now on say so. @throws Refusal `version.stale` */
export async function approveIssuer(ctx: Writing, { objectId, details }: Proposed<'invoice.issuer'>): Promise<void> {
  const { version, ...told } = details;
  const row = await platformRow(ctx.db);
  if (row.version !== version) throw new Refusal('version.stale');
  if (row.issuerId !== null && version !== null) {
    await changeRow(ctx.db, 'invoiceIssuers', row.issuerId, version, told);
    return;
  }
  const made = await ctx.db
    .insertInto('invoiceIssuers')
    .values({ platformId: objectId, ...told })
    .onConflict((same) => same.column('platformId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('version.stale');
}
