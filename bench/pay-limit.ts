import type pg from 'pg';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { history, inOne, insertKey, notifySides } from './settlement-limit.ts';

interface Due {
  id: number;
  accountId: number;
  individual: number;
  company: number;
}

/** The writes of a payment that is begun: its row, the job that tells the partner, the answer under the key. */
export const bareBegin = (client: pg.Client, { id, accountId, individual, company }: Due): Promise<void> =>
  inOne(client, [
    [`select * from settlements where id = $1 for update`, [id]],
    [`select * from schedule_items where settlement_id = $1 order by no`, [id]],
    [
      `insert into payments (settlement_id, individual_id, legal_entity_id, payer_account_id, channel, amount)
       values ($1, $2, $3, $4, 'sbp', 3000000)`,
      [id, individual, company, accountId],
    ],
    [
      `select graphile_worker.add_job('nothing', '{}'::json, run_at => now() + interval '1 day', job_key => $1)`,
      [`bench:${id}`],
    ],
    insertKey(accountId, `bare-pay-${id}`),
  ]);

/** The writes of money that pays an agreement off, all of it at one company: its account in the ledger is a row that each waits for. */
export const bareReceive = (
  client: pg.Client,
  { id, individual, company }: { id: number; individual: number; company: number },
): Promise<void> =>
  inOne(client, [
    [`select * from settlements where id = $1 for update`, [id]],
    [
      `update payments set status = 'succeeded', value_date = ${MOSCOW_TODAY}, succeeded_at = now(), partner_id = 'bare-' || id,
        version = version + 1 where settlement_id = $1`,
      [id],
    ],
    [
      `insert into payment_allocations (payment_id, settlement_id, no, principal)
       select id, settlement_id, 1, amount from payments where settlement_id = $1`,
      [id],
    ],
    [`update schedule_items set paid = amount, status = 'paid' where settlement_id = $1`, [id]],
    [
      `update settlements set status = 'paid', paid_amount = 3000000, paid_on = ${MOSCOW_TODAY}, version = version + 1 where id = $1`,
      [id],
    ],
    [
      `update requests set status = 'paid', version = version + 1 where id = (select request_id from settlements where id = $1)`,
      [id],
    ],
    history(id, 'payment', 'succeed'),
    history(id, 'settlement', 'payOff'),
    history(id, 'request', 'followPayOff'),
    [
      `insert into certificate_requests (settlement_id, individual_id, legal_entity_id, kind, since, due_on, remind_on)
       select id, individual_id, legal_entity_id, 'certificate', ${MOSCOW_TODAY}, ${MOSCOW_TODAY} + 10, ${MOSCOW_TODAY} + 7
       from settlements where id = $1`,
      [id],
    ],
    notifySides({ individual, company }),
    ...[
      ['paid', '1010', 0, '2010', company],
      ['allocated', 'M99', id, 'M10', id],
    ].map(
      ([kind, debit, debitor, credit, creditor]) =>
        [
          `with entry as (
            insert into ledger_entries (kind, event, settlement_id, payment_id, value_date)
            select $2, '{}', settlement_id, id, ${MOSCOW_TODAY} from payments where settlement_id = $1 returning id)
           insert into ledger_lines (entry_id, account, holder_id, side, amount)
           select id, $3::text, $4::bigint, 'debit', 3000000 from entry union all select id, $5::text, $6::bigint, 'credit', 3000000 from entry`,
          [id, kind, debit, debitor, credit, creditor],
        ] as const,
    ),
  ]);
