import { individuals } from '#contract/individuals.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { maskEmail, maskInn, maskPassport, maskPhone, maskSnils } from '#domain/masks.ts';
import { checkBirth } from '#domain/person-dates.ts';
import { formatPassport, formatSnils } from '#domain/requisites.ts';
import { type Ctx, findsObject, implement } from '#server/platform/ctx.ts';
import { containing, readPage } from '#server/platform/list.ts';
import { auditReveal, changeRow } from '#server/platform/write.ts';

const snilsPlace = 'individuals.snils';
const passportPlace = 'individuals.passport';
interface Passport {
  series: string;
  number: string;
}

const rowColumns = [
  'i.id',
  'i.lastName',
  'i.firstName',
  'i.middleName',
  'i.inn',
  'a.phone',
  'a.email',
  'i.verificationStatus',
  'i.createdAt',
] as const;

const people = (ctx: Ctx) =>
  ctx.db
    .selectFrom('individuals as i')
    .leftJoin('accounts as a', 'a.id', 'i.accountId')
    .where('i.deletedAt', 'is', null)
    .where(ctx.within('individual', 'i'));

/**
 * Whose name or ИНН holds the pattern, and for those who see contacts also whose e-mail or phone does. A union, because
 * each half has its own index and an "or" over both would use neither.
 */
function matching(ctx: Ctx, pattern: string) {
  const byName = ctx.db.selectFrom('individuals').select('id').where('search', 'like', pattern);
  if (!ctx.may(individuals.reveal)) return byName;
  return byName.union(
    ctx.db
      .selectFrom('accounts')
      .innerJoin('individuals', 'individuals.accountId', 'accounts.id')
      .select('individuals.id')
      .where('accounts.search', 'like', pattern),
  );
}

/** Who may ask to reveal sees what identifies a person at once; everybody else sees masks. */
function masked<Row extends { inn: string | null; phone: string | null; email: string | null }>(
  ctx: Ctx,
  row: Row,
): Row {
  if (ctx.may(individuals.reveal)) return row;
  return {
    ...row,
    inn: row.inn && maskInn(row.inn),
    phone: row.phone && maskPhone(row.phone),
    email: row.email && maskEmail(row.email),
  };
}

async function findCard(ctx: Ctx, id: number): Promise<Answer<typeof individuals.get>> {
  const row = await people(ctx)
    .select([...rowColumns, 'i.birthDate', 'i.snilsSealed', 'i.passportSealed', 'i.version', 'i.updatedAt'])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { snilsSealed, passportSealed, ...plain } = row;
  const passport = passportSealed === null ? null : ctx.app.secrets.open<Passport>(passportPlace, passportSealed);
  return {
    ...masked(ctx, plain),
    snils: snilsSealed === null ? null : maskSnils(ctx.app.secrets.open<string>(snilsPlace, snilsSealed)),
    passport: passport && maskPassport(passport.series, passport.number),
  };
}

export const individualHandlers = implement(individuals, {
  async list(ctx, { query }) {
    let rows = people(ctx);
    if (query.filter?.verificationStatus)
      rows = rows.where('i.verificationStatus', 'in', query.filter.verificationStatus);
    if (query.q) rows = rows.where('i.id', 'in', matching(ctx, containing(query.q)));
    const page = await readPage(
      ctx.db,
      rows,
      (some) => some.select(rowColumns),
      {
        createdAt: { columns: ['i.createdAt', 'i.id'], first: -1 },
        name: { columns: ['i.lastName', 'i.firstName', 'i.middleName', 'i.id'], first: 1 },
      },
      query,
    );
    return { ...page, items: page.items.map((row) => masked(ctx, row)) };
  },
  get: findsObject(individuals.get, (ctx, { params }) => findCard(ctx, params.id)),
  async update(ctx, { params, body }) {
    const { version, snils, passport, ...plain } = body;
    const problem = body.birthDate && checkBirth(body.birthDate, ctx.day);
    if (problem) throw new Refusal('input.invalid', { fields: { birthDate: problem } });
    const seal = (place: string, value: unknown) =>
      value === undefined ? undefined : value && ctx.app.secrets.seal(place, value);
    await changeRow(ctx.db, 'individuals', params.id, version, {
      ...plain,
      snilsSealed: seal(snilsPlace, snils),
      passportSealed: seal(passportPlace, passport),
    });
    return findCard(ctx, params.id);
  },
  async reveal(ctx, { params, body }) {
    const row = await people(ctx)
      .select(['i.inn', 'a.phone', 'a.email', 'i.snilsSealed', 'i.passportSealed'])
      .where('i.id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw new Refusal('object.absent');
    await auditReveal(ctx, ctx.db, 'individuals', params.id, body.fields, body.reason);
    const { secrets } = ctx.app;
    const passport = row.passportSealed === null ? null : secrets.open<Passport>(passportPlace, row.passportSealed);
    const full = {
      inn: row.inn,
      phone: row.phone,
      email: row.email,
      snils: row.snilsSealed === null ? null : formatSnils(secrets.open<string>(snilsPlace, row.snilsSealed)),
      passport: passport && formatPassport(passport.series, passport.number),
    };
    return Object.fromEntries(body.fields.map((field) => [field, full[field]]));
  },
});
