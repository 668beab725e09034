import { settlements } from '#contract/settlements/settlements.ts';
import type { App } from '#server/platform/app.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type LetterTemplate, queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';

/** Of which settlement a letter is. */
interface Of {
  id: number;
  number: string;
  individualId: number;
  legalEntityId: number;
}

/**
 * Both sides are written to by the platform, without what has happened: no contact of the creditor, nothing is asked for.
 * @param isSpared the debtor gets no letter and reads it in his cabinet: creditors may not write to him, either
 */
export async function writeToSides(
  { app, db }: { app: App; db: Tx },
  { id, number, individualId, legalEntityId }: Of,
  template: LetterTemplate<{ number: string; link: string }>,
  isSpared: boolean,
): Promise<void> {
  const debtor = isSpared ? [] : await debtorsAddress(db, individualId);
  const creditor = await employeesWith(db, legalEntityId, settlements.acceptByCreditor);
  const link = pageUrl(app, '/settlement-{$id}', { id });
  for (const { email } of [...debtor, ...creditor]) await queueLetter({ app, db }, template, email, { number, link });
}

const debtorsAddress = (tx: Tx, individualId: number): Promise<{ email: string }[]> =>
  tx
    .selectFrom('individuals as i')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .select('a.email')
    .where('i.id', '=', individualId)
    .execute();
