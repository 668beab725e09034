import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { isPaying } from '../charge-obstacle.queries.ts';
import { openPayments } from '../locked.ts';

/**
 * What the payer of a payment that was not taken may do himself. Nobody is promised that nothing is taken twice while the last word about a charge or
 * a cancelled payment is awaited, nor asked to pay while his own payment is under way: no other one can be begun beside it, and what it pays is not
 * taken again. Money that was stated past the platform is in nobody's way who pays here.
 * @param charge how the charge is called that may still come
 */
export async function byHand(db: Tx, settlementId: number, charge: 'Списание' | 'Прежнее списание'): Promise<string> {
  const isAwaited = await isChargeAwaited(db, settlementId);
  const mayComeTwice = isAwaited || (await isPayingByHand(db, settlementId));
  const whatNow = (await openWords(db, settlementId)) ?? (mayComeTwice ? `${mayPay}.` : `${mayPay}${once}`);
  return isAwaited ? `${whatNow} ${charge} ${mayStillCome}` : whatNow;
}

const mayPay = 'Заплатить можно и самостоятельно, на странице соглашения';
const once = ': тогда второй раз ничего не спишется.';
const underWay =
  'Другой ваш платёж по этому соглашению ещё не закончен: дождитесь, чем он кончится. Что им заплачено, автоплатёж не спишет, остальное можно будет заплатить на странице соглашения.';
const stated =
  'По соглашению указана оплата вне платформы, ответа на неё ещё нет. Чего она не покрывает, заплатить можно на странице соглашения, не дожидаясь его.';
const mayStillCome =
  'ещё может пройти: точно это станет известно из выписки партнёра, обычно на следующее утро. Если пройдёт и оно, лишнее зачтётся в следующие платежи.';

/** Whether a charge of an agreement is under way, or nobody knows what has become of it. */
const isChargeAwaited = async (db: Tx, settlementId: number): Promise<boolean> =>
  (await db
    .selectFrom('autopaymentAttempts')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('status', '=', 'sent')
    .executeTakeFirst()) !== undefined;

const begunByHand = sql<boolean>`not exists (select from autopayment_attempts t where t.payment_id = payments.id)`;

/** Whether money is on its way by a payment that no charge has begun, or of one that was cancelled the last word is awaited. */
const isPayingByHand = (db: Tx, settlementId: number): Promise<boolean> => isPaying(db, settlementId, begunByHand);

/** What has to be said of a payment that has not come to its end; null where none is there. */
async function openWords(db: Tx, settlementId: number): Promise<string | null> {
  const open = await openPayments(db, settlementId).select('channel').where(begunByHand).execute();
  if (open.length === 0) return null;
  return open.some(({ channel }) => channel !== 'outside') ? underWay : stated;
}
