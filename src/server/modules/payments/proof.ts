import type { Uploaded } from '#contract/kernel/file.ts';
import { paymentMachine } from '#domain/money/payment.ts';
import type { Side } from '#domain/values/machine.ts';
import { putFile } from '#server/modules/files/files.commands.ts';
import { type FileLocation, readFile } from '#server/modules/files/files.queries.ts';
import { notifySides } from '#server/modules/settlements/money/money.commands.ts';
import type { Ctx, FileAnswer, Writing } from '#server/platform/ctx.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import { lockPayment } from './locked.ts';
import { otherSide, refused } from './outside.commands.ts';

const kind = 'proof';
const proofLocation = (id: number): FileLocation => ({ owner: 'payment', column: 'paymentId', id, place: 'slot' });

/**
 * Whoever has stated that he paid, or was paid, past the platform shows a paper of it while the other side has not answered;
 * a new paper takes the place of the one before.
 * @throws Refusal `move.illegal`, `quota.exceeded`
 */
export async function provePayment(ctx: Writing, id: number, side: Side, file: Uploaded): Promise<void> {
  const { settlement, locked } = await lockPayment(ctx.db, id);
  if (locked.statedBy !== side) throw refused('Подтверждение прикладывает тот, кто сообщил об оплате');
  if (locked.status !== 'created') throw illegalIn(paymentMachine, locked.status);
  await putFile(ctx, proofLocation(id), kind, file);
  const title = `${settlement.number}. К оплате вне платформы приложен документ`;
  await notifySides(ctx.db, settlement, { event: 'payment.outside', title }, [otherSide(side)]);
}

/** @throws Refusal `object.absent` when nothing was shown */
export const readProof = (ctx: Ctx, id: number): Promise<FileAnswer> => readFile(ctx, proofLocation(id), kind);
