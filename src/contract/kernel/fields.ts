import * as z from 'zod';
import type { Check } from '#domain/values/check.ts';
import { checkCompanyName } from '#domain/values/company-name.ts';
import { type Day, parseDay } from '#domain/values/days.ts';
import { checkEmail, normalizeEmail } from '#domain/values/email.ts';
import { formatMoney, kopecks, MAX_AMOUNT } from '#domain/values/money.ts';
import { checkName } from '#domain/values/person-name.ts';
import { parsePhone } from '#domain/values/phone.ts';
import {
  checkDepartmentCode,
  checkInn,
  checkKpp,
  checkOgrn,
  checkOgrnip,
  checkPersonInn,
  checkSnils,
  snilsDigits,
} from '#domain/values/requisites.ts';
import { checkOneLine } from '#domain/values/text/one-line.ts';
import { withoutUnseen } from '#domain/values/text/unseen.ts';

/**
 * The fields that people fill in, each declared once: the shape, the rule of the domain, and the form in which it is
 * kept. NUL and lone surrogates are refused everywhere, because the database cannot hold them.
 */
const clean = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

const trimmed = (string: z.ZodString, max: number) =>
  string.trim().normalize('NFC').max(max).refine(clean, 'Недопустимые знаки');

/** A text of at most `max` characters, trimmed; what is not seen is taken out, so that it fills no field and turns no words about. */
export const text = (max: number) => trimmed(z.string().overwrite(withoutUnseen), max);
/** The same, and not empty. */
export const filledText = (max: number) => text(max).min(1);

/**
 * A name, and a text of a person that papers print: one line of what is seen, so that it never reads as a clause of its own
 * (docs/decisions/0111).
 */
export const oneLineText = (max: number) =>
  trimmed(z.string(), max).check((context) => {
    const message = checkOneLine(context.value);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  });
/** The same, and not empty. */
export const filledLineText = (max: number) => oneLineText(max).min(1);

/** Said to a page from before the text was told apart: it has shown no text that could be signed. */
export const outdatedPage = 'Страница открыта давно: обновите её, прочитайте документ и подпишите по новому коду';

/** The fingerprint of a text that was read, as its draft has told it: it says which text is signed. Nobody signs without. */
export const textHash = z
  .string({ error: ({ input }) => (input === undefined ? outdatedPage : undefined) })
  .length(64)
  .regex(/^[0-9a-f]{64}$/);

/** Why something is done that its owner or the audit will ask about. */
export const reason = filledText(500).min(5, 'Назовите причину: не меньше 5 знаков');

/** A field of the domain: `check` gives its message, `normalize` the form in which it is stored. */
function field(max: number, check: Check, normalize: (value: string) => string = (value) => value) {
  return trimmed(z.string(), max)
    .min(1)
    .check((context) => {
      const message = context.value === '' ? null : check(context.value);
      if (message) context.issues.push({ code: 'custom', message, input: context.value });
    })
    .overwrite(normalize);
}

export const email = field(254, checkEmail, normalizeEmail);
export const name = field(100, checkName);
export const companyName = (max: number) => field(max, checkCompanyName);
export const personInn = field(12, checkPersonInn);
export const inn = field(12, checkInn);
export const kpp = field(9, checkKpp);
/** ОГРН of an organisation (13 digits) or ОГРНИП of an entrepreneur (15). */
export const ogrn = field(15, (value) => (value.length === 15 ? checkOgrnip(value) : checkOgrn(value)));
export const snils = field(14, checkSnils, snilsDigits);
/** A passport of a citizen of Russia. */
export const passport = z.strictObject({
  series: z
    .string()
    .max(4)
    .regex(/^\d{4}$/, 'Паспорт: серия 4 цифры'),
  number: z
    .string()
    .max(6)
    .regex(/^\d{6}$/, 'Паспорт: номер 6 цифр'),
});
/** Код подразделения that issued it: «770-001». */
export const passportDepartment = field(7, checkDepartmentCode);
export const phone = field(
  30,
  (value) => (parsePhone(value) ? null : 'Номер телефона введён не до конца'),
  (value) => parsePhone(value) ?? value,
);
/** A day, `YYYY-MM-DD`. */
export const day = z
  .string()
  .max(10)
  .refine((value) => parseDay(value) !== null, 'Такой даты нет')
  .transform((value) => value as Day);
/** A new password: its strength is judged by the server, which knows the common ones. */
export const newPassword = z.string().min(8).max(128).refine(clean, 'Недопустимые знаки');
/** What somebody types at a sign-in: never judged, only bounded. */
export const secret = z.string().min(1).max(256);
/** A token from a letter. */
export const token = z.string().min(1).max(200);
export const id = z.int().min(1);
/** People type roubles and percents, so the bounds of what goes as kopecks and basis points are told in roubles and percents. */
const mostMoney = [MAX_AMOUNT, `Не больше ${formatMoney(MAX_AMOUNT)}`] as const;
/** Kopecks of a sum that somebody types. */
export const sum = z
  .int()
  .min(1, `Не меньше ${formatMoney(kopecks(1))}`)
  .max(...mostMoney);
/** The same where nothing is a sum too. */
export const sumOrNone = z
  .int()
  .min(0, `Не меньше ${formatMoney(kopecks(0))}`)
  .max(...mostMoney);
/** A share that somebody types, in basis points. */
export const shareBps = (least = 0, most = 10_000) =>
  z
    .int()
    .min(least, `Не меньше ${percents(least)}`)
    .max(most, `Не больше ${percents(most)}`);
const percents = (bps: number): string => `${String(bps / 100).replace('.', ',')}\u00A0%`;
/** The version of the record that the change starts from; also taken from `If-Match`. */
export const version = z.int().min(1);
/** An instant in an answer: ISO 8601, UTC. */
export const instant = z.date().transform((value) => value.toISOString());
/** The body of an operation that takes a file and no fields. */
export const nothingElse = z.strictObject({});
/** The codes of a list of choices, as a choice among them takes them. */
export const codesOf = <Code extends string>(list: readonly { readonly code: Code }[]): [Code, ...Code[]] =>
  list.map(({ code }) => code) as [Code, ...Code[]];
/** The keys of a record of labels, as a choice among them takes them. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): [Key, ...Key[]] =>
  Object.keys(record) as [Key, ...Key[]];
