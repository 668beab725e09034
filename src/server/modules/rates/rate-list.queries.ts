import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { rates } from '#contract/platform/rates.ts';
import { RATE_KINDS, type RateKey, type RateKind, type RateTouch } from '#domain/rates/rate-kinds.ts';
import { rateRowOn } from '#domain/rates/rates.ts';
import { approvalStatus, endedWhy } from '#server/modules/approvals/approvals.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { personName } from '#server/platform/person-name.ts';
import { ratesOf } from './rates.queries.ts';

type Answered = Answer<typeof rates.list>;

const COUNTS: Readonly<Record<RateTouch, (from: string) => RawBuilder<number>>> = {
  tariffs: (from) =>
    sql`(select count(*) from tariffs where approved and vat_mode <> 'none' and (valid_to is null or valid_to >= ${from}))`,
  offers: () => sql`(select count(*) from terms_offers where status = 'active')`,
  agreements: () => sql`(select count(*) from settlements where status = 'waiting_for_payment')`,
  payments: (from) =>
    sql`(select count(*) from schedule_items where status in ('planned', 'due', 'overdue') and due_date >= ${from})`,
};

/** The rows by kinds and days, and what a coming one will touch. */
export async function listRates(ctx: Ctx): Promise<Answered> {
  const inForce = await ratesOf(ctx.db);
  const rows = await ctx.db
    .selectFrom('datedRates')
    .select(['id', 'kind', 'key', 'validFrom as from', 'value', 'source'])
    .where('approved', '=', true)
    .orderBy('kind')
    .orderBy('key')
    .orderBy('validFrom', 'desc')
    .execute();
  const shown = [];
  for (const row of rows) {
    const kind = row.kind as RateKind;
    const now = rateRowOn(inForce, kind, row.key as RateKey, ctx.day)?.from;
    const begun = row.from === now ? ('active' as const) : ('past' as const);
    const isPlanned = row.from > ctx.day;
    const touched = isPlanned ? await countTouched(ctx, kind, row.from) : null;
    shown.push({ ...row, kind, state: isPlanned ? ('planned' as const) : begun, touched });
  }
  return { rows: shown, changes: await changesOf(ctx) };
}

/** What of what is open now a row of a kind will count from its day on. */
export async function countTouched({ db }: Ctx, kind: RateKind, from: string): Promise<Record<string, number>> {
  const counted = RATE_KINDS[kind].touches.map((touch) => COUNTS[touch](from).as(touch));
  return await db.selectNoFrom(counted).executeTakeFirstOrThrow();
}

const lately = 30;

async function changesOf({ db }: Ctx): Promise<Answered['changes']> {
  const rows = await db
    .selectFrom('approvals as ap')
    .innerJoin('datedRates as r', 'r.id', 'ap.objectId')
    .select(['ap.id', 'r.kind', 'r.validFrom as from', 'ap.reason as words', 'ap.createdAt'])
    .select([
      approvalStatus('ap').as('status'),
      personName('ap.decidedBy').as('decidedBy'),
      endedWhy('ap').as('endedWhy'),
    ])
    .select(sql<string>`coalesce(${personName('ap.makerId')}, '')`.as('maker'))
    .where('ap.objectType', '=', 'datedRates')
    .orderBy('ap.id', 'desc')
    .limit(lately)
    .execute();
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kind as RateKind }));
}
