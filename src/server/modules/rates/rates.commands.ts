import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { rates } from '#contract/platform/rates.ts';
import { checkRate } from '#domain/rates/check-rate.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { rateTitle } from '#domain/rates/rate-kinds.ts';
import { rateWords } from '#domain/rates/rate-words.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { Approved } from '#server/platform/state/approved.ts';
import { changeRow } from '#server/platform/state/write.ts';

declare module '#server/platform/state/approved.ts' {
  interface ApprovalDetails {
    'rate.keep': RateForm;
  }
}

type Writing = Ctx<Actor, Tx>;
type RateForm = Input<typeof rates.propose>['body'];

/** The rows known to the program that the dictionary has not; what somebody keeps for the same day stays. */
export async function seedRates(tx: Tx): Promise<void> {
  await tx
    .insertInto('datedRates')
    .values(
      KNOWN_RATES.map(({ kind, key, from, value, source }) => ({
        kind,
        key,
        validFrom: from,
        value: jsonText(value),
        source,
        approved: true,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key', 'validFrom']).where('approved', '=', sql.lit(true)).doNothing(),
    )
    .execute();
}

/**
 * Proposes a row of a day that has not begun, to be agreed to by a second person; one that stands for the same day is replaced.
 * @throws Refusal `input.invalid` at the fields
 */
export async function proposeRate(ctx: Writing, form: RateForm): Promise<void> {
  const fields = checkRate(form, ctx.day);
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
  const { kind, key, from, value, source } = form;
  const words = await proposalWords(ctx, form);
  const { id } = await ctx.db
    .insertInto('datedRates')
    .values({ kind, key, validFrom: from, value: jsonText(value), source })
    .returning('id')
    .executeTakeFirstOrThrow();
  await proposeApproval(ctx, 'rate.keep', { table: 'datedRates', id }, words, form);
}

/** What the second person reads: which row, what it says, what it replaces, and where it comes from. */
async function proposalWords({ db }: Writing, { kind, key, from, value, source }: RateForm): Promise<string> {
  const replaced = await db
    .selectFrom('datedRates')
    .select(['value', 'validFrom'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('validFrom', '<=', from)
    .where('approved', '=', true)
    .orderBy('validFrom', 'desc')
    .executeTakeFirst();
  const words = (of: RateForm['value']): string => rateWords(kind, of).join('; ') || 'без переносов';
  const before = replaced
    ? ` Вместо строки с ${formatDay(replaced.validFrom as Day)}: ${words(replaced.value as RateForm['value'])}.`
    : '';
  return `${rateTitle(kind, key)}, с ${formatDay(from)}. ${words(value)}.${before} Источник: ${source}`;
}

/**
 * Puts in force what one operator has proposed, unless its day has come in the meantime.
 * @throws Refusal `move.illegal`, `version.stale`
 */
export async function approveRate(ctx: Writing, { objectId, details }: Approved<'rate.keep'>): Promise<void> {
  const { kind, key, from, value, source } = details;
  if (from <= ctx.day) throw new Refusal('move.illegal', { detail: 'День этой строки уже наступил' });
  const standing = await ctx.db
    .selectFrom('datedRates')
    .select(['id', 'version'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('validFrom', '=', from)
    .where('approved', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (standing)
    await changeRow(ctx.db, 'datedRates', standing.id, standing.version, { value: jsonText(value), source });
  else await keepFirst(() => changeRow(ctx.db, 'datedRates', objectId, 1, { approved: true }));
}

/** Of two rows of one day that are agreed to at the same moment the second is told. @throws Refusal `version.stale` */
async function keepFirst(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw brokenConstraint(error) === 'dated_rates_day' ? new Refusal('version.stale') : error;
  }
}
