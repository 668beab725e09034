import { Refusal } from '#contract/kernel/errors.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { lockPayment, partiesOf } from './locked.ts';
import { succeedPayment } from './settle.ts';

/** Money that has come to the partner by itself, as his statement has it. */
interface Transfer {
  settlementId: number;
  amount: Kopecks;
  /** The partner's number of the movement: no transfer is taken twice. */
  statementId: string;
  at: Date;
  /** Whether the ledger holds it already as nobody's. */
  isHeld: boolean;
}

/**
 * Takes a transfer as a payment of a settlement: schedule, ledger and fee follow as of any other.
 * @returns its id
 * @throws Refusal `move.illegal` where a payment has the number of its movement already
 */
export async function takeTransfer(
  tx: Tx,
  { settlementId, amount, statementId, at, isHeld }: Transfer,
): Promise<number> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      ...partiesOf(await lockSettlement(tx, settlementId)),
      channel: 'bank_transfer',
      amount: kopecks(amount),
      partnerId: statementId,
      reconciledAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken);
  const { settlement, locked } = await lockPayment(tx, id);
  await succeedPayment(tx, settlement, locked, at, { kind: isHeld ? 'matched' : 'paid' });
  return id;
}

function refuseTaken(error: unknown): never {
  if (brokenConstraint(error) !== 'payments_partner_id_key') throw error;
  throw new Refusal('move.illegal', { detail: 'Под этим № у партнёра уже учтён другой платёж' });
}

/**
 * A transfer goes on under the number that its line has now: another movement may have the one of before. Where another payment has that
 * number it keeps its own, since a statement is compared all the same; who counts the other movement is told then.
 */
export async function renumberTransfer(tx: Tx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ partnerId: to })
    .where('channel', '=', 'bank_transfer')
    .where('partnerId', '=', from)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payments as o').select('o.id').where('o.partnerId', '=', to))))
    .execute();
}
