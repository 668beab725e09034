import { Refusal } from '#contract/kernel/errors.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Subject } from '#server/platform/database/tables.ts';

/** @throws Refusal `object.absent` when there is no such account */
export async function findSubject(db: Db, accountId: number): Promise<Subject> {
  const found = await db
    .selectFrom('accounts as a')
    .leftJoin('individuals as i', 'i.accountId', 'a.id')
    .select(['a.id as accountId', 'i.id as individualId', 'a.email', 'i.inn', 'i.verificationStatus'])
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  const { verificationStatus, inn, ...subject } = found;
  return { ...subject, inn: verificationStatus === 'verified' ? inn : null };
}
