import { type RawBuilder, sql } from 'kysely';
import { chargeable, missedBefore } from '#domain/money/autopayment.ts';
import { lifeTitle } from '#domain/parties/life-event.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import { isAnswerAwaited } from '#server/modules/life-events/life-events.queries.ts';
import { forbiddingEventOf, stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Why nothing is taken of a payment. */
export interface ChargeObstacle {
  readonly words: string;
  /** Its debtor is told: what stops all payments he and his creditor know, and nobody writes to him about it. */
  readonly isTold: boolean;
  /** It may be over within the hours of the same day. */
  readonly mayPass: boolean;
}

type Ordered = Pick<LockedSettlement, 'id' | 'status' | 'individualId' | 'legalEntityId'>;
type Charged = Ordered & Pick<LockedSettlement, 'rows'>;

/**
 * What stands in the way of taking the payment of a due day by itself on a day (docs/decisions/0180); null when nothing does.
 * @param own the payment that is about to be taken, which is no other one
 * @param today when it is asked before that day: a payment that may still be taken until then is not missed
 */
export async function chargeObstacle(
  db: Db,
  settlement: Charged,
  { dueDate, day, own = null, today = day }: { dueDate: Day; day: Day; own?: number | null; today?: Day },
): Promise<ChargeObstacle | null> {
  const { id, individualId, rows } = settlement;
  if (!rows.some((row) => row.dueDate === dueDate)) return silent('Этого платежа в графике больше нет');
  if (chargeable(rows, dueDate) === 0) return silent('Этот платёж уже оплачен');
  const obstacle = await orderObstacle(db, settlement, day);
  if (obstacle) return obstacle;
  const unagreed = await consentObstacle(db, individualId);
  if (unagreed !== null) return told(unagreed);
  const missed = missedBefore(rows, today < dueDate ? today : dueDate);
  if (missed !== null) return told(`Сначала заплатите пропущенный платёж со сроком ${formatDay(missed)}`);
  if (await isPaying(db, id, own === null ? null : sql<boolean>`id <> ${own}`))
    return { ...told('Другой платёж ещё не закончен'), mayPass: true };
  return null;
}

/** A consent that was taken back has switched the order off; one to another plan has not. */
export const consentObstacle = async (db: Db, individualId: number): Promise<string | null> =>
  (await personConsents(db, individualId, 'autopayment')) ? null : 'Нужно новое согласие на автоплатёж';

/** What stands in the way of the payments of an agreement, whichever of them; null when nothing does. */
export async function orderObstacle(db: Db, settlement: Ordered, day: Day): Promise<ChargeObstacle | null> {
  const { id: settlementId, individualId, legalEntityId, status } = settlement;
  if (!settlementMachine.canMove(status, 'payOff')) return silent('Соглашение больше не ждёт платежей');
  const event =
    (await forbiddingEventOf(db, { individualId, settlementId }, 'pay', day)) ??
    (await stoppingEventOf(db, settlementId, 'payments', day));
  if (event) return silent(`${lifeTitle(event)}: платежи в эти дни не списываются`);
  if (!(await hasAccount(db, individualId))) return silent('Учётная запись закрыта или заблокирована');
  if (await isAnswerAwaited(db, { individualId, settlementId }))
    return silent('Об обстоятельстве сообщено, ответа ещё нет');
  if (await isRefundAsked(db, settlementId)) return told('Вы просите вернуть платёж по этому соглашению');
  if (await isBlocked(db, legalEntityId)) return told('Автоплатежи этому кредитору остановлены');
  return null;
}

const silent = (words: string): ChargeObstacle => ({ words, isTold: false, mayPass: false });
const told = (words: string): ChargeObstacle => ({ words, isTold: true, mayPass: false });

/** Whether its debtor can sign in: what he could not switch off is not taken of him. */
const hasAccount = async (db: Db, individualId: number): Promise<boolean> =>
  (await db
    .selectFrom('individuals')
    .select('id')
    .where('id', '=', individualId)
    .where('accountId', 'is not', null)
    .where('deletedAt', 'is', null)
    .where('verificationStatus', '<>', 'blocked')
    .executeTakeFirst()) !== undefined;

const isBlocked = async (db: Db, legalEntityId: number): Promise<boolean> =>
  (await db
    .selectFrom('legalEntities')
    .select('id')
    .where('id', '=', legalEntityId)
    .where('verificationStatus', '=', 'blocked')
    .executeTakeFirst()) !== undefined;

const isRefundAsked = async (db: Db, settlementId: number): Promise<boolean> =>
  (await db
    .selectFrom('refundRequests as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .select('r.id')
    .where('p.settlementId', '=', settlementId)
    .where('r.status', '=', 'asked')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Whether money is on its way already, or stated past the platform, or of a payment that was cancelled the last word is awaited.
 * @param which of the payments, where not all of them count
 */
export const isPaying = async (
  db: Db,
  settlementId: number,
  which: RawBuilder<boolean> | null = null,
): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['created', 'processing']),
        eb.and([eb('status', '=', 'cancelled'), eb('partnerSilent', '=', true)]),
      ]),
    )
    .$if(which !== null, (rows) => rows.where(which!))
    .limit(1)
    .executeTakeFirst()) !== undefined;
