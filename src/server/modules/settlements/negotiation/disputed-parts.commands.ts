import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { debtPart } from '#domain/settlements/debt-structure.ts';
import { type DisputedPart, disputedOf, sameMarks, whyNotDisputed } from '#domain/settlements/disputed-parts.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import { endQuestions } from '../head-approvals.ts';
import { notifyParty } from '../notify.ts';
import { lockNegotiation } from './negotiation.ts';
import type { NegotiationState } from './negotiation-state.queries.ts';

type Form = Input<typeof settlements.disputeParts>['body'];

/**
 * The debtor says what of his debt he disputes; what he does not name he acknowledges. It binds to nothing by itself: an offer
 * keeps what he had said when it was made, and is not accepted any more once that is another (docs/decisions/0103).
 * @throws Refusal `move.illegal` outside a bargaining, `input.invalid` for a part that is not there or that a court has settled
 */
export async function disputeParts(ctx: Writing, id: number, { parts }: Form): Promise<void> {
  await ctx.app.limits.take('markAccount', `${ctx.actor.accountId} dispute`);
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  if (!settlementMachine.canMove(negotiation.status, 'offer')) throw illegalIn(settlementMachine, negotiation.status);
  demandDisputable(negotiation, parts);
  const marks = parts.map(({ code, reason }) => ({ code, reason: reason || null }));
  const disputed = disputedOf(negotiation.debt, marks, negotiation.stage);
  if (sameMarks(disputed, negotiation.disputed)) return;
  await ctx.db
    .updateTable('settlements')
    .set((eb) => ({ disputed: jsonText(disputed), version: eb('version', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute();
  // What a manager has asked his head is about another text by now.
  await endQuestions(ctx.db, id);
  // However often he changes them, his creditor reads of the last change alone.
  const about = { table: 'settlements' as const, id };
  await settleNotifications(ctx.db, about, 'settlement.disputed');
  await notifyParty(ctx.db, negotiation, 'creditor', {
    event: 'settlement.turn',
    ...notificationOf(negotiation, disputed),
    about,
    topic: 'settlement.disputed',
  });
}

function demandDisputable({ debt, stage }: NegotiationState, parts: Form['parts']): void {
  const wrong = parts.flatMap(({ code }, index) => {
    const isThere = debt.some((part) => part.code === code && part.amount > 0);
    const isTwice = parts.findIndex((part) => part.code === code) < index;
    const why = isTwice ? 'Эта часть уже названа' : isThere ? whyNotDisputed(code, stage) : 'Такой части в долге нет';
    return why === null ? [] : [[`parts.${index}.code`, why] as const];
  });
  if (wrong.length > 0) throw new Refusal('input.invalid', { fields: Object.fromEntries(wrong) });
}

function notificationOf({ number, offer, debt, stage }: NegotiationState, disputed: readonly DisputedPart[]) {
  const isAsOffered = offer !== null && sameMarks(disputed, disputedOf(debt, offer.disputed ?? [], stage));
  const names = disputed.map(({ code }) => debtPart(code).label.toLowerCase()).join(', ');
  return {
    title:
      disputed.length === 0 ? `${number}. Заёмщик признаёт долг целиком` : `${number}. Заёмщик оспаривает: ${names}`,
    ...(offer && {
      detail: isAsOffered
        ? 'Предложение, которое сделано раньше, снова можно принять'
        : 'Принять предложение, которое сделано раньше, уже нельзя: текст соглашения стал другим',
    }),
  };
}
