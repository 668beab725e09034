import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { maskEmail } from '#domain/values/masks.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { type LetterTemplate, queueLetter } from '#server/platform/jobs/letters.ts';
import { oneTimeCodeLetters } from './letters.ts';

/** What a code confirms. */
type Purpose =
  | 'email'
  | 'email_by_former'
  | 'email_by_sms'
  | 'phone'
  | 'phone_by_sms'
  | 'phone_by_former_sms'
  | 'signature'
  | 'payment_details'
  | 'verified_data';

/** What a code confirms: it does that and nothing else, so that nobody confirms another content than its owner has read. */
export interface Confirmed {
  /** Which act of its purpose: `policy`, `payment details: add`. */
  act: string;
  /** The number of the object that it is done to, or of all of them. */
  of: number | readonly number[];
  /** The form as it is sent, without the code, or the fingerprint of the text that was read. */
  content: unknown;
}

const minutes = 10;
const subjectContext = 'one_time_codes.subject';
const codeContext = 'one_time_codes.code';

/**
 * Makes a code of six digits that confirms a change of the own account or signs a document; an earlier one for the same dies with it.
 * @param subject what will be changed to or signed, kept sealed until the code comes back
 * @param limitationShown the code comes with the warning that the limitation of a debt may have run out
 */
export async function makeCode(
  ctx: Writing,
  purpose: Purpose,
  subject: string,
  limitationShown = false,
): Promise<{ id: number; code: string; expiresAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { id, expiresAt } = await ctx.db
    .insertInto('oneTimeCodes')
    .values({
      accountId: ctx.actor.accountId,
      purpose,
      limitationShown,
      subjectSealed: ctx.app.secrets.seal(subjectContext, subject),
      codeHash: codeHashOf(ctx, purpose, code),
      expiresAt: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  return { id, code, expiresAt };
}

/** What the code for a purpose that the actor waits for will change to, whether or not he knows it; null where none waits. */
export async function askedFor(ctx: Writing, purpose: Purpose): Promise<string | null> {
  const last = await ctx.db
    .selectFrom('oneTimeCodes')
    .select(['subjectSealed', sql<boolean>`used_at is null and expires_at > now()`.as('isWaiting')])
    .where('accountId', '=', ctx.actor.accountId)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.isWaiting ? ctx.app.secrets.open<string>(subjectContext, last.subjectSealed) : null;
}

interface Used {
  id: number;
  subject: string;
}

/**
 * Uses up the last code for a purpose and gives its id and what it confirms. Of many at once one succeeds; five wrong ones close
 * the way for a quarter of an hour.
 * @throws Refusal `code.wrong`, `rate.limited`
 */
const useCode = (ctx: Writing, purpose: Purpose, code: string): Promise<Used> =>
  guessing(ctx, (use) => use(purpose, code));

/** Uses up several codes that confirm one thing together, as one guess: of many at once one still succeeds. @throws as `useCode` does */
export async function guessing<Done>(
  ctx: Writing,
  work: (use: (purpose: Purpose, code: string) => Promise<Used>) => Promise<Done>,
): Promise<Done> {
  const limit = `one-time ${ctx.actor.accountId}`;
  await ctx.app.limits.take('codeAccount', limit);
  const done = await work((purpose, code) => spendCode(ctx, purpose, code));
  await ctx.app.limits.giveBack('codeAccount', limit);
  return done;
}

async function spendCode(ctx: Writing, purpose: Purpose, code: string): Promise<Used> {
  const used = await ctx.db
    .updateTable('oneTimeCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('oneTimeCodes')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('accountId', '=', ctx.actor.accountId)
        .where('purpose', '=', purpose),
    )
    .where('codeHash', '=', codeHashOf(ctx, purpose, code))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['id', 'subjectSealed'])
    .executeTakeFirst();
  if (!used) throw new Refusal('code.wrong');
  return { id: used.id, subject: ctx.app.secrets.open<string>(subjectContext, used.subjectSealed) };
}

/**
 * Sends the actor a code for one thing: to sign this very text, to change those details to these.
 * @param letter brings the code together with `data`
 */
export async function sendCode<Data extends { code: string }>(
  ctx: Writing,
  purpose: Purpose,
  confirmed: Confirmed,
  letter: LetterTemplate<Data>,
  data: Omit<Data, 'code'>,
  limitationShown = false,
): Promise<{ sentTo: string; expiresAt: Date }> {
  const { email } = await ctx.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow();
  const { id, code, expiresAt } = await makeCode(ctx, purpose, hashOf(confirmed), limitationShown);
  const letterId = await queueLetter(ctx, letter, email, { ...data, code } as Data);
  await ctx.db.updateTable('oneTimeCodes').set({ letterId }).where('id', '=', id).execute();
  return { sentTo: maskEmail(email), expiresAt };
}

/** The same by the common letter. @param what «изменить реквизиты», as the letter says what the code is for */
export const sendCodeTo = (ctx: Writing, purpose: Purpose, confirmed: Confirmed, what: string) =>
  sendCode(ctx, purpose, confirmed, oneTimeCodeLetters.oneTimeCode, { purpose: what });

/** Sends a code by the common letter to an address that the account does not have yet. */
export const mailCode = (ctx: Writing, email: string, data: { code: string; purpose: string }): Promise<number> =>
  queueLetter(ctx, oneTimeCodeLetters.oneTimeCode, email, data);

/**
 * Uses the code up and gives its id. One sent for anything else, or for another content, does nothing here and stays what it was.
 * @throws Refusal `code.wrong`
 */
export async function demandCode(ctx: Writing, purpose: Purpose, confirmed: Confirmed, code: string): Promise<number> {
  const used = await useCode(ctx, purpose, code);
  if (used.subject !== hashOf(confirmed)) throw new Refusal('code.wrong', { detail: anotherContent });
  return used.id;
}

const anotherContent = 'Код запрошен для другого содержания. Проверьте, что вы подтверждаете, и запросите новый код';

/** Bound to its owner and purpose: the same digits of somebody else are another code. */
const codeHashOf = (ctx: Writing, purpose: Purpose, code: string): string =>
  ctx.app.secrets.mark(codeContext, `${ctx.actor.accountId} ${purpose} ${code}`);
