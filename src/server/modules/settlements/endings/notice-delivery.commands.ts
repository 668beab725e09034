import type { Tx } from '#server/platform/database/db.ts';
import type { Publisher } from '#server/platform/events.ts';
import { notifyHeads } from '../notify.ts';

interface Settlement {
  id: number;
  number: string;
  individualId: number;
  legalEntityId: number;
}

const obstacles: Readonly<Record<string, string>> = {
  no_channel:
    'Для письма нужны телефон вашей компании в её карточке и почта заёмщика. Письмо уйдёт, как только они появятся',
  no_consent: 'Соглашение не называет почту для уведомлений, а согласия на письма нет. Письмо уйдёт, если оно появится',
};

/** The creditor reads that the letter of a notice has no way to its debtor: until it comes, no term runs. */
export async function notifyOfObstacle(tx: Tx, settlement: Settlement, obstacle: string | null): Promise<void> {
  if (obstacle === null) return;
  await notifyHeads(tx, settlement, {
    event: 'settlement.breach',
    title: `${settlement.number}. Письмо с уведомлением пока не отправлено`,
    detail: `${obstacles[obstacle]}. Срок на оплату не начнётся, пока заёмщик не откроет уведомление в кабинете`,
  });
}

/** The creditor reads that a letter was not taken: the notice is in the cabinet and counts when it is opened. */
export async function notifyOfReturn(
  { db }: Publisher,
  { settlementId, number }: { settlementId: number; number: string },
): Promise<void> {
  const settlement = await db
    .selectFrom('settlements')
    .select(['id', 'number', 'individualId', 'legalEntityId'])
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  await notifyHeads(db, settlement, {
    event: 'settlement.breach',
    title: `${settlement.number}. Письмо с уведомлением № ${number} не доставлено`,
    detail: 'Почта заёмщика письмо не приняла. Уведомление считается доставленным, когда он откроет его в кабинете',
  });
}
