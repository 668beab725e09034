import { sql } from 'kysely';
import type * as z from 'zod';
import type { OwnClaim } from '#contract/registries/registry-entries.ts';

type ClaimSettlement = z.input<typeof OwnClaim>['settlement'];

/**
 * The settlement about the claim `e`, open or fulfilled, with what is paid and what is left by its schedule in force: one that was ended
 * otherwise leaves the claim as its creditor states it (docs/decisions/0161).
 */
export const claimSettlement = sql<ClaimSettlement>`(select jsonb_build_object('id', s.id, 'status', s.status,
    'isSigned', s.signed_at is not null, 'paid', s.paid_amount, 'left', (select coalesce(sum(i.amount - i.paid), 0) from schedule_items i
      where i.settlement_id = s.id and i.status in ('planned', 'due', 'overdue')),
    'feeByDebtor', coalesce(s.tariff ->> 'payer' = 'individual', false))
  from settlements s where s.individual_id = e.individual_id and s.registry_entry_id = e.id
    and (s.status <> 'closed' or s.close_reason in ('fulfilled', 'paid_outside'))
  order by s.id desc limit 1)`;
