import { secondsToLetters } from '#domain/money/autopayment.ts';
import { moscowDay } from '#domain/values/days.ts';
import { stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { type LockedSettlement, notifySides } from '#server/modules/settlements/money/money.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { orderObstacle } from '../charge-obstacle.queries.ts';
import { paymentLetters } from '../letters.ts';

/** What is said of an autopayment, in the cabinet and by a letter alike. */
interface AutopaymentNews {
  title: string;
  detail: string;
  /** What is said in the cabinet alone: a letter may come into wrong hands. */
  aside?: string;
}

/** What is said of an order that has ended. */
export const noMoreTaken = (db: Tx, settlement: LockedSettlement, whatNow: string): Promise<string> =>
  andWhatNow(db, settlement, 'Платежи по графику больше не списываются сами', whatNow);

/** While something in his life stops payments nobody asks him to pay. */
export async function andWhatNow(
  db: Tx,
  settlement: LockedSettlement,
  words: string,
  whatNow: string,
): Promise<string> {
  const obstacle = await orderObstacle(db, settlement, moscowDay(new Date()));
  const isAsked = obstacle === null || obstacle.isTold;
  return `${words}${isAsked ? `: ${whatNow}` : ''}.`;
}

/** In whose transaction something is told. */
export interface Telling {
  app: App;
  db: Tx;
}

type Recipient = Pick<LockedSettlement, 'id' | 'number' | 'individualId' | 'legalEntityId'>;

/**
 * Tells the payer of a settlement: it is about his own order, and no word of his creditor (docs/decisions/0180). A letter goes by day, and
 * none where something in his life stops messages, also when he alone has told of it; the cabinet says it at once.
 */
export async function tellPayer(
  { app, db }: Telling,
  settlement: Recipient,
  { title, detail, aside }: AutopaymentNews,
): Promise<void> {
  const { id, number, individualId } = settlement;
  const inside = aside === undefined ? detail : `${detail} ${aside}`;
  await notifySides(db, settlement, { event: 'payment.auto', title: `${number}. ${title}`, detail: inside }, [
    'individual',
  ]);
  const now = new Date();
  if (await stoppingEventOf(db, id, 'messages', moscowDay(now))) return;
  const payer = await db
    .selectFrom('individuals as i')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .select('a.email')
    .where('i.id', '=', individualId)
    .executeTakeFirst();
  if (!payer) return;
  const link = pageUrl(app, '/settlement-{$id}', { id });
  const letter = { number, title, detail, link };
  await queueLetter({ app, db }, paymentLetters.autopayment, payer.email, letter, { inSeconds: secondsToLetters(now) });
}
