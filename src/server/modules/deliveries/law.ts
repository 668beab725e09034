import type { ContactAnswer } from '#domain/parties/contact-law.ts';
import { isContactOf, isNotificationEvent, isOfDebt, type PersonKind } from '#domain/settings/notification-event.ts';
import { judgeNews, takeNews } from '#server/modules/contacts/debt-news.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type ClaimedDelivery, dropped, type Outcome } from './outcome.ts';

/** What is asked of one delivery. */
interface Asked {
  accountId: number;
  kind: PersonKind;
  event: string;
  /** The creditor of whose debt it tells. */
  legalEntityId: number | null;
  /** The zone that the person has named. */
  zone: string | null;
}

/**
 * What the law of contact has against telling a debtor of his debts now (docs/decisions/0189): by his hours, by what closes him, and of a creditor's own
 * word by its place among his messages, which it takes.
 */
export async function lawAgainst(
  { database: { db } }: App,
  { id, accountId, kind, event, legalEntityId }: ClaimedDelivery & { event: string },
  zone: string | null,
  now: Date,
): Promise<Outcome | undefined> {
  const asked = { accountId, kind, event, legalEntityId, zone };
  if (!isJudged(asked)) return undefined;
  const news = { ...asked, now };
  const answer = isContactOf(event as Parameters<typeof isContactOf>[0], kind)
    ? await inSystemTransaction(db, 'deliveries.contact', (tx) => takeNews(tx, id, news))
    : await judgeNews(db, news);
  if (answer === null || answer.allowed) return undefined;
  return answer.nextAt === null ? dropped('law') : { status: 'waiting', problem: 'hours', dueAt: answer.nextAt };
}

/** The same of a letter, which the table gives to no event that counts. */
export async function lawOfLetter(db: Db | Tx, asked: Asked, now: Date): Promise<ContactAnswer | null> {
  return isJudged(asked) ? judgeNews(db, { ...asked, now }) : null;
}

const isJudged = (asked: Asked): asked is Asked & { legalEntityId: number } =>
  asked.legalEntityId !== null && isNotificationEvent(asked.event) && isOfDebt(asked.event, asked.kind);
