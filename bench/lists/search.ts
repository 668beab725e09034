import { number, type Report } from '../report.ts';
import { startBenchServer } from '../server.ts';
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

/** Measures the search over everything beside bare SQL: over the same kinds, and over the claims alone. */
export async function measureSearch(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    const companies = await makeCompanies(benchServer);
    await growClaims(benchServer, companies, 0, claims);
    await growPeople(benchServer, 0, people);
    await growCases(benchServer, companies, claims);
    const everything = await measureShapes(benchServer, claims, typed.map(overEverything), 'registry_entries');
    const claimsAlone = await measureShapes(benchServer, claims, typed.map(overClaims), 'registry_entries');
    return report(everything, claimsAlone);
  } finally {
    await benchServer.stop();
  }
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

/** The limit looks through the same kinds by the same indexes, but knows nobody's rights. */
const overEverything = (sought: Typed): Shape => {
  const each = Object.entries(bareKinds(sought.phone !== undefined)).map(
    ([kind, select]) => `(select '${kind}' as kind, ${select} limit ${finds})`,
  );
  return { ...shape(sought), text: each.join(' union all ') };
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

function report(everything: Figures, claimsAlone: Figures): Report {
  return {
    title: 'Поиск по всему',
    about: `Поиск оператора по людям, компаниям, требованиям, заявкам, урегулированиям и платежам сразу: ${claims} требований,
${people} человек и то, что из них вышло (${claims / 10} урегулирований, ${claims / 5} платежей и остальное). Процессор сервера вместе с PostgreSQL на запрос, 16 соединений. Предел: голый node:http и pg, поиск по триграммам
по тем же таблицам одним запросом, без входа; рядом — такой же поиск по одним требованиям.`,
    head: ['что', 'мс', 'предел, мс', 'к пределу', 'одни требования, мс', 'к ним', 'p99, мс'],
    rows: [...everything].map(([name, { ours, limit }]) => [
      name,
      number(ours.cpuMs, 3),
      number(limit.cpuMs, 3),
      number(ours.cpuMs / limit.cpuMs),
      number(claimsAlone.get(name)!.limit.cpuMs, 3),
      number(ratioOf(claimsAlone.get(name)!)),
      number(ours.p99, 0),
    ]),
    bars: [...everything].map(([what, measured]) => ({
      ...searching,
      what,
      figure: ratioOf(measured),
      unit: '×',
    })),
  };
}
