import { accountantsOf } from './accountants.ts';
import { contextOf, type Dice } from './context.ts';
import { payersOf } from './payers.ts';
import type { Quarter } from './stage.ts';

/** The people of a quarter and what they do on its days. */
export function lifeOf(stage: Quarter, dice: Dice) {
  const context = contextOf(stage, dice);
  const { agreements, lived } = context;
  return { acts: { ...payersOf(context), ...accountantsOf(context) }, agreements, lived };
}
export type Life = ReturnType<typeof lifeOf>;
