import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, makeWorld, type World } from '../access/helpers/actors.ts';
import { fromNowhere } from '../access/helpers/addresses.ts';
import { fillTables } from '../helpers/long-tables.ts';

/** The palette finds for each kind of person whom his lists find, and nobody else. */
let world: World;
/** The numbers of the settlement with the home company, of that with another one, and of the individual's own. */
let numbers: Record<'home' | 'other' | 'own', Record<'request' | 'settlement' | 'payment', string>>;
const inn = '171000860252';
const phone = '+79031234567';
const companyNames = ['Первоцвет', 'Бересклет'] as const;

beforeAll(async () => {
  world = await makeWorld();
  const { owner } = world.testApp;
  const debtor = person('физлицо');
  for (const [at, { id }] of [world.home, world.other].entries()) {
    await owner.query('update legal_entities set short_name = $2 where id = $1', [id, companyNames[at]]);
  }
  const claims = [
    [world.home.claims.entry, 'КД-7001/Г', 'Капустин'],
    [world.other.claims.entry, 'КД-8001/Г', 'Капустин'],
    [debtor.entry, 'КД-9001/Г', 'Своеручко'],
  ];
  for (const [id, contract, name] of claims) {
    await owner.query(
      'update registry_entries set contract_number = $2, last_name = $3, debtor_inn = $4, phone = $5 where id = $1',
      [id, contract, name, inn, phone],
    );
  }
  const simple = [
    [world.home.claims.simpleEntry, 'УП-7001/Г'],
    [world.other.claims.simpleEntry, 'УП-8001/Г'],
  ];
  for (const [id, contract] of simple) {
    await owner.query(
      `update simple_registry_entries set contract_number = $2, last_name = 'Капустин', debtor_inn = $3, phone = $4 where id = $1`,
      [id, contract, inn, phone],
    );
  }
  // The home company may know who looks for it, the other one may not.
  await owner.query('update simple_requests set disclosed = true where id = $1', [world.home.settlement.simpleRequest]);
  await owner.query(`update individuals set last_name = 'Капустин', inn = $2 where id = any($1)`, [
    [world.stranger.individual, world.second],
    inn,
  ]);
  await owner.query(`update individuals set last_name = 'Своеручко' where id = $1`, [debtor.individualId]);
  // Agreements of before between the same two are not looked for here.
  await owner.query(`update settlements s set search = plain_words(s.number || ' ' || e.contract_number || ' ' || i.last_name)
    from registry_entries e, individuals i where e.id = s.registry_entry_id and i.id = s.individual_id
      and s.close_reason is distinct from 'fulfilled'`);
  numbers = {
    home: await numbersOf(world.home.settlement),
    other: await numbersOf(world.other.settlement),
    own: await numbersOf(debtor.settlement!),
  };
});
afterAll(() => world.testApp.stop());

const person = (name: string): Actor => world.actors.find((one) => one.person.name === name)!;

async function numbersOf(settlement: Record<'request' | 'settlement' | 'payment', number>) {
  const of = async (table: string, id: number): Promise<string> =>
    (await world.testApp.owner.query(`select number from ${table} where id = $1`, [id])).rows[0].number;
  return {
    request: await of('requests', settlement.request),
    settlement: await of('settlements', settlement.settlement),
    payment: await of('payments', settlement.payment),
  };
}

async function found(who: string, q: string): Promise<string[]> {
  const reply = await person(who).client.get(`/api/search?q=${encodeURIComponent(q)}`, fromNowhere());
  expect(reply.status, reply.text).toBe(200);
  return reply.body.items.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`).toSorted();
}

const settlementOf = (side: 'home' | 'other'): string[] => {
  const { claims, settlement } = world[side];
  return [
    `claim ${claims.entry}`,
    `payment ${settlement.payment}`,
    `request ${settlement.request}`,
    `settlement ${settlement.settlement}`,
    `simpleEntry ${claims.simpleEntry}`,
    `simpleRequest ${settlement.simpleRequest}`,
  ];
};
const people = (): string[] => [`individual ${world.stranger.individual}`, `individual ${world.second}`];
const seesEverything = ['О: администратор', 'О: менеджер'];
const seesMasks = ['О: бухгалтер', 'О: наблюдатель'];
const creditors = ['руководитель', 'менеджер', 'бухгалтер', 'наблюдатель'];

/** An accountant has no list of simple requests, and that of operators none of simple registries either. */
const hasList = (who: string, found: string): boolean =>
  !(who.endsWith('бухгалтер') && found.startsWith('simpleRequest')) &&
  !(who === 'О: бухгалтер' && found.startsWith('simpleEntry'));

describe('by a name', () => {
  test.each([...seesEverything, ...seesMasks])(
    '%s finds the person and all of his claims and settlements',
    async (who) => {
      const all = [...people(), ...settlementOf('home'), ...settlementOf('other')].filter((one) => hasList(who, one));
      expect(await found(who, 'капуст')).toEqual(all.toSorted());
    },
  );

  test.each(creditors)('%s finds those of his own company', async (who) => {
    const own = settlementOf('home').filter((one) => hasList(who, one));
    expect(await found(who, 'капуст')).toEqual([people()[0]!, ...own].toSorted());
  });

  test('a company that may not know who looks for it finds nobody by his name', async () => {
    const { owner } = world.testApp;
    const hide = 'update simple_requests set disclosed = $2 where id = $1';
    await owner.query(hide, [world.home.settlement.simpleRequest, false]);
    expect(await found('руководитель', 'капуст')).not.toContain(`simpleRequest ${world.home.settlement.simpleRequest}`);
    await owner.query(hide, [world.home.settlement.simpleRequest, true]);
  });

  test('an operator who has no such lists finds the person alone', async () => {
    expect(await found('О: верификатор', 'капуст')).toEqual(people().toSorted());
  });

  test('an individual finds nobody but himself', async () => {
    expect(await found('физлицо', 'капуст')).toEqual([]);
    expect(await found('физлицо', 'своеруч')).toContain(`individual ${person('физлицо').individualId}`);
  });

  test.each(['.*.*', '(((', '%%%', 'с|о', 'с.*о', 'сво[е]ручко', 'своеручк\\w'])(
    '«%s» is looked for as it is',
    async (q) => {
      for (const who of ['физлицо', 'руководитель']) expect(await found(who, q), who).toEqual([]);
    },
  );
});

describe('by an ИНН', () => {
  test.each(['171000860252', '17100086'])(
    '%s finds the person, his claims and requests where it is seen in full',
    async (typed) => {
      const { home, other } = world;
      const of = ({ claims, settlement }: typeof home): string[] => [
        `claim ${claims.entry}`,
        `request ${settlement.request}`,
        `simpleEntry ${claims.simpleEntry}`,
        `simpleRequest ${settlement.simpleRequest}`,
      ];
      const own = `claim ${person('физлицо').entry}`;
      for (const who of seesEverything) {
        expect(await found(who, typed), who).toEqual([...people(), ...of(home), ...of(other), own].toSorted());
      }
      for (const who of ['руководитель', 'менеджер'])
        expect(await found(who, typed), who).toEqual([...of(home), own].toSorted());
    },
  );

  test('a debtor who lets a company know him shows it his ИНН: it finds its simple request, whoever reads them', async () => {
    expect(await found('наблюдатель', inn)).toEqual([`simpleRequest ${world.home.settlement.simpleRequest}`]);
  });

  test.each([...seesMasks, 'бухгалтер', 'физлицо'])(
    '%s, who sees it masked or not at all, finds nothing',
    async (who) => {
      expect(await found(who, inn)).toEqual([]);
      expect(await found(who, inn.slice(0, 8))).toEqual([]);
    },
  );
});

describe('by a phone', () => {
  test('claims are found where it is seen in full', async () => {
    const { home, other } = world;
    const of = ({ claims }: typeof home): string[] => [`claim ${claims.entry}`, `simpleEntry ${claims.simpleEntry}`];
    const own = [...of(home), `claim ${person('физлицо').entry}`];
    expect(await found('О: администратор', phone)).toEqual([...own, ...of(other)].toSorted());
    expect(await found('руководитель', '8 (903) 123-45-67')).toEqual(own.toSorted());
    for (const who of [...seesMasks, 'бухгалтер', 'наблюдатель', 'физлицо'])
      expect(await found(who, phone), who).toEqual([]);
  });
});

describe('by a number', () => {
  test.each(['request', 'settlement', 'payment'] as const)(
    'of a %s it is found by both of its sides and by operators',
    async (kind) => {
      for (const who of [...creditors, ...seesEverything, ...seesMasks]) {
        expect(await found(who, numbers.home[kind]), who).toContain(`${kind} ${world.home.settlement[kind]}`);
      }
      for (const who of creditors) expect(await found(who, numbers.other[kind]), who).toEqual([]);
      expect(await found('физлицо', numbers.own[kind])).toContain(`${kind} ${person('физлицо').settlement![kind]}`);
      expect(await found('физлицо', numbers.home[kind])).toEqual([]);
      expect(await found('О: верификатор', numbers.home[kind])).toEqual([]);
    },
  );

  test('of a contract its claim is found, also by those who see numbers masked', async () => {
    for (const who of [...creditors, ...seesEverything, ...seesMasks]) {
      expect(await found(who, 'кд-7001'), who).toContain(`claim ${world.home.claims.entry}`);
    }
    for (const who of creditors) expect(await found(who, 'кд-8001'), who).toEqual([]);
    for (const who of [...creditors, ...seesEverything, 'О: наблюдатель']) {
      expect(await found(who, 'уп-7001'), who).toEqual([`simpleEntry ${world.home.claims.simpleEntry}`]);
    }
    for (const who of creditors) expect(await found(who, 'уп-8001'), who).toEqual([]);
    expect(await found('физлицо', 'кд-9001')).toContain(`claim ${person('физлицо').entry}`);
    expect(await found('физлицо', 'кд-7001')).toEqual([]);
  });
});

/** The lists in which one searches for what the palette finds: of everybody and of a company. */
const companies = () => [world.home.id, world.other.id].map((id) => `/api/legal-entities/${id}`);
const lists: [kind: string, paths: () => string[]][] = [
  ['individual', () => ['/api/individuals']],
  ['legalEntity', () => ['/api/legal-entities']],
  [
    'claim',
    () => [
      '/internal/questionnaires/legal-entities/registry-entries',
      ...companies().map((of) => `${of}/registry-entries`),
    ],
  ],
  [
    'request',
    () => ['/internal/questionnaires/individuals', ...companies().map((of) => `${of}/individual-questionnaires`)],
  ],
  [
    'simpleRequest',
    () => ['/internal/questionnaires/individuals/simple-requests', ...companies().map((of) => `${of}/simple-requests`)],
  ],
  [
    'simpleEntry',
    () =>
      [world.home, world.other].map(
        ({ id, claims }) => `/api/legal-entities/${id}/simple-registries/${claims.simpleRegistry}/entries`,
      ),
  ],
  ['settlement', () => ['/api/loans']],
  ['payment', () => ['/api/payments']],
];
const words = () => [
  ...companyNames,
  'Капустин',
  'Своеручко',
  'КД-7001',
  'КД-9001',
  inn,
  phone,
  ...Object.values(numbers.home),
];

async function findsWhatListsFind(kind: string, paths: () => string[]): Promise<void> {
  let some = 0;
  // His own name finds a debtor nothing of his own, and the list of his claims is short and not searched.
  const isApart = ({ person }: Actor) =>
    person.kind === 'individual' && ['claim', 'request', 'simpleRequest', 'simpleEntry'].includes(kind);
  for (const actor of world.actors.filter((one) => one.accountId !== null && !isApart(one))) {
    for (const word of words()) {
      const q = encodeURIComponent(word);
      const listed = new Set<number>();
      for (const path of paths()) {
        const { status, body } = await actor.client.get(`${path}?q=${q}&limit=100`, fromNowhere());
        for (const { id } of status === 200 ? body.items : []) listed.add(id);
      }
      const { status: may, body } = await actor.client.get(`/api/search?q=${q}`, fromNowhere());
      // Whoever is let in nowhere has no palette.
      if (may !== 200) {
        expect([401, 403], actor.person.name).toContain(may);
        continue;
      }
      const ids: number[] = body.items.flatMap((one: { kind: string; id: number }) =>
        one.kind === kind ? [one.id] : [],
      );
      const beyond = ids.filter((id) => !listed.has(id));
      const told = { who: actor.person.name, word, beyond, found: ids.length };
      expect(told).toEqual({ ...told, beyond: [], found: Math.min(6, listed.size) });
      some += ids.length;
    }
  }
  expect(some).toBeGreaterThan(0);
}

test.each(lists)('finds what the lists find of %s, for everybody, whatever he looks for', findsWhatListsFind);

test('a debtor finds by the name of his creditor what he owes and has asked for', async () => {
  const { rows } = await world.testApp.owner.query('select short_name from legal_entities where id = $1', [
    world.home.id,
  ]);
  const debtor = person('физлицо');
  expect(await found('физлицо', rows[0].short_name)).toEqual(
    expect.arrayContaining([`claim ${debtor.entry}`, `simpleEntry ${debtor.simpleEntry}`]),
  );
});

describe('where there is much else too, finds what the lists find', () => {
  beforeAll(() => fillTables(world, 1, 60));

  test.each(lists)('of %s', findsWhatListsFind);
});

test('a request is found by the name of its debtor, however many namesakes he has', async () => {
  const { owner } = world.testApp;
  await owner.query(
    `insert into individuals (last_name, first_name) select 'Капустин', 'Игорь' from generate_series(1, 1200)`,
  );
  expect(await found('О: администратор', 'капустин')).toContain(`request ${world.home.settlement.request}`);
});
