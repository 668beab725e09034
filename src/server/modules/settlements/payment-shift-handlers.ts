import { paymentShifts } from '#contract/settlements/payment-shifts.ts';
import { implement } from '#server/platform/ctx.ts';
import { draftShift, sendShiftCode, shiftPayment } from './agreement/payment-shift.commands.ts';
import { findCard } from './card.ts';

export const paymentShiftHandlers = implement(paymentShifts, {
  draft: (ctx, { params, body }) => draftShift(ctx, params.x, body.no),
  code: (ctx, { params, body }) => sendShiftCode(ctx, params.x, body.textHash),
  async shift(ctx, { params, body }) {
    await shiftPayment(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
});
