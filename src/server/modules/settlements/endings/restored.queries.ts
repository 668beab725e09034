import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { RestorationNoticeFacts } from '#domain/documents/notice-facts.ts';
import { restoredUntil } from '#domain/settlements/breach.ts';
import type { BusinessCalendar } from '#domain/values/business-calendar.ts';
import type { Day } from '#domain/values/days.ts';
import { issuedRestoration } from '#server/modules/documents/notices/notices.queries.ts';
import { accountNamed } from '#server/modules/payment-details/payment-details.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';

/** The last day to pay: that of the notice, or later when it has come later than the day of the end. */
const payableUntil = (
  { rule, payUntil }: RestorationNoticeFacts,
  deliveredOn: Day | null,
  calendar: BusinessCalendar,
): Day => {
  if (rule === undefined || deliveredOn === null) return payUntil;
  const byDelivery = restoredUntil(rule, deliveredOn, calendar);
  return byDelivery > payUntil ? byDelivery : payUntil;
};

/** The debt that is whole again: what its notice has told, and where it is paid now; null when no notice was issued. */
export async function restoredOf(
  ctx: Ctx,
  { id, legalEntityId }: { id: number; legalEntityId: number },
): Promise<Answer<typeof settlements.get>['restored']> {
  const restoration = await issuedRestoration(ctx, id);
  if (!restoration) return null;
  const { facts, deliveredOn } = restoration;
  const { phone } = await ctx.db
    .selectFrom('legalEntities')
    .select('phone')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  const { number, restoredOn, total, paid, rest } = facts;
  const payUntil = payableUntil(facts, deliveredOn, await calendarIn(ctx.db));
  const until = { payUntil, noticeUntil: facts.payUntil, deliveredOn };
  return { number, restoredOn, ...until, total, paid, rest, payee: await accountNamed(ctx, legalEntityId), phone };
}
