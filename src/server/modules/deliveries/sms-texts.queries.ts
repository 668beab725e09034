import { sql } from 'kysely';
import { outsideWords } from '#domain/settings/debt-news.ts';
import type { PersonKind } from '#domain/settings/notification-event.ts';
import type { App } from '#server/platform/app.ts';
import { openSms } from './sms-codes.commands.ts';

const serviceName = 'Уговор';

/** What a phone is told of an event. */
export const newsText = ({ config }: App, { event, kind }: { event: string | null; kind: PersonKind }): string =>
  `${serviceName}: ${outsideWords(event!, kind)}. ${new URL(config.publicUrl).host}`;

/** The newest SMS in the words that phones get: codes at once, news when it has gone. Only for the demonstration: codes are nobody else's. */
export async function newestSms(app: App, limit: number) {
  const rows = await app.database.db
    .selectFrom('deliveries as d')
    .innerJoin('accounts as a', 'a.id', 'd.accountId')
    .select(['d.id', 'd.status', 'd.createdAt', 'd.contentsSealed', 'd.event', 'a.phone'])
    .select(sql<PersonKind>`a.kind`.as('kind'))
    .where('d.channel', '=', 'sms')
    .where((row) => row.or([row('d.contentsSealed', 'is not', null), row('d.sentAt', 'is not', null)]))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, status, createdAt, contentsSealed, phone, ...news }) => ({
    id,
    status,
    createdAt,
    ...(contentsSealed === null ? { to: phone ?? '', text: newsText(app, news) } : openSms(app, contentsSealed)),
  }));
}
