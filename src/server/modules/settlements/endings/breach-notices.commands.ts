import { type SqlBool, sql } from 'kysely';
import type {
  BreachNoticeFacts,
  NoticeFacts,
  RestorationNoticeFacts,
  TerminationNoticeFacts,
} from '#domain/documents/notice-facts.ts';
import {
  BREACH_NOTICE_TEMPLATE,
  RESTORATION_NOTICE_TEMPLATE,
  TERMINATION_NOTICE_TEMPLATE,
} from '#domain/documents/notice-templates.ts';
import { wordsOf } from '#domain/documents/settlement-words.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import { BREACH_WORDS, restoredUntil } from '#domain/settlements/breach.ts';
import { formatDay, moscowDay, toDay } from '#domain/values/days.ts';
import { formatMoney, kopecks, sumKopecks } from '#domain/values/money.ts';
import { type Issuing, issueNotices } from '#server/modules/documents/notices/notices.commands.ts';
import { type Decided, decidedByOrder } from '#server/modules/documents/notices/notices.queries.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { accountNamed } from '#server/modules/payment-details/payment-details.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type LockedSettlement, notifySides } from '../money/money.commands.ts';
import { notifyHeads } from '../notify.ts';
import type { BreachState } from './breach.queries.ts';
import { notifyOfObstacle } from './notice-delivery.commands.ts';

/** What a notice says beside what every notice does. */
type Own<Facts extends NoticeFacts> = Omit<Facts, keyof NoticeFacts>;

/**
 * Whoever has published the conditions has no right any more, and nobody after him: no notice goes out in the creditor's name, and those
 * who decide for him read so once for each delay.
 */
export async function notifyOfUnsent(tx: Tx, settlement: LockedSettlement, { oldest }: BreachState): Promise<boolean> {
  const { id, number } = settlement;
  const told = await tx
    .selectFrom('notifications')
    .select('id')
    .where('aboutType', '=', 'settlements')
    .where('aboutId', '=', id)
    .where('topic', '=', 'breach.unsent')
    .where(sql<SqlBool>`(created_at at time zone 'Europe/Moscow')::date > ${oldest}::date`)
    .executeTakeFirst();
  if (told) return false;
  await notifyHeads(tx, settlement, {
    event: 'settlement.breach',
    title: `${number}. Уведомление о нарушении не отправлено`,
    detail:
      'Условия опубликовал сотрудник, у которого больше нет права подписи. Опубликуйте условия заново: уведомления пойдут от имени того, кто их опубликует',
    about: { table: 'settlements', id },
    topic: 'breach.unsent',
  });
  return true;
}

/**
 * Sends the notice of a coming breach: what is overdue, and that it can be paid; the creditor reads that it has gone out.
 * @param signatory who stands behind it in the place of whoever has signed the agreement; null where nobody does
 */
export async function warnOfBreach(
  ctx: Issuing,
  settlement: LockedSettlement,
  { rule, byRule, oldest }: BreachState,
  signatory: Signatory | null,
): Promise<void> {
  const today = moscowDay(ctx.now);
  const overdue = settlement.rows
    .map(({ no, dueDate, principal, interest }) => ({ no, dueDate, rest: kopecks(principal + interest) }))
    .filter(({ dueDate, rest }) => dueDate < today && rest > 0);
  const { cure, delay } = BREACH_WORDS[rule];
  const requisites = await accountNamed(ctx, settlement.legalEntityId);
  const facts: Own<BreachNoticeFacts> = { overdue, cure, delay, byRule, requisites };
  const words = 'Направлено платформой по поручению Кредитора, данному в Соглашении';
  const order =
    signatory === null
      ? await decidedByOrder(ctx.db, settlement.id, words)
      : { decidedBy: `${words}. За Кредитора поручение подтвердил:`, signatory };
  await settleNotifications(ctx.db, { table: 'settlements', id: settlement.id }, 'breach.unsent');
  const notices = [{ template: BREACH_NOTICE_TEMPLATE, facts, aboutDue: oldest! }];
  const obstacle = await issueNotices(ctx, settlement.id, 'cure', { ...order, notices });
  await notifyOfObstacle(ctx.db, settlement, obstacle);
  const sum = formatMoney(sumKopecks(overdue.map(({ rest }) => rest)));
  const title = `${settlement.number}. Уведомление о нарушении: соглашение может быть расторгнуто`;
  const toDebtor = `Прочитайте уведомление и заплатите ${sum} в течение ${cure} со дня его доставки: иначе скидка может пропасть`;
  const about = { table: 'settlements' as const, id: settlement.id };
  await notifySides(
    ctx.db,
    settlement,
    { event: 'settlement.breach', title, detail: toDebtor, about, topic: 'settlement.breach' },
    ['individual'],
  );
  const toCreditor = `Заёмщику дано ${cure} со дня доставки, чтобы заплатить ${sum}`;
  await notifySides(ctx.db, settlement, { event: 'settlement.breach', title, detail: toCreditor }, ['creditor']);
}

/** The time to cure is over and the creditor decides by hand: those who may are asked once. */
export async function askForDecision(
  { db, now }: Pick<Issuing, 'db' | 'now'>,
  settlement: LockedSettlement,
  { notice, byRule }: BreachState,
): Promise<boolean> {
  if (!notice || notice.decisionAskedAt !== null) return false;
  await db.updateTable('notices').set({ decisionAskedAt: now }).where('documentId', '=', notice.documentId).execute();
  await notifyHeads(db, settlement, {
    event: 'settlement.breach',
    title: `${settlement.number}. Срок по уведомлению о нарушении истёк: решение за вами`,
    detail:
      byRule && notice.readOn === null
        ? unread
        : 'Просроченное не уплачено. Соглашение действует, пока вы его не расторгнете',
    about: { table: 'settlements', id: settlement.id },
    topic: 'settlement.breach',
  });
  return true;
}

const unread =
  'Просроченное не уплачено, но заёмщик не открыл уведомление в кабинете, и письмо могло до него не дойти. Пока он его не откроет, по вашему правилу соглашение не расторгается. Решите сами';

/** Tells that an agreement has been ended, and what of the debt is whole again: two documents in one letter. */
export async function issueBreachNotices(
  ctx: Issuing,
  settlement: LockedSettlement,
  breach: BreachState,
  { reason, ...decided }: Decided & { reason: string },
): Promise<void> {
  const { rule, notice, payUntil } = breach;
  const today = moscowDay(ctx.now);
  const termination: Own<TerminationNoticeFacts> = {
    // What nobody has computed somebody of the creditor has written.
    reason: reason === reasonByRule(breach) ? reason : wordsOf('creditor', reason),
    terminatedOn: today,
    warning: { number: notice!.number, deliveredOn: notice!.deliveredOn!, lastDay: payUntil! },
  };
  const { debt, debtAsOf, debtTotal } = await ctx.db
    .selectFrom('settlements')
    .select(['debt', 'debtAsOf', 'debtTotal'])
    .where('id', '=', settlement.id)
    .executeTakeFirstOrThrow();
  const restoration: Own<RestorationNoticeFacts> = {
    debtAsOf: toDay(debtAsOf),
    parts: debt,
    total: kopecks(debtTotal),
    paid: settlement.paid,
    rest: kopecks(Math.max(0, debtTotal - settlement.paid)),
    restoredOn: today,
    payUntil: restoredUntil(rule, today, await calendarIn(ctx.db)),
    rule,
    requisites: await accountNamed(ctx, settlement.legalEntityId),
  };
  const notices = [
    { template: TERMINATION_NOTICE_TEMPLATE, facts: termination },
    { template: RESTORATION_NOTICE_TEMPLATE, facts: restoration },
  ];
  const obstacle = await issueNotices(ctx, settlement.id, 'breached', { ...decided, notices });
  await notifyOfObstacle(ctx.db, settlement, obstacle);
}

/** Why an agreement ends by the creditor's rule, in words. */
export const reasonByRule = ({ oldest, notice }: BreachState): string =>
  `Просрочка с ${formatDay(oldest!)} не устранена после уведомления № ${notice!.number} от ${formatDay(notice!.issuedOn)}`;
