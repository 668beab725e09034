import { sql } from 'kysely';
import type { EmulatedBinding } from '../../../emulators/bindings.ts';
import type { EmulatedPayment, EmulatedPayout, EmulatedRefund } from '../../../emulators/payments.ts';
import type { Db } from '../platform/database/db.ts';

/**
 * Tells the emulated payment partner what has passed through it before it was started: what the story of the demonstration
 * says, and what has happened since in a database that outlives it. Then its statements agree with our ledger, and it
 * returns what was paid. Money that nobody has asked for is not told again: only it knew of that.
 */
export async function seedPartnerHistory(db: Db, bankUrl: string): Promise<void> {
  const past = {
    payments: await paymentsOf(db),
    refunds: await refundsOf(db),
    payouts: await payoutsOf(db),
    bindings: await bindingsOf(db),
  };
  await fetch(`${bankUrl}/control/past`, { method: 'POST', body: JSON.stringify(past) });
}

async function paymentsOf(db: Db): Promise<EmulatedPayment[]> {
  const { rows } = await sql<Omit<EmulatedPayment, 'returnUrl' | 'reason' | 'status'>>`
    select coalesce(p.partner_id, p.partner_key::text) as id, p.partner_key as key, p.channel, p.number as purpose,
      p.succeeded_at as "succeededAt",
      p.amount + case when s.tariff ->> 'payer' = 'individual' then p.fee_amount else 0 end as amount
    from payments p join settlements s on s.id = p.settlement_id
    where p.channel in ('sbp', 'card') and p.succeeded_at is not null order by p.succeeded_at`.execute(db);
  return rows.map((row) => ({ ...row, returnUrl: '', reason: null, status: 'succeeded' }));
}

async function refundsOf(db: Db): Promise<EmulatedRefund[]> {
  const { rows } = await sql<Omit<EmulatedRefund, 'reason' | 'status'>>`
    select coalesce(r.partner_id, r.partner_key::text) as id, r.partner_key as key, p.partner_key as "paymentKey",
      r.returned as amount, r.succeeded_at as "succeededAt"
    from refunds r join payments p on p.id = r.payment_id
    where r.succeeded_at is not null order by r.succeeded_at`.execute(db);
  return rows.map((row) => ({ ...row, reason: null, status: 'succeeded' }));
}

async function payoutsOf(db: Db): Promise<EmulatedPayout[]> {
  const { rows } = await sql<Omit<EmulatedPayout, 'recipient' | 'reason'>>`
    select coalesce(o.partner_id, o.partner_key::text) as id, o.partner_key as key, o.number as purpose, o.status, o.amount,
      o.succeeded_at as "succeededAt",
      case when b.id is not null then jsonb_build_object('key', b.partner_key, 'amount', b.amount, 'at', b.returned_at) end as returned
    from payouts o left join payout_returns b on b.payout_id = o.id
    where o.succeeded_at is not null order by o.succeeded_at`.execute(db);
  return rows.map((row) => ({ ...row, recipient: { name: '', account: '' }, reason: null }));
}

/** What payers have bound and not taken back. */
async function bindingsOf(db: Db): Promise<EmulatedBinding[]> {
  const { rows } = await sql<Pick<EmulatedBinding, 'id' | 'key' | 'channel' | 'mask'>>`
    select partner_id as id, partner_key as key, channel, mask from autopayments
    where status = 'on' and partner_id is not null`.execute(db);
  return rows.map((row) => ({ ...row, purpose: '', returnUrl: '', status: 'active', reason: null }));
}
