import { randomUUID } from 'node:crypto';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { chats } from '#contract/settlements/chats.ts';
import { judgeTone } from '#domain/negotiation/chat/tone.ts';
import { contactWords } from '#domain/parties/contact-words.ts';
import { moscowDay } from '#domain/values/days.ts';
import { planChatContact, settleChatContact } from '#server/modules/contacts/chat-contacts.commands.ts';
import { holdDebtor } from '#server/modules/contacts/reservation.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { App } from '#server/platform/app.ts';
import { employeesWith, holdsPlace, stillWorks } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { demandTone, followOwn, lockChat, storeMessage } from './chats.commands.ts';
import { contactedBy, judgeTalk } from './contact-rule.commands.ts';

/** So many are sent at one look at the clock. */
const most = 200;

/**
 * A first word that the law closes for now waits: it takes its place among the contacts for the first moment that is allowed. Of each person
 * one waits in a chat; another takes its place.
 * @throws Refusal `move.illegal` where there is nothing to wait for, or nothing that would end it; `input.invalid` for its tone; `access.denied` of
 *   somebody who is dismissed at this moment
 */
export async function waitWithMessage(
  ctx: Writing,
  chatId: number,
  { text }: Input<typeof chats.wait>['body'],
): Promise<void> {
  await holdOwnPlace(ctx, chatId);
  const chat = await lockChat(ctx.db, chatId);
  if (chat.leftAt !== null) throw new Refusal('move.illegal', { detail: 'Этот кредитор больше не ведёт заявку' });
  demandTone(ctx, chat, text);
  const debtor = await contactedBy(ctx, chat);
  if (debtor === null) throw new Refusal('move.illegal', { detail: 'Ждать не нужно: отправьте сообщение сейчас' });
  await takeBack(ctx.db, chatId, ctx.actor.accountId);
  const answer = await judgeTalk(ctx.db, await holdDebtor(ctx.db, debtor), ctx);
  if (answer.allowed) throw new Refusal('move.illegal', { detail: 'Закон уже разрешает: отправьте сообщение сейчас' });
  const clock = { ...debtor, kind: 'message', now: ctx.now } as const;
  if (answer.nextAt === null) throw new Refusal('move.illegal', { detail: contactWords(answer, clock) });
  await ctx.db
    .insertInto('waitingMessages')
    .values({
      chatId,
      accountId: ctx.actor.accountId,
      text,
      sendAt: answer.nextAt,
      contactId: await planChatContact(ctx, debtor, answer.nextAt),
    })
    .execute();
}

/** Before the chat, as a dismissal holds them: it ends what waits, and either waits for this word or is waited for. */
async function holdOwnPlace({ db, actor }: Writing, chatId: number): Promise<void> {
  const { legalEntityId } = await db
    .selectFrom('chats')
    .select('legalEntityId')
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow();
  if (legalEntityId !== null && !(await holdsPlace(db, legalEntityId, actor.accountId, chats.send)))
    throw new Refusal('access.denied');
}

/** What waits is taken back, and its place with it; nothing where nothing waits. Whoever is sending it just now is waited for. */
export async function recallWaiting(tx: Tx, chatId: number, accountId: number): Promise<void> {
  await lockChat(tx, chatId);
  await takeBack(tx, chatId, accountId);
}

const takeBack = (tx: Tx, chatId: number, accountId: number) =>
  tx.deleteFrom('waitingMessages').where('chatId', '=', chatId).where('accountId', '=', accountId).execute();

/** Messages whose hour has come. */
export async function dueWaiting(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('waitingMessages')
    .select('id')
    .where('endedAt', 'is', null)
    .where('sendAt', '<=', now)
    .orderBy('sendAt')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Sends a message whose hour has come. The law is asked once more: it goes, is put off or given up, and its author is told of both; where the
 * debtor has spoken meanwhile it answers him and counts nothing. Whoever may not write there any more sends nothing.
 */
export async function sendWaiting(_app: App, tx: Tx, id: number, now: Date): Promise<void> {
  const found = await tx.selectFrom('waitingMessages').select('chatId').where('id', '=', id).executeTakeFirst();
  if (!found) return;
  // The chat first, as whoever writes or takes back holds it; then it may be gone.
  const chat = await lockChat(tx, found.chatId);
  const waiting = await tx.selectFrom('waitingMessages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!waiting || waiting.endedAt !== null) return;
  const { contactId, accountId, text } = waiting;
  if (!(await mayStillWrite(tx, chat, accountId))) return endUnsendable(tx, chat.legalEntityId, waiting, now);
  const tone = judgeTone(text, moscowDay(now));
  if (tone?.stops) return giveUp(tx, waiting, now, tone.reason);
  const debtor = await contactedBy({ db: tx, actor: { kind: 'employee' }, now }, chat);
  if (debtor !== null) {
    const answer = await judgeTalk(tx, await holdDebtor(tx, debtor), { now, own: waiting.sendAt });
    const words = contactWords(answer, { ...debtor, kind: 'message', now });
    if (!answer.allowed && answer.nextAt === null) return giveUp(tx, waiting, now, words);
    if (!answer.allowed) return putOff(tx, waiting, answer.nextAt!, words);
  }
  const said = { side: 'creditor', accountId, clientKey: randomUUID(), text, fileId: null, replyTo: null } as const;
  const message = await storeMessage(tx, chat, said);
  await followOwn(tx, { accountId, kind: 'employee' }, chat.id, message.no);
  // What answers the debtor is no contact, and its place is free again.
  if (debtor !== null) await settleChatContact(tx, contactId, { status: 'held', at: now, messageId: message.id });
  await tx.deleteFrom('waitingMessages').where('id', '=', id).execute();
}

/**
 * What waits of somebody who may not write for the company any more waits no longer: its place among the contacts is free for his colleagues
 * at once, and not at its hour.
 */
export async function endWaitingOf(
  { db, now }: Writing,
  { legalEntityId, accountId }: { legalEntityId: number; accountId: number },
): Promise<void> {
  const rows = await db
    .selectFrom('waitingMessages as w')
    .innerJoin('chats as c', 'c.id', 'w.chatId')
    .select(['w.id', 'w.chatId'])
    .where('w.accountId', '=', accountId)
    .where('w.endedAt', 'is', null)
    .where('c.legalEntityId', '=', legalEntityId)
    .orderBy('w.chatId')
    .execute();
  for (const { id, chatId } of rows) {
    const chat = await lockChat(db, chatId);
    const waiting = await db.selectFrom('waitingMessages').selectAll().where('id', '=', id).executeTakeFirst();
    if (!waiting || waiting.endedAt !== null || (await mayStillWrite(db, chat, accountId))) continue;
    await endUnsendable(db, legalEntityId, waiting, now);
  }
}

/** Of whoever works there no more nothing is left; anybody else reads what he has written, and why it did not go. */
async function endUnsendable(tx: Tx, legalEntityId: number | null, waiting: Waiting, now: Date): Promise<void> {
  if (await stillWorks(tx, waiting.accountId, legalEntityId))
    return giveUp(tx, waiting, now, 'Писать в этом разговоре вам больше нельзя');
  await takeBack(tx, waiting.chatId, waiting.accountId);
}

interface Waiting {
  id: number;
  chatId: number;
  accountId: number;
  contactId: number;
}

/** It will not go: what was written stays for its author until he takes it away. */
async function giveUp(tx: Tx, waiting: Waiting, now: Date, why: string): Promise<void> {
  await settleChatContact(tx, waiting.contactId, { status: 'failed' });
  await tx.updateTable('waitingMessages').set({ endedAt: now, why }).where('id', '=', waiting.id).execute();
  await tell(tx, waiting, 'Сообщение заёмщику не ушло', why);
}

async function putOff(tx: Tx, waiting: Waiting, sendAt: Date, why: string): Promise<void> {
  await settleChatContact(tx, waiting.contactId, { status: 'planned', at: sendAt });
  await tx.updateTable('waitingMessages').set({ sendAt }).where('id', '=', waiting.id).execute();
  await tell(tx, waiting, 'Сообщение заёмщику уйдёт позже', why);
}

const tell = (tx: Tx, { accountId, chatId }: Waiting, title: string, detail: string): Promise<void> =>
  notify(tx, [accountId], { event: 'contact', title, detail, link: pagePath('/chat-{$id}', { id: chatId }) });

/** He works for the creditor and his role permits it, nobody has blocked him or the creditor, and the request is still the creditor's. */
async function mayStillWrite(
  tx: Tx,
  { legalEntityId, leftAt }: { legalEntityId: number | null; leftAt: Date | null },
  accountId: number,
): Promise<boolean> {
  if (legalEntityId === null || leftAt !== null) return false;
  const { verificationStatus } = await tx
    .selectFrom('legalEntities')
    .select('verificationStatus')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  if (verificationStatus === 'blocked') return false;
  const { status } = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (status !== 'active') return false;
  const writers = await employeesWith(tx, legalEntityId, chats.send);
  return writers.some((one) => one.accountId === accountId);
}
