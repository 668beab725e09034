import { growTo as growClaims, makeCompanies } from './entries.ts';
import { buildHouse } from './house.ts';
import type { Shape } from './list-shapes.ts';
import { type Figures, measureShapes, ratioOf } from './lists.ts';
import { growTo as growPeople } from './people.ts';
import { number, type Report } from './report.ts';

/** `SEARCH=100000` measures fewer claims. */
const claims = Number(process.env['SEARCH'] ?? 1_000_000);
/** Those of them who have registered. */
const people = claims / 10;
const finds = 6;
const searching = { id: 'P5', limit: 2 };

/** Measures the search over everything beside the bare search of the claims alone, by everything one may type. */
export async function measureSearch(): Promise<Report> {
  const house = await buildHouse();
  try {
    const companies = await makeCompanies(house);
    await growClaims(house, companies, 0, claims);
    await growPeople(house, 0, people);
    return report(await measureShapes(house, claims, shapes, 'registry_entries'));
  } finally {
    await house.stop();
  }
}

const shapes: readonly Shape[] = [
  find('фамилия', 'Бавегоов'),
  find('имя и фамилия', 'Бавегоов Анна'),
  find('слово, которое есть у всех', 'Сергеевич'),
  find('начало слова, которое есть у всех', 'серг'),
  find('договор', 'КД-54321'),
  find('ИНН целиком', String((4321n * 611953n) % 999999999989n).padStart(12, '0')),
  find('чего нет', 'Несуществующий'),
  {
    ...find('телефон', '89000004321'),
    text: bareSearch('e.phone = $1'),
    values: ['+79000004321'],
  },
];

function find(name: string, words: string): Shape {
  return {
    name,
    kind: 'search',
    path: `/api/search?q=${words}`,
    text: bareSearch('e.search like $1'),
    values: [`%${words.toLowerCase()}%`],
    finds: 'claim',
    bar: searching,
  };
}

function bareSearch(where: string): string {
  return `select e.id, e.legal_entity_id, e.registry_id, e.contract_number, le.short_name,
      concat_ws(' ', e.last_name, e.first_name, e.middle_name) as debtor
    from registry_entries e join legal_entities le on le.id = e.legal_entity_id
    where e.withdrawn_at is null and ${where} limit ${finds}`;
}

function report(figures: Figures): Report {
  return {
    title: 'Поиск по всему',
    about: `Поиск оператора по людям, компаниям, требованиям, заявкам, урегулированиям и платежам сразу: ${claims} требований и
${people} человек. Процессор сервера вместе с PostgreSQL на запрос, 16 соединений. Предел: голый node:http и pg, поиск по триграммам
среди одних требований, без входа.`,
    head: ['что', 'мс', 'предел, мс', 'к пределу', 'p99, мс'],
    rows: [...figures].map(([name, { ours, limit }]) => [
      name,
      number(ours.cpuMs, 3),
      number(limit.cpuMs, 3),
      number(ours.cpuMs / limit.cpuMs),
      number(ours.p99, 0),
    ]),
    bars: [...figures].map(([what, measured]) => ({
      ...searching,
      what,
      figure: ratioOf(measured),
      unit: '×',
    })),
  };
}
