import { makeEmployee } from '#server/demo/factories.ts';
import type { Client } from '#test/helpers/client.ts';
import { number, type Report } from '../report.ts';
import { type BenchServer, startBenchServer } from '../server.ts';
import { growCases } from './cases.ts';
import { growTo as growClaims, makeCompanies } from './entries.ts';
import type { Shape } from './list-shapes.ts';
import { type Figures, measureShapes, ratioOf } from './lists.ts';
import { growTo as growPeople } from './people.ts';

/** `SEARCH=100000` measures fewer claims. */
const claims = Number(process.env['SEARCH'] ?? 1_000_000);
/** Those of them who have registered. */
const people = claims / 10;
const finds = 6;
const searching = { id: 'P5', limit: 2 };

/**
 * Measures the search over everything beside bare SQL: an operator's, over the same kinds and over the claims alone; a creditor's and a
 * debtor's, each over his own.
 */
export async function measureSearch(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    const companies = await makeCompanies(benchServer);
    await growClaims(benchServer, companies, 0, claims);
    await growPeople(benchServer, 0, people);
    await growCases(benchServer, companies, claims);
    const measure = (some: readonly Shape[], asker?: Client) =>
      measureShapes(benchServer, claims, some, 'registry_entries', asker);
    const creditor = await signInCreditor(benchServer, companies[0]!);
    const debtor = await signInDebtor(benchServer);
    return report({
      own: new Map([
        ...(await measure(typedByCreditor.map(overOwn('кредитор', whose.creditor, companies[0]!)), creditor)),
        ...(await measure(typedByDebtor.map(overOwn('должник', whose.debtor, debtor.individualId)), debtor.client)),
      ]),
      everything: await measure(typed.map(overEverything)),
      claimsAlone: await measure(typed.map(overClaims)),
    });
  } finally {
    await benchServer.stop();
  }
}

/** A manager of a company that has a twentieth of all claims. */
async function signInCreditor(benchServer: BenchServer, legalEntityId: number): Promise<Client> {
  const email = 'manager@bench.test';
  const { passwordHash } = benchServer;
  await benchServer.write((tx) => makeEmployee(tx, { email, passwordHash, legalEntityId, role: 'manager' }));
  return benchServer.signIn(email);
}

/** The debtor of the first settlement. */
async function signInDebtor(benchServer: BenchServer) {
  const { passwordHash } = benchServer;
  const debtor = await benchServer.write(async (tx) => {
    const found = await tx
      .selectFrom('settlements as s')
      .innerJoin('individuals as i', 'i.id', 's.individualId')
      .innerJoin('accounts as a', 'a.id', 'i.accountId')
      .select(['i.id as individualId', 'a.id as accountId', 'a.email'])
      .orderBy('s.id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('accounts').set({ passwordHash }).where('id', '=', found.accountId).execute();
    return found;
  });
  return { individualId: debtor.individualId, client: await benchServer.signIn(debtor.email) };
}

interface Typed {
  name: string;
  words: string;
  /** The same as the whole phone of a claim. */
  phone?: string;
}

const typed: readonly Typed[] = [
  { name: 'фамилия', words: 'Бавегоов' },
  { name: 'имя и фамилия', words: 'Бавегоов Глеб' },
  { name: 'слово, которое есть у всех', words: 'Сергеевич' },
  { name: 'начало слова, которое есть у всех', words: 'серг' },
  { name: 'договор', words: 'КД-54321' },
  { name: 'ИНН целиком', words: String((4321n * 611953n) % 999999999989n).padStart(12, '0') },
  { name: 'чего нет', words: 'Несуществующий' },
  { name: 'телефон', words: '89000004321', phone: '+79000004321' },
];

/** What a manager of the first company types: the claims of his own and of others. */
const typedByCreditor: readonly Typed[] = [
  ...typed.filter(({ phone }) => phone === undefined),
  { name: 'свой договор', words: 'КД-54320' },
];
const typedByDebtor: readonly Typed[] = [
  { name: 'своё урегулирование', words: 'У-2026-000000' },
  { name: 'чего нет', words: 'Несуществующий' },
];

/** The limit looks through the same kinds by the same indexes, but knows nobody's rights. */
const overEverything = (sought: Typed): Shape => ({
  ...shape(sought),
  text: unionOf(bareKinds(sought.phone !== undefined)),
});

const unionOf = (selects: Record<string, string>): string =>
  Object.entries(selects)
    .map(([kind, select]) => `(select '${kind}' as kind, ${select} limit ${finds})`)
    .join(' union all ');

/** Whose rows of each kind are, by $2: those of a company with whoever has a request to it or has taken its claim, and those of a person. */
const whose: Record<'creditor' | 'debtor', Record<keyof ReturnType<typeof bareKinds>, string>> = {
  creditor: {
    individual: `(exists (select from requests r where r.individual_id = i.id and r.legal_entity_id = $2)
      or exists (select from simple_registry_entries e where e.individual_id = i.id and e.accepted_at is not null and e.legal_entity_id = $2))`,
    legalEntity: 'le.id = $2',
    claim: 'e.legal_entity_id = $2',
    simpleEntry: 'e.legal_entity_id = $2',
    request: 'q.legal_entity_id = $2',
    simpleRequest: 'q.legal_entity_id = $2',
    settlement: 's.legal_entity_id = $2',
    payment: 'p.legal_entity_id = $2',
  },
  debtor: {
    individual: 'i.id = $2',
    legalEntity: `(exists (select from registry_entries e where e.legal_entity_id = le.id and e.individual_id = $2)
      or exists (select from requests r where r.creditor_inn = le.inn and r.individual_id = $2))`,
    claim: 'e.individual_id = $2',
    simpleEntry: 'e.individual_id = $2',
    request: 'q.individual_id = $2',
    simpleRequest: 'q.individual_id = $2',
    settlement: 's.individual_id = $2',
    payment: 'p.individual_id = $2',
  },
};

/** The same kinds, each within what is one's own; people by their names alone. */
const overOwn =
  (who: string, conditions: (typeof whose)['creditor'], id: number) =>
  (sought: Typed): Shape => {
    const bare = { ...bareKinds(false), individual: ownPerson };
    const own = Object.entries(bare).map(([kind, select]) => [
      kind,
      `${select} and ${conditions[kind as keyof typeof bare]}`,
    ]);
    const { name, values, ...rest } = shape(sought);
    return { ...rest, name: `${who}: ${name}`, values: [...values, id], text: unionOf(Object.fromEntries(own)) };
  };

const overClaims = (sought: Typed): Shape => {
  const byPhone = sought.phone !== undefined;
  const select = `select 'claim' as kind, ${bareKinds(byPhone).claim} limit ${finds}`;
  // A statement must name each value that is sent with it.
  return {
    ...shape(sought),
    ...(byPhone ? { text: select.replace('$2', '$1'), values: [sought.phone] } : { text: select }),
  };
};

const shape = ({ name, words, phone }: Typed): Omit<Shape, 'text'> => ({
  name,
  kind: 'search',
  path: `/api/search?q=${words}`,
  values: [`%${words.toLowerCase()}%`, ...(phone === undefined ? [] : [phone])],
  finds: true,
  bar: searching,
});

const name = (alias: string): string => `concat_ws(' ', ${alias}.last_name, ${alias}.first_name, ${alias}.middle_name)`;

const ownPerson = `i.id, ${name('i')}, i.inn from individuals i where i.deleted_at is null and i.search like $1`;

/** What is selected of each kind, from where, and by what. @param byPhone whether $2 is a phone */
const bareKinds = (byPhone: boolean) => ({
  individual: `i.id, ${name('i')} as title, i.inn as detail from individuals i
    where i.deleted_at is null and i.id in (
      (select id from individuals where search like $1 limit ${finds})
      union all (select i.id from individuals i join accounts a on a.id = i.account_id where a.search like $1 limit ${finds}))`,
  legalEntity: 'le.id, le.short_name, le.inn from legal_entities le where le.search like $1',
  claim: `e.id, e.contract_number, ${name('e')} || le.short_name
    from registry_entries e join legal_entities le on le.id = e.legal_entity_id
    where e.withdrawn_at is null and ${byPhone ? 'e.phone = $2' : 'e.search like $1'}`,
  simpleEntry: `e.id, e.contract_number, ${name('e')} || le.short_name
    from simple_registry_entries e join legal_entities le on le.id = e.legal_entity_id
    where e.withdrawn_at is null and ${byPhone ? 'e.phone = $2' : 'e.search like $1'}`,
  request: `q.id, q.number, ${name('i')} from requests q join individuals i on i.id = q.individual_id
    where q.archived_at is null and q.search like $1`,
  simpleRequest: `q.id, q.creditor_inn, ${name('i')} from simple_requests q join individuals i on i.id = q.individual_id
    where i.search like $1`,
  settlement: 's.id, s.number, s.search from settlements s where s.search like $1',
  payment: `p.id, p.number, s.search from payments p join settlements s on s.id = p.settlement_id where s.search like $1`,
});

function report({ everything, claimsAlone, own }: Record<'everything' | 'claimsAlone' | 'own', Figures>): Report {
  return {
    title: 'Поиск по всему',
    about: `Поиск по людям, компаниям, требованиям, заявкам, урегулированиям и платежам сразу: ${claims} требований,
${people} человек и то, что из них вышло (${claims / 10} урегулирований, ${claims / 5} платежей и остальное). Ищут оператор — во всём,
менеджер кредитора, у которого двадцатая часть требований, и должник — каждый в своём. Процессор сервера вместе с PostgreSQL на
запрос, 16 соединений. Предел: голый node:http и pg, поиск по триграммам по тем же таблицам одним запросом, без входа, у кредитора и
должника по тем же восьми видам с условием, чьё это; рядом у оператора — такой же поиск по одним требованиям.`,
    head: ['что', 'мс', 'предел, мс', 'к пределу', 'одни требования, мс', 'к ним', 'p99, мс'],
    rows: [...everything, ...own].map(([name, { ours, limit }]) => {
      const alone = claimsAlone.get(name);
      return [
        name,
        number(ours.cpuMs, 3),
        number(limit.cpuMs, 3),
        number(ours.cpuMs / limit.cpuMs),
        alone ? number(alone.limit.cpuMs, 3) : '—',
        alone ? number(ratioOf(alone)) : '—',
        number(ours.p99, 0),
      ];
    }),
    bars: [...everything, ...own].map(([what, measured]) => ({
      ...searching,
      what,
      figure: ratioOf(measured),
      unit: '×',
    })),
  };
}
