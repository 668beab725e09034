import { type LockedSettlement, notifySides } from '#server/modules/settlements/money/money.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { paymentLetters } from '../letters.ts';

/** What is said of an autopayment, in the cabinet and by a letter alike. */
interface AutopaymentNews {
  title: string;
  detail: string;
}

/** In whose transaction something is told. */
export interface Telling {
  app: App;
  db: Tx;
}

type Recipient = Pick<LockedSettlement, 'id' | 'number' | 'individualId' | 'legalEntityId'>;

/** Tells the payer of a settlement: it is about his own order, and no word of his creditor (docs/decisions/0180). */
export async function tellPayer({ app, db }: Telling, settlement: Recipient, news: AutopaymentNews): Promise<void> {
  const { id, number, individualId } = settlement;
  const title = `${number}. ${news.title}`;
  await notifySides(db, settlement, { title, detail: news.detail }, ['individual']);
  const payer = await db
    .selectFrom('individuals as i')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .select('a.email')
    .where('i.id', '=', individualId)
    .executeTakeFirst();
  if (!payer) return;
  const link = pageUrl(app, '/settlement-{$id}', { id });
  await queueLetter({ app, db }, paymentLetters.autopayment, payer.email, { title, detail: news.detail, link });
}
