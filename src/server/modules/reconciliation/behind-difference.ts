import { sql } from 'kysely';
import { behindPayment } from '#server/modules/payments/payments.queries.ts';
import { type AccountsBehind, behindCompanyOf } from '#server/platform/auth/accounts-behind.ts';

const ofDifference = (column: string, id: Parameters<AccountsBehind>[0]) =>
  sql<number>`(select d.${sql.ref(column)} from differences d where d.id = ${id})`;

/** Those behind the payment, the refund or the payout that the statement tells otherwise. */
export const behindDifference: AccountsBehind = (id) => sql`
  ${behindPayment(ofDifference('paymentId', id))}
  union ${behindPayment(sql<number>`(select r.payment_id from refunds r where r.id = ${ofDifference('refundId', id)})`)}
  union ${behindCompanyOf('payouts')(ofDifference('payoutId', id))}`;
