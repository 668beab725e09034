import { OPERATING_KINDS, type OperatingCompany, type OperatingKind } from '#domain/settings/operating-company.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Who runs the platform and the credit organisation, read where they are named: a change holds from its commit on. */
export async function operatingCompaniesOf(db: Db): Promise<Readonly<Record<OperatingKind, OperatingCompany>>> {
  const rows: readonly (OperatingCompany & { kind: OperatingKind })[] = await operatingCompanyRows(db);
  const { platform, rnko } = Object.fromEntries(rows.map((row) => [row.kind, row]));
  if (!platform || !rnko) throw new Error('Nobody is named who runs the platform');
  return { platform, rnko };
}

/** The rows with what tells one version from another. */
export async function operatingCompanyRows(db: Db) {
  const rows = await db
    .selectFrom('operatingCompanies')
    .select(['kind', 'name', 'ogrn', 'inn', 'address', 'licence', 'phone', 'email', 'version'])
    .execute();
  const order = Object.keys(OPERATING_KINDS);
  return rows
    .map(({ kind, ...row }) => ({ ...row, kind: kind as OperatingKind }))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
