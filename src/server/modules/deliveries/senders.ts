import { outsideWords } from '#domain/settings/debt-news.ts';
import { type OutsideChannel } from '#domain/settings/notification-event.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import type { GatewaySms } from '#server/platform/ports/sms.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type ClaimedDelivery, dropped, type Outcome, type Sender } from './outcome.ts';
import { push } from './push-sender.ts';
import { openCode } from './sms-codes.commands.ts';
import { newsText } from './sms-texts.queries.ts';

const wordsOf = ({ event, kind }: ClaimedDelivery): string => outsideWords(event!, kind);

/** What the gateway says of a message, as the log has it. */
export function smsOutcome({ id, status }: GatewaySms): Outcome {
  if (status === 'failed') return { status: 'failed', problem: 'gateway' };
  return { status: status === 'delivered' ? 'delivered' : 'sent', providerId: id };
}

/** After so long a phone that is on has its message. */
const askAfterSeconds = 10 * 60;

/** Has the gateway asked what became of a message. */
export const askOf = (app: App, db: Tx | Db, deliveryId: number, inSeconds = 0): Promise<void> =>
  app.jobs.add(db, 'ask-sms', { deliveryId }, { key: `sms:${deliveryId}`, inSeconds });

const askLater = (app: App, id: number): Promise<void> => askOf(app, app.database.db, id, askAfterSeconds);

const sms: Sender = {
  unseen: 'waiting',
  async send(app, delivery) {
    if (!app.sms) return dropped('no channel');
    const code = delivery.contentsSealed === null ? undefined : openCode(app, delivery.contentsSealed, delivery);
    if (code === null) return dropped('too late');
    const to = code?.to ?? (await confirmedPhone(app, delivery.accountId));
    if (to === null) return dropped('no address');
    const text = code?.text ?? newsText(app, delivery);
    // Whether it has come is asked once by itself, too: a message of the gateway may be lost.
    await askLater(app, delivery.id);
    return smsOutcome(await app.sms.send({ key: delivery.partnerKey, to, text }));
  },
};

async function confirmedPhone({ database: { db } }: App, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('phone')
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .where('phoneConfirmedAt', 'is not', null)
    .executeTakeFirst();
  return row?.phone ?? null;
}

const messenger: Sender = {
  unseen: 'unknown',
  async send(app, delivery) {
    if (!app.messenger) return dropped('no channel');
    const link = await app.database.db
      .selectFrom('messengerLinks')
      .select(['id', 'chatSealed'])
      .where('accountId', '=', delivery.accountId)
      .executeTakeFirst();
    if (!link || link.chatSealed === null) return dropped('no address');
    const chat = app.secrets.open<string>('messenger_links.chat', link.chatSealed);
    const button = { label: 'Открыть', url: pageUrl(app, '/notifications') };
    const outcome = await app.messenger.send(chat, wordsOf(delivery), button);
    if (outcome.status === 'sent') return outcome;
    await inSystemTransaction(app.database.db, 'deliveries.gone', (tx) =>
      tx
        .updateTable('messengerLinks')
        .set({ chatSealed: null, chatMark: null, linkedAt: null })
        .where('id', '=', link.id)
        .where('chatSealed', '=', link.chatSealed)
        .execute(),
    );
    return dropped('stopped by the person');
  },
};

/** The channels of senders; letters have an outbox of their own. */
export type SentChannel = Exclude<OutsideChannel, 'letter'>;

/** By what a delivery goes. */
export const senders: Readonly<Record<SentChannel, Sender>> = { sms, push, messenger };
