import { Refusal } from '#contract/kernel/errors.ts';
import { judgeTone } from '#domain/negotiation/chat/tone.ts';
import type { Ctx } from '../ctx.ts';

/** What people of a creditor write for a debtor to read is judged as their messages are. @throws Refusal `input.invalid` at the fields */
export function demandTone({ operation, actor, day }: Ctx, body: unknown): void {
  const { toDebtor = [] } = operation.def;
  if (actor?.kind !== 'employee') return;
  const problems = toDebtor.flatMap((field) => {
    const text = (body as Record<string, unknown>)[field];
    const tone = typeof text === 'string' ? judgeTone(text, day) : null;
    return tone?.stops ? [[field, tone.reason] as const] : [];
  });
  if (problems.length > 0) throw new Refusal('input.invalid', { fields: Object.fromEntries(problems) });
}
