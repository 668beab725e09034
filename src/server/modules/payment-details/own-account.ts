import { Refusal } from '#contract/kernel/errors.ts';
import { checkPaymentDetail, type PaymentDetail } from '#domain/parties/payment-detail.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Owner } from './payment-details.queries.ts';

const notOwnAccount = (inn: string): string => `Деньги компании приходят только на её счёт: ИНН получателя — ${inn}`;

/** Money of a company goes to no account of somebody else. @throws Refusal `move.illegal` */
export async function demandOwnAccount(ctx: Writing, { column, id: legalEntityId }: Owner, id: number): Promise<void> {
  if (column === 'individualId') return;
  const inn = await innOf(ctx.db, legalEntityId);
  const { recipientInn } = await ctx.db
    .selectFrom('paymentDetails')
    .select('recipientInn')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (recipientInn !== inn) throw new Refusal('move.illegal', { detail: notOwnAccount(inn) });
}

async function innOf(db: Tx, legalEntityId: number): Promise<string> {
  const { inn } = await db
    .selectFrom('legalEntities')
    .select('inn')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return inn;
}

/** What does not go together is told before whose account it is. @throws Refusal `input.invalid` */
export async function demandRight({ db }: Writing, detail: PaymentDetail, { column, id }: Owner): Promise<void> {
  const isPerson = column === 'individualId';
  const inn = isPerson ? null : await innOf(db, id);
  const fields = {
    ...(inn !== null && detail.recipientInn !== inn && { recipientInn: notOwnAccount(inn) }),
    ...checkPaymentDetail(detail, isPerson ? 'individual' : 'legalEntity'),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
}
