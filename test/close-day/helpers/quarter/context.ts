import { expect } from 'vitest';
import type { seededRandom } from '#server/demo/registry-generator.ts';
import type { Reply } from '../../../helpers/client.ts';
import { seenSettlement } from '../../../payments/helpers/scenario.ts';
import { reconciling } from '../../../reconciliation/helpers/differences.ts';
import type { Side } from './creditors.ts';
import type { Quarter } from './stage.ts';

export type Dice = ReturnType<typeof seededRandom>;

interface Agreement {
  readonly id: number;
  readonly side: Side;
}

/** What those who live through a quarter share: what has happened in it, and how they act upon it. */
export function contextOf(stage: Quarter, dice: Dice) {
  /** What has been lived through, by kinds of things. */
  const lived = new Set<string>();
  const agreements: Agreement[] = [];
  /** Payments through the partner, the newest last. */
  const paid: { id: number; agreement: Agreement }[] = [];
  const desk = reconciling(stage.accountant);
  const count = (what: string): void => void lived.add(what);
  const ok = async (reply: Promise<Reply>) => {
    const { status, text, body } = await reply;
    expect(status, text).toBeLessThan(300);
    return body;
  };
  const restOf = async ({ id, side }: Agreement): Promise<number> => {
    const { status, agreedAmount, paidAmount } = await seenSettlement(side, id);
    return status === 'waiting_for_payment' ? agreedAmount - paidAmount : 0;
  };
  /** An agreement that is to be paid, and what is left of it; of several any. */
  const running = async (
    among: readonly Agreement[] = agreements,
  ): Promise<{ agreement: Agreement; rest: number } | undefined> => {
    const left = await Promise.all(among.map(async (agreement) => ({ agreement, rest: await restOf(agreement) })));
    const open = left.filter(({ rest }) => rest > 0);
    return open.length === 0 ? undefined : dice.one(open);
  };
  /** An accountant decides what the statement of today has that nobody has asked for. */
  const decideLine = async (statementId: string, decision: object): Promise<void> => {
    await ok(desk.run());
    const line = (await desk.queue()).find((one) => one.statementId === statementId)!;
    await ok(desk.decide(line.id, decision));
  };
  return { stage, dice, lived, agreements, paid, desk, count, ok, running, decideLine };
}
export type Context = ReturnType<typeof contextOf>;
