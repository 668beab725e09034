import type pg from 'pg';
import { defaultFee } from '#domain/money/tariff.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { moscowDay, toDay } from '#domain/values/days.ts';
import { hashPassword } from '../modules/auth/passwords.ts';
import { papersOf } from '../modules/verification/papers.queries.ts';
import type { Config } from '../platform/config.ts';
import { type Db, openDatabase, startTimeouts, type Tx } from '../platform/database/db.ts';
import { Files } from '../platform/files/files.ts';
import { openKeys } from '../platform/secrets/keys.ts';
import { makeSecrets, type Secrets } from '../platform/secrets/secrets.ts';
import { inSystemTransaction } from '../platform/state/write.ts';
import { type DemoCreditor, demoAccounts, demoPassword } from './accounts.ts';
import { makeCompany, makeEmployee, makeIndividual, makeOperator } from './factories.ts';
import { fillIdentities } from './identities.ts';
import { fillRegistries } from './registries.ts';

/** The three creditors, by their numbers. */
const inns = { microlender: '7707083893', bank: '7728168971', collector: '7736050003' } as const;
type Creditors = Record<keyof typeof inns, number>;

/**
 * Fills the demo world once, its people, companies and registries: a database that has any account of others is left as it
 * is. Each step is one transaction and is passed over when it is done already, so a filling that was interrupted goes on
 * where it was. What they have done with one another is filled by `fillSettlements`, once the program runs.
 * @throws between two steps when `stopping` is set off
 */
export async function fillDemoWorld(
  connection: pg.PoolConfig,
  config: Config,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const database = openDatabase(connection, 1, () => undefined, startTimeouts);
  const { db } = database;
  try {
    const mark = await db.selectFrom('demonstration').select('wholeAt').executeTakeFirst();
    if (mark?.wholeAt) return;
    if (!mark && (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst())) return;
    const keys = await openKeys(database.pool, config);
    const secrets = makeSecrets(keys.now);
    if (!mark) await makeEverybody(db, secrets);
    const files = new Files({ ...config, keys: keys.now });
    const today = moscowDay(new Date());
    const cast = { ...(await creditorsIn(db)), people: withClaims };
    await fillRegistries({ db, files, secrets, today, stopping }, cast);
    await inSystemTransaction(db, 'system.demo', (tx) => fillIdentities(tx, secrets, today));
  } finally {
    await database.close();
  }
}

/** The people and companies of the demonstration, together with the mark that its filling has begun. */
export async function makeEverybody(db: Db, secrets: Secrets): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  await inSystemTransaction(db, 'system.demo', async (tx) => {
    await tx.insertInto('demonstration').defaultValues().execute();
    await makeOperators(tx, passwordHash);
    await makePeople(tx, passwordHash, secrets);
    await makeTariffs(tx);
    await makeCompanies(tx, passwordHash);
  });
}

async function creditorsIn(db: Db): Promise<Creditors> {
  const rows = await db
    .selectFrom('legalEntities')
    .select(['id', 'inn'])
    .where('inn', 'in', Object.values(inns))
    .execute();
  const byInn = new Map(rows.map(({ id, inn }) => [inn, id]));
  return Object.fromEntries(Object.entries(inns).map(([name, inn]) => [name, byInn.get(inn)])) as Creditors;
}

/** The usual fee with the VAT of its first day. */
const feeFrom = (day: string) => defaultFee(KNOWN_RATES, toDay(day));

/** What the platform takes, so that a fee is shown before each agreement. */
async function makeTariffs(tx: Tx): Promise<void> {
  await tx
    .insertInto('tariffs')
    .values([
      { ...feeFrom('2025-01-01'), name: 'Вводный', rateBps: 300, validFrom: '2025-01-01', validTo: '2025-12-31' },
      { ...feeFrom('2026-01-01'), name: 'Общий', min: 5_000, validFrom: '2026-01-01' },
      {
        ...feeFrom('2026-01-01'),
        legalEntityTypeId: await typeNamed(tx, 'ПКО'),
        name: 'Коллекторы, по счёту',
        collect: 'invoice',
        validFrom: '2026-01-01',
      },
      {
        ...feeFrom('2026-01-01'),
        ...(await makeWords(tx)),
        name: 'Пенсионеры банков',
        rateBps: 200,
        validFrom: '2026-01-01',
      },
    ])
    .execute();
}

/** Categories of people; @returns the kind of companies and the category that have a tariff of their own */
async function makeWords(tx: Tx): Promise<{ legalEntityTypeId: number; individualCategoryId: number }> {
  const categories = [
    ['Пенсионер', 'Получает страховую или социальную пенсию'],
    ['Многодетная семья', 'Трое и более детей до 18 лет'],
    ['Инвалид I или II группы', null],
    ['Участник СВО', 'И члены его семьи'],
  ] as const;
  const [first] = await tx
    .insertInto('individualCategories')
    .values(categories.map(([name, help], index) => ({ name, help, place: (index + 1) * 10 })))
    .returning('id')
    .execute();
  await tx
    .updateTable('individuals')
    .set({ categoryId: first!.id })
    .where('accountId', '=', (eb) => eb.selectFrom('accounts').select('id').where('email', '=', sidorov.email))
    .execute();
  return { legalEntityTypeId: await typeNamed(tx, 'Банк'), individualCategoryId: first!.id };
}

const typeNamed = async (tx: Tx, name: string): Promise<number> =>
  (await tx.selectFrom('legalEntityTypes').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

async function makeOperators(tx: Tx, passwordHash: string): Promise<void> {
  for (const operator of demoAccounts.operators) await makeOperator(tx, { ...operator, passwordHash });
}

async function makeCompanies(tx: Tx, passwordHash: string): Promise<void> {
  const alpha = await makeCompany(tx, {
    inn: inns.microlender,
    kpp: '772501001',
    ogrn: '1027700132195',
    shortName: 'ООО МКК «Альфа»',
    fullName: 'Общество с ограниченной ответственностью Микрокредитная компания «Альфа»',
    legalAddress: '115114, г. Москва, Дербеневская наб., д. 11, пом. 4',
    phone: '+74951230101',
    email: 'office@alpha.test',
    typeId: await typeNamed(tx, 'МФО'),
    verificationStatus: 'verified',
  });
  const beta = await makeCompany(tx, {
    inn: inns.bank,
    kpp: '770801001',
    shortName: 'АО «Бета Банк»',
    ogrn: '1027700067328',
    fullName: 'Акционерное общество «Бета Банк»',
    legalAddress: '107078, г. Москва, ул. Каланчёвская, д. 27',
    phone: '+74951230202',
    email: 'office@beta.test',
    typeId: await typeNamed(tx, 'Банк'),
    verificationStatus: 'verified',
  });
  const gamma = await makeCompany(tx, {
    inn: inns.collector,
    kpp: '165501001',
    shortName: 'ООО ПКО «Гамма»',
    ogrn: '1027700070518',
    fullName: 'Общество с ограниченной ответственностью Профессиональная коллекторская организация «Гамма»',
    legalAddress: '420111, г. Казань, ул. Баумана, д. 9',
    phone: '+78431230303',
    email: 'office@gamma.test',
    typeId: await typeNamed(tx, 'ПКО'),
    verificationStatus: 'verified',
  });
  const companies: Record<DemoCreditor, number> = { alpha, beta, gamma };
  for (const { creditor, ...employee } of demoAccounts.employees) {
    const power = powers[employee.email] ?? null;
    await makeEmployee(tx, { ...employee, power, legalEntityId: companies[creditor], passwordHash, joinedAt });
  }
}

/** What those sign who are no heads: since before their first signature, and for years. */
const powers: Readonly<Record<string, Parameters<typeof makeEmployee>[1]['power']>> = {
  'manager@alpha.test': {
    number: '14/24',
    issuedOn: toDay('2024-01-15'),
    validUntil: toDay('2029-01-14'),
    scope: ['conclude', 'change'],
  },
  'accountant@alpha.test': {
    number: '15/24',
    issuedOn: toDay('2024-01-15'),
    validUntil: toDay('2029-01-14'),
    scope: ['certify'],
  },
};

/** Before anything that happens in the demonstration: whatever they sign, they had joined the rules of signing. */
const joinedAt = new Date('2024-01-15T09:00:00Z');

const [ivanov, petrova, sidorov] = demoAccounts.individuals;
/** Verified people whose claims the creditors' registries hold; the sign-in page offers the first two. */
const withClaims = [
  ivanov,
  petrova,
  {
    email: 'orlova@demo.test',
    phone: '+79161234504',
    lastName: 'Орлова',
    firstName: 'Ирина',
    middleName: 'Павловна',
    inn: '780123450169',
    birthDate: '1979-06-30',
  },
  {
    email: 'belyaev@demo.test',
    phone: '+79161234505',
    lastName: 'Беляев',
    firstName: 'Роман',
    middleName: 'Игоревич',
    inn: '780234560216',
    birthDate: '1993-01-17',
  },
  {
    email: 'kuznetsova@demo.test',
    phone: '+79161234506',
    lastName: 'Кузнецова',
    firstName: 'Мария',
    middleName: 'Андреевна',
    inn: '780345670373',
    birthDate: '1988-09-08',
  },
] as const;

/** Units that issue passports, and where those live whom they have issued one. */
const issued = [
  ['2012-04-20', 'ОВД района Хамовники г. Москвы', '770-014', '119048, г. Москва, ул. Усачёва, д. 12, кв. 41'],
  [
    '2018-11-30',
    'ГУ МВД России по Московской области',
    '500-037',
    '143005, Московская обл., г. Одинцово, ул. Маршала Неделина, д. 6, кв. 118',
  ],
  [
    '2019-08-14',
    'ГУ МВД России по г. Санкт-Петербургу',
    '780-052',
    '191014, г. Санкт-Петербург, ул. Маяковского, д. 30, кв. 9',
  ],
  [
    '2013-02-06',
    'ТП № 71 ОУФМС России по Санкт-Петербургу',
    '780-071',
    '198095, г. Санкт-Петербург, ул. Швецова, д. 22, кв. 57',
  ],
  [
    '2016-10-11',
    'ОУФМС России по Республике Татарстан',
    '160-003',
    '420043, г. Казань, ул. Вишневского, д. 14, кв. 83',
  ],
] as const;

function papersOfPerson(index: number) {
  const [passportIssuedAt, passportIssuedBy, passportDepartment, regAddress] = issued[index % issued.length]!;
  return {
    passport: { series: `45${12 + index}`, number: `${604_118 + index * 7_919}` },
    passportIssuedAt: toDay(passportIssuedAt),
    passportIssuedBy,
    passportDepartment,
    regAddress,
  };
}

async function makePeople(tx: Tx, passwordHash: string, secrets: Secrets): Promise<void> {
  for (const [index, person] of withClaims.entries()) {
    await makeIndividual(tx, {
      ...person,
      papers: papersOf('individuals').seal(secrets, papersOfPerson(index)),
      verificationStatus: 'verified',
      isUnaskedOfHealth: true,
      passwordHash,
      joinedAt,
    });
  }
  await makeIndividual(tx, { ...sidorov, isUnaskedOfHealth: true, passwordHash, joinedAt });
}
