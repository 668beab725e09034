import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';

const sealContext = 'deliveries.contents';
/** A code is good for so long; one that has not gone by then does not go. */
const codeMs = 10 * 60_000;

interface SmsCode {
  to: string;
  text: string;
}

/** Sends a code to a phone that need not be the account's yet, with the caller's transaction; nothing but the phone reads it. */
export async function sendSmsCode(
  { app, db, actor }: Writing,
  to: string,
  { code, purpose }: { code: string; purpose: string },
): Promise<void> {
  const text = `Уговор: код ${code}, чтобы ${purpose}. Никому его не сообщайте; если это не вы, ничего не делайте`;
  await db
    .insertInto('deliveries')
    .values({
      accountId: actor.accountId,
      channel: 'sms',
      contentsSealed: app.secrets.seal(sealContext, { to, text } satisfies SmsCode),
      dueAt: sql<Date>`now()`,
    })
    .execute();
}

/** What a delivery says where it brings a code; null when that is too old to be sent. */
export const openCode = (app: App, sealed: string, { createdAt }: { createdAt: Date }): SmsCode | null =>
  Date.now() - createdAt.getTime() > codeMs ? null : openSms(app, sealed);

/** The same however old it is. */
export const openSms = (app: App, sealed: string): SmsCode => app.secrets.open<SmsCode>(sealContext, sealed);
