import { sql, type Updateable } from 'kysely';
import { outsideWords } from '#domain/settings/debt-news.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Deliveries } from '#server/platform/database/schema.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { lawIn } from './law.ts';
import { deliveryLetters } from './letters.ts';
import { dueFor, isWanted, type Recipient, recipientsOf } from './recipients.queries.ts';

/** So many deliveries become letters in one transaction. */
const portion = 200;

/** Writes the letters that are due into the outbox: all of one person's in one. What becomes of them the outbox knows. */
export async function sendDueLetters(app: App): Promise<void> {
  while (!app.stopping.signal.aborted) {
    const count = await inSystemTransaction(app.database.db, 'deliveries.letters', (tx) => writeLetters(app, tx));
    if (count < portion) return;
  }
}

async function writeLetters(app: App, tx: Tx): Promise<number> {
  const due = await tx
    .selectFrom('deliveries as d')
    .innerJoin('accounts as a', 'a.id', 'd.accountId')
    .select(['d.id', 'd.accountId', sql<string>`d.event`.as('event'), 'a.email', 'd.legalEntityId', 'd.createdAt'])
    .where('d.channel', '=', 'letter')
    .where('d.status', '=', 'waiting')
    .where('d.dueAt', '<=', sql<Date>`now()`)
    .orderBy('d.accountId')
    .orderBy('d.id')
    .limit(portion)
    .forUpdate('d')
    .skipLocked()
    .execute();
  if (due.length === 0) return 0;
  const found = await recipientsOf(
    tx,
    due.map(({ accountId }) => accountId),
    due.map(({ event }) => event),
  );
  const recipients = new Map(found.map((one) => [one.id, one]));
  for (const [accountId, own] of Map.groupBy(due, (one) => one.accountId)) {
    await writeOne(app, tx, own, recipients.get(accountId));
  }
  return due.length;
}

interface DueLetter {
  id: number;
  event: string;
  email: string;
  legalEntityId: number | null;
  createdAt: Date;
}

/** What one person is to be told of now; what he does not want any more, or not at this hour, is put aside first. */
async function writeOne(app: App, tx: Tx, own: readonly DueLetter[], recipient: Recipient | undefined): Promise<void> {
  const set = async (some: readonly DueLetter[], values: Updateable<Deliveries>): Promise<void> => {
    const ids = some.map(({ id }) => id);
    if (ids.length > 0) await tx.updateTable('deliveries').set(values).where('id', 'in', ids).execute();
  };
  if (!recipient?.letter) return set(own, { status: 'dropped', problem: 'no address' });
  const [wanted, unwanted] = parted(own, ({ event }) => isWanted(recipient, event, 'letter'));
  await set(unwanted, { status: 'dropped', problem: 'not wanted' });
  const now = new Date();
  const [timely, early] = parted(wanted, ({ event }) => dueFor(recipient, event, now) <= now);
  for (const one of early) await set([one], { dueAt: dueFor(recipient, one.event, now) });
  const ready: DueLetter[] = [];
  for (const one of timely) {
    const { kind, zone } = recipient;
    const obstacle = await lawIn(app, tx, { ...one, accountId: recipient.id, kind, zone }, now);
    if (obstacle) await set([one], obstacle);
    else ready.push(one);
  }
  if (ready.length === 0) return;
  const words = [...new Set(ready.map(({ event }) => outsideWords(event, recipient.kind)))];
  const link = pageUrl(app, '/notifications');
  const letterId = await queueLetter({ app, db: tx }, deliveryLetters.newsInCabinet, ready[0]!.email, { words, link });
  await set(ready, { status: 'sending', letterId });
}

const parted = <T>(all: readonly T[], fits: (one: T) => boolean): [T[], T[]] => [
  all.filter(fits),
  all.filter((one) => !fits(one)),
];
