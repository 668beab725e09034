import { Readable } from 'node:stream';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { paymentDays } from '#contract/settlements/payment-days.ts';
import { scheduleCalendar } from '#domain/settlements/schedule-calendar.ts';
import type { Day } from '#domain/values/days.ts';
import { stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { type Actor, type Ctx, type FileAnswer, implement } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { openPayLink } from '#server/platform/secrets/pay-link.ts';
import { settlementNow } from './money/money.commands.ts';

export const paymentDayHandlers = implement(paymentDays, {
  calendar: (ctx, { params }) => calendarOf(ctx, params.id),
  link: (ctx, { params }) => followPayLink(ctx, params.token),
});

/** The days of the payments that are open. @throws Refusal `move.illegal` where there is no schedule in force */
async function calendarOf({ app, db, now }: Ctx<Actor>, id: number): Promise<FileAnswer> {
  const { number, status, rows } = await settlementNow(db, id);
  if (status !== 'waiting_for_payment') {
    throw new Refusal('move.illegal', { detail: 'График есть, пока по соглашению платят' });
  }
  const open = rows.filter((row) => row.principal + row.interest > 0);
  const url = app.config.publicUrl + pagePath('/settlement-{$id}', { id });
  const { hostname: host } = new URL(url);
  const text = scheduleCalendar({ number, url, host, madeAt: now, rows: open });
  return { name: `График ${number}.ics`, stream: Readable.from([text], { objectMode: false }) };
}

/**
 * The payment that a reminder's link leads to. One that is forged, late, or of somebody else leads nowhere, and does not say which.
 * @throws Refusal `token.dead`
 */
async function followPayLink(ctx: Ctx<Actor>, token: string): Promise<Answer<typeof paymentDays.link>> {
  const link = openPayLink(ctx.app.secrets, token);
  const found = await ctx.db
    .selectFrom('settlements as s')
    .innerJoin('legalEntities as le', 'le.id', 's.legalEntityId')
    .select(['s.id', 's.number', 's.closeReason', 'le.shortName as creditor'])
    .where(ctx.within('settlement', 's'))
    .where('s.id', '=', link?.settlement ?? 0)
    .executeTakeFirst();
  if (!link || !found || link.until < ctx.day) throw new Refusal('token.dead');
  const { id: settlementId, number, creditor } = found;
  return { settlementId, number, creditor, dueDate: link.due, ...(await stateOf(ctx, found, link.due)) };
}

/** What has become of the payment of a day: earlier ones that are open are paid before it. */
async function stateOf(
  { db, day }: Ctx<Actor>,
  { id, closeReason }: { id: number; closeReason: string | null },
  due: string,
): Promise<Pick<Answer<typeof paymentDays.link>, 'state' | 'left'>> {
  const { status, rows } = await settlementNow(db, id);
  if (status === 'paid' || closeReason === 'fulfilled') return { state: 'paid', left: 0 };
  if (status !== 'waiting_for_payment') return { state: 'over', left: 0 };
  const open = rows.filter((row) => row.principal + row.interest > 0);
  if (open.some(({ dueDate }) => dueDate === due)) {
    if (await standsStill(db, id, day)) return { state: 'stopped', left: 0 };
    const asked = open.filter(({ dueDate }) => dueDate <= due);
    return { state: 'open', left: asked.reduce((sum, row) => sum + row.principal + row.interest, 0) };
  }
  return { state: rows.some(({ dueDate }) => dueDate === due) ? 'paid' : 'moved', left: 0 };
}

/** Whether something in his life stops payments now: nobody asks him to pay. */
const standsStill = async (db: Db, id: number, day: Day): Promise<boolean> =>
  (await stoppingEventOf(db, id, 'payments', day)) !== null ||
  (await stoppingEventOf(db, id, 'bargaining', day)) !== null;
