import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { operatingCompanies } from '#contract/platform/operating-companies.ts';
import {
  changesOfCompany,
  checkOperatingCompany,
  OPERATING_FIELDS,
  OPERATING_KINDS,
  type OperatingCompany,
  type OperatingField,
  type OperatingKind,
  operatingVariable,
} from '#domain/settings/operating-company.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { operatingCompanyChanged } from './operating-companies.events.ts';
import { operatingCompanyRows } from './operating-companies.queries.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'operatingCompany.change': { about: 'operatingCompanies'; details: Form };
  }
}

type Form = Input<typeof operatingCompanies.propose>['body'];

/** Who is told of before the first start, by the environment or by a command. */
export type NamedCompanies = Readonly<Partial<Record<OperatingKind, OperatingCompany>>>;

/**
 * Keeps those that nobody has named yet; what is there is changed by two persons alone. Without either there is no
 * platform: papers and consents would name nobody (152-ФЗ ст. 9 ч. 4).
 * @throws Error with one clear Russian line that says what to tell
 */
export async function nameOperatingCompanies(tx: Tx, named: NamedCompanies): Promise<void> {
  const rows = Object.entries(named).map(([kind, company]) => ({ kind, ...company }));
  if (rows.length > 0) {
    await tx
      .insertInto('operatingCompanies')
      .values(rows)
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .execute();
  }
  const known = new Set((await operatingCompanyRows(tx)).map(({ kind }) => kind));
  const missing = (Object.keys(OPERATING_KINDS) as OperatingKind[]).find((kind) => !known.has(kind));
  if (missing !== undefined) throw new Error(notNamed(missing));
}

const notNamed = (kind: OperatingKind): string => {
  const variables = (Object.keys(OPERATING_FIELDS) as (keyof typeof OPERATING_FIELDS)[])
    .filter((field) => field !== 'licence' || kind === 'rnko')
    .map((field) => operatingVariable(kind, field));
  return `${OPERATING_KINDS[kind].label} не названа: задайте ${variables.join(', ')} или выполните npm run platform`;
};

/** People have agreed with the company of this number; another one must ask them itself. */
const otherCompany = 'С другим ОГРН это другая компания: согласия даны прежней и на неё не переходят';

/**
 * Proposes to change what is told of one, to be agreed to by a second person, who reads what changes.
 * @throws Refusal `input.invalid` at the fields, `version.stale`, `move.illegal` when nothing changes
 */
export async function proposeCompany(ctx: Writing, form: Form): Promise<void> {
  const company = { ...form, licence: form.licence || null };
  const fields = checkOperatingCompany(form.kind, company);
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
  const current = await ctx.db
    .selectFrom('operatingCompanies')
    .select(['id', 'version', ...(Object.keys(OPERATING_FIELDS) as OperatingField[])])
    .where('kind', '=', form.kind)
    .executeTakeFirstOrThrow();
  const { id, version } = current;
  if (version !== form.version) throw new Refusal('version.stale');
  if (current.ogrn !== company.ogrn) throw new Refusal('input.invalid', { fields: { ogrn: otherCompany } });
  const changes = changesOfCompany(current, company);
  if (changes.length === 0) throw new Refusal('move.illegal', { detail: 'Ничего не изменено' });
  const subject = { table: 'operatingCompanies', id } as const;
  const reason = [OPERATING_KINDS[form.kind].label, ...changes].join('. ');
  await proposeApproval(ctx, 'operatingCompany.change', subject, reason, company);
}

/** Puts in force what one operator has proposed: from now on papers and consents name it. @throws Refusal `version.stale` */
export async function approveCompany(
  ctx: Writing,
  { objectId, details }: Proposed<'operatingCompany.change'>,
): Promise<void> {
  const { kind, version, ...company } = details;
  await changeRow(ctx.db, 'operatingCompanies', objectId, version, company);
  await publish(ctx, operatingCompanyChanged, { kind });
}
