import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { rates } from '#contract/platform/rates.ts';
import { checkRates } from '#domain/rates/check-rate.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { RATE_KINDS, type RateKey, rateTitle } from '#domain/rates/rate-kinds.ts';
import { rateWords } from '#domain/rates/rate-words.ts';
import { mayBeEntered, type RateRow, rateRows } from '#domain/rates/rates.ts';
import { formatDay } from '#domain/values/days.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { publish } from '#server/platform/events.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { calendarChanged } from './rates.events.ts';
import { ratesOf } from './rates.queries.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'rate.keep': { about: 'datedRates'; details: ProposedTable | ProposedRow };
  }
}

type RateForm = Input<typeof rates.propose>['body'];
type Value = RateForm['rows'][string];
type ProposedTable = Omit<RateForm, 'rows'> & { rows: { id: number; key: string; value: Value }[] };
/** As a proposal was kept while it was of one row; some may still wait for their second person. */
type ProposedRow = Omit<RateForm, 'rows'> & { key: string; value: Value };

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
 * Proposes rows to be agreed to by a second person all at once; one for the same day is replaced. Of a day that has come he reads what is
 * counted anew.
 * @throws Refusal `input.invalid` at the fields
 */
export async function proposeRates(ctx: Writing, form: RateForm): Promise<void> {
  const fields = checkRates(form, ctx.day);
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
  const { kind, from, source } = form;
  const words = await proposalWords(ctx, form);
  const rows: ProposedTable['rows'] = [];
  for (const [key, value] of Object.entries(form.rows)) {
    const { id } = await ctx.db
      .insertInto('datedRates')
      .values({ kind, key, validFrom: from, value: jsonText(value), source })
      .returning('id')
      .executeTakeFirstOrThrow();
    rows.push({ id, key, value });
  }
  await proposeApproval(ctx, 'rate.keep', { table: 'datedRates', id: rows[0]!.id }, words, {
    kind,
    from,
    source,
    rows,
  });
}

/** What the second person reads: which rows, what they say, what they replace, and where they come from. */
async function proposalWords({ db, day }: Writing, { kind, from, source, rows }: RateForm): Promise<string> {
  const inForce = await ratesOf(db);
  const words = (of: RateRow['value']): string => rateWords(kind, of).join('; ') || 'без переносов';
  const told = Object.entries(rows).map(([key, value]) => {
    const replaced = rateRows(inForce, kind, key as RateKey).findLast((row) => row.from <= from);
    const before = replaced ? ` Вместо строки с ${formatDay(replaced.from)}: ${words(replaced.value)}.` : '';
    return `${rateTitle(kind, key)}, с ${formatDay(from)}. ${words(value)}.${before}`;
  });
  const late = from <= day ? ` ${RATE_KINDS[kind].late}` : '';
  return `${told.join(' ')}${late} Источник: ${source}`;
}

/**
 * Puts in force what one operator has proposed, unless its quarter or year is over in the meantime.
 * @throws Refusal `move.illegal`, `version.stale`
 */
export async function approveRates(ctx: Writing, { objectId, details }: Proposed<'rate.keep'>): Promise<void> {
  const { kind, from, source } = details;
  if (!mayBeEntered({ kind, from }, ctx.day)) {
    throw new Refusal('move.illegal', { detail: 'Срок, с которого действует эта строка, уже прошёл' });
  }
  const rows = 'rows' in details ? details.rows : [{ id: objectId, key: details.key, value: details.value }];
  for (const { id, key, value } of rows) {
    const approvedRow = await ctx.db
      .selectFrom('datedRates')
      .select(['id', 'version'])
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('validFrom', '=', from)
      .where('approved', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (approvedRow)
      await changeRow(ctx.db, 'datedRates', approvedRow.id, approvedRow.version, { value: jsonText(value), source });
    else await refusingSecond(() => changeRow(ctx.db, 'datedRates', id, 1, { approved: true }));
  }
  if (kind === 'calendar') await publish(ctx, calendarChanged, { year: Number(from.slice(0, 4)) });
}

/** Of two rows of one day that are agreed to at the same moment the second is told. @throws Refusal `version.stale` */
async function refusingSecond(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw brokenConstraint(error) === 'dated_rates_day' ? new Refusal('version.stale') : error;
  }
}
