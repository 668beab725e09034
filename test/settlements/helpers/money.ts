import { randomUUID } from 'node:crypto';
import { kopecks } from '#domain/values/money.ts';
import { takeAnswer } from '#server/modules/payments/settle.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PartnerPayment } from '#server/platform/ports/payments.ts';
import type { Scenario } from './scenario.ts';

/** A payment of the debtor on its way. @returns its id and the partner's number of it */
export async function begin(scenario: Scenario, tx: Tx, settlementId: number, amount: number) {
  const partnerId = randomUUID();
  const { id } = await tx
    .insertInto('payments')
    .values({
      settlementId,
      individualId: scenario.debtorId,
      legalEntityId: scenario.company,
      channel: 'sbp',
      amount,
      status: 'processing',
      partnerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, partnerId };
}

/** The partner tells that money has come. */
export async function receive(scenario: Scenario, tx: Tx, settlementId: number, amount: number): Promise<boolean> {
  const { id, partnerId } = await begin(scenario, tx, settlementId, amount);
  const told = { id: partnerId, amount: kopecks(amount), status: 'succeeded', payUrl: null, reason: null } as const;
  return takeAnswer(tx, id, { ...told, succeededAt: new Date() } as PartnerPayment);
}
