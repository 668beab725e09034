import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { contactsOf } from '#server/modules/contacts/contacts.queries.ts';
import { sendNoticesOfEntries } from '#server/modules/registries/invitations/notices.ts';
import { asMultipart } from '../helpers/files/multipart.ts';
import { makeRegistry } from '../settlements/helpers/claims.ts';
import { innOf, makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { aheadDay, pastDay } from './helpers/days.ts';
import { ELSEWHERE, sayElsewhere } from './helpers/elsewhere.ts';

/** The law of contact as it shows itself (docs/decisions/0184). */
let scenario: Scenario;
let entry: number;
beforeAll(async () => {
  scenario = await makeScenario();
  await scenario.run(`update legal_entities set phone = '+78001234567' where id = $1`, [scenario.company]);
  entry = await scenario.claim();
});
afterAll(() => scenario.testApp.stop());
beforeEach(async () => {
  await scenario.run('delete from contact_records');
  await scenario.run('delete from entry_notices');
});

const at = (id = entry) =>
  `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${id}/contacts`;
const today = moscowDay(new Date());
const enter = (body: object, id = entry) => scenario.manager.post(at(id), body);
const call = (day: Day, time = '12:00') => enter({ kind: 'call', day, time });
const records = () =>
  scenario.run('select kind, source, status, reason from contact_records order by id') as Promise<
    { kind: string; source: string; status: string; reason: string | null }[]
  >;

describe('a week', () => {
  test('says what is left of each kind, to the people of the creditor and to operators alone', async () => {
    const { body, status } = await scenario.manager.get(at());
    expect(status).toBe(200);
    expect(body.kinds).toMatchObject([
      { kind: 'message', used: { day: 0, week: 0, month: 0 }, limits: { day: 2, week: 4, month: 16 } },
      { kind: 'call', limits: { day: 1, week: 2, month: 8 } },
      { kind: 'meeting', limits: { day: null, week: 1, month: null } },
    ]);
    expect(body.days).toHaveLength(7);
    expect(body.days.filter((day: { isToday: boolean }) => day.isToday)).toHaveLength(1);
    expect((await scenario.operator.get(at())).status).toBe(200);
    expect((await scenario.debtor.get(at())).status).toBe(403);
  });

  test.each([
    ['via_lawyer', 'Только через представителя заёмщика'],
    ['refused', 'Заёмщик отказался от взаимодействия'],
    ['hospital', 'Заёмщик на стационарном лечении'],
    ['bankrupt', 'Заёмщик банкрот'],
  ])('%s stops everything at once', async (flag, words) => {
    await scenario.run('update registry_entries set contact_flag = $2 where id = $1', [entry, flag]);
    const { body } = await scenario.manager.get(at());
    const planned = await call(aheadDay());
    await scenario.run(`update registry_entries set contact_flag = 'allowed' where id = $1`, [entry]);
    // What all kinds have in common is said once.
    expect(body.why).toBe(words);
    for (const kind of body.kinds)
      expect(kind).toMatchObject({ allowed: false, reason: flag, nextAt: null, words: '' });
    expect([planned.status, planned.body.message]).toEqual([409, words]);
  });

  test.each(['full', 'simple'] as const)(
    'is closed by what another %s claim of the creditor says, while it stands',
    async (kind) => {
      await sayElsewhere(scenario, kind, 'via_lawyer');
      const { body } = await scenario.manager.get(at());
      const planned = await call(aheadDay());
      await scenario.run(`update ${ELSEWHERE[kind]} set withdrawn_at = now() where contact_flag <> 'allowed'`);
      const after = await scenario.manager.get(at());
      await scenario.run(`update ${ELSEWHERE[kind]} set contact_flag = 'allowed'`);
      for (const one of body.kinds) expect(one).toMatchObject({ allowed: false, reason: 'via_lawyer', nextAt: null });
      expect([planned.status, planned.body.message]).toEqual([409, 'Только через представителя заёмщика']);
      expect(after.body.kinds[1].reason).not.toBe('via_lawyer');
    },
  );

  test('is open whatever another creditor says, or this one of somebody else', async () => {
    const elsewhere = await scenario.testApp.company({ inn: innOf.stranger });
    const registryId = await scenario.write((tx) => makeRegistry(tx, elsewhere));
    const ids = [
      await scenario.claim({ legalEntityId: elsewhere, registryId }),
      await scenario.claim({ individualId: null, debtorInn: innOf.other }),
    ];
    await scenario.run(`update registry_entries set contact_flag = 'bankrupt' where id = any($1)`, [ids]);
    const planned = await call(aheadDay());
    await scenario.run('delete from registry_entries where id = any($1)', [ids]);
    expect(planned.status).toBe(200);
  });
});

const event = (kind: string, status: 'waiting' | 'in_force', days: { since: Day; until: Day | null }) =>
  scenario.run(
    `insert into life_events (individual_id, kind, status, since, until, side, entered_by)
     values ($1, $2, $3, $4, $5, 'operator', (select min(id) from accounts))`,
    [scenario.debtorId, kind, status, days.since, days.until],
  );

describe('what has been confirmed of a life', () => {
  afterEach(() => scenario.run('delete from life_events'));

  test.each([
    ['service', 'paused', 'Звонки и встречи с заёмщиком сейчас остановлены'],
    ['contact_ban', 'paused', 'Звонки и встречи с заёмщиком сейчас остановлены'],
    ['bankruptcy', 'bankrupt', 'Заёмщик банкрот'],
  ])('%s stops calls for its days, and tells nothing of the days before', async (kind, reason, words) => {
    await event(kind, 'in_force', { since: addDays(today, -2), until: null });
    const { body } = await scenario.manager.get(at());
    expect(body.kinds[1]).toMatchObject({ kind: 'call', allowed: false, reason });
    expect(body.why ?? body.kinds[1].words).toBe(words);
    expect((await call(aheadDay())).body.message).toBe(words);
    await call(pastDay());
    expect((await records()).map((one) => one.reason)).toEqual([null]);
  });
});

describe('a call that is entered', () => {
  test('takes its place when it is to come, and is refused with why and when next', async () => {
    const day = aheadDay();
    expect((await call(day)).status).toBe(200);
    const second = await call(day, '15:00');
    expect([second.status, second.body.code]).toEqual([409, 'contact.refused']);
    expect(second.body.message).toMatch(/^В этот день уже 1 звонок: больше закон не разрешает\. Можно .+ с [89]:00/);
    const night = await call(addDays(day, 1), '23:00');
    expect(night.body.message).toMatch(/неурочные часы/);
    expect(await records()).toEqual([{ kind: 'call', source: 'hand', status: 'planned', reason: null }]);
  });

  test('gives its place back when it did not come about', async () => {
    const day = aheadDay();
    await call(day);
    const [{ id }] = (await scenario.run('select id from contact_records')) as [{ id: number }];
    expect((await scenario.manager.post(`${at()}/${id}/fail`, {})).status).toBe(200);
    expect((await scenario.manager.post(`${at()}/${id}/fail`, {})).status).toBe(409);
    expect((await call(day, '15:00')).status).toBe(200);
  });

  test('that has been is kept as it was, and says what it has broken', async () => {
    const day = pastDay();
    expect((await call(day)).status).toBe(200);
    expect((await call(day, '13:00')).status).toBe(200);
    expect((await call(addDays(day, -7), '23:30')).status).toBe(200);
    expect((await records()).map(({ status, reason }) => [status, reason])).toEqual([
      ['held', null],
      ['held', 'day_limit'],
      ['held', 'hours'],
    ]);
    const against = (await scenario.manager.get('/api/contacts?filter[against]=true')).body;
    expect(against.total).toBe(2);
  });

  test('too far away is refused by its day', async () => {
    for (const day of [addDays(today, 60), '9999-12-31' as Day, '0001-01-01' as Day]) {
      const { status, body } = await call(day);
      expect([status, Object.keys(body.fields)]).toEqual([400, ['day']]);
    }
  });

  test('of one claim counts for all claims of the same debtor, and for no other creditor', async () => {
    const other = await scenario.claim();
    const day = aheadDay();
    await call(day);
    expect((await enter({ kind: 'call', day, time: '16:00' }, other)).status).toBe(409);
    const { db } = scenario.testApp.app.database;
    const elsewhere = await scenario.testApp.company();
    expect((await contactsOf(db, elsewhere, [innOf.debtor], 'call')).size).toBe(0);
  });
});

describe('64 at once', () => {
  test('get as many calls of a day as the law has', async () => {
    const day = aheadDay();
    const entered = await Promise.all(Array.from({ length: 64 }, () => call(day)));
    const statuses = entered.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  });

  test('plan no more letters than 2 a day, 4 a week, 16 a month', async () => {
    await scenario.run(`update registry_entries set email = $1`, [scenario.debtorEmail]);
    const claims: number[] = [];
    for (let number = 0; number < 64; number++) claims.push(await scenario.claim());
    await scenario.run(`update registry_entries set email = $1`, [scenario.debtorEmail]);
    await Promise.all(claims.map((id) => scenario.write((tx) => sendNoticesOfEntries(tx, 'full', [id]))));
    const most = async (span: string): Promise<number> => {
      const rows = await scenario.run(
        `select count(*)::int as count from entry_notices where status = 'planned' and channel = 'email'
         group by date_trunc($1, planned_at at time zone 'Europe/Moscow') order by 1 desc limit 1`,
        [span],
      );
      return rows[0]!['count'] as number;
    };
    expect([await most('day'), await most('week')]).toEqual([2, 4]);
    // How much of a month is ahead depends on today.
    expect(await most('month')).toBeLessThanOrEqual(16);
  });
});

describe('the journal', () => {
  test('has letters beside what was entered; the debtor reads neither names nor notes', async () => {
    await scenario.run('update registry_entries set email = $2 where id = $1', [entry, scenario.debtorEmail]);
    await scenario.write((tx) => sendNoticesOfEntries(tx, 'full', [entry]));
    await enter({ kind: 'meeting', day: pastDay(), time: '11:00', note: 'Обещал подумать' });
    const rows = (await scenario.manager.get('/api/contacts')).body.items;
    expect(rows.map(({ kind, source }: { kind: string; source: string }) => [kind, source])).toEqual([
      ['message', 'letter'],
      ['meeting', 'hand'],
    ]);
    expect(rows[1]).toMatchObject({ note: 'Обещал подумать', debtor: 'Иванов Иван', author: expect.any(String) });
    const own = (await scenario.debtor.get('/api/contacts')).body.items;
    expect(own).toHaveLength(2);
    expect(own[1]).toMatchObject({ note: null, author: null });
    expect((await scenario.other.get('/api/contacts')).body.total).toBe(0);
    const calls = (await scenario.manager.get('/api/contacts?filter[kind][]=call')).body;
    expect(calls.total).toBe(0);
  });

  test('tells what is against the law from what was only needed no more', async () => {
    const words = (reason: string, status: string) =>
      scenario.run(
        `insert into contact_records (legal_entity_id, individual_id, kind, source, status, reason, at)
         values ($1, $2, 'call', 'hand', $3, $4, now())`,
        [scenario.company, scenario.debtorId, status, reason],
      );
    await words('no_need', 'refused');
    await words('never_sent', 'refused');
    await words('hours', 'failed');
    await words('bankrupt', 'refused');
    await words('day_limit', 'held');
    const of = async (against: boolean) =>
      (await scenario.manager.get(`/api/contacts?filter[against]=${against}`)).body.items
        .map(({ why }: { why: string | null }) => why)
        .toSorted();
    expect(await of(true)).toEqual(['В этот день уже 1 звонок: больше закон не разрешает', 'Заёмщик банкрот']);
    expect(await of(false)).toEqual([null, 'Не отправлено: такого канала нет', 'Уже не нужно']);
  });

  test('is searched by the name of the debtor and the contract, and by no ИНН', async () => {
    await call(pastDay());
    const other = await scenario.claim();
    await scenario.run(
      `update registry_entries set last_name = 'Смородина', contract_number = 'ЖК-77/1' where id = $1`,
      [other],
    );
    await enter({ kind: 'call', day: pastDay(), time: '15:00' }, other);
    const [{ debtor_inn: inn }] = (await scenario.run('select debtor_inn from registry_entries where id = $1', [
      other,
    ])) as [{ debtor_inn: string }];
    for (const reader of [scenario.operator, scenario.manager]) {
      const found = async (q: string) => {
        const { body, status } = await reader.get(`/api/contacts?q=${encodeURIComponent(q)}`);
        expect(status).toBe(200);
        return body.items.map((row: { contractNumber: string }) => row.contractNumber);
      };
      expect(await found('')).toHaveLength(2);
      for (const q of ['смородина', 'ЖК-77', 'смородина жк 77']) expect(await found(q), q).toEqual(['ЖК-77/1']);
      for (const q of [inn, inn.slice(0, 8), 'нетакой']) expect(await found(q), q).toEqual([]);
    }
    const own = async (q: string) =>
      (await scenario.debtor.get(`/api/contacts?q=${encodeURIComponent(q)}`)).body.items.length;
    expect([await own('смородина'), await own('ЖК-77')]).toEqual([0, 1]);
  });

  test('is a spreadsheet, and each row is in the audit', async () => {
    await call(pastDay());
    const file = await scenario.manager.get('/api/contacts/exports/excel');
    expect(file.status).toBe(200);
    const audited = await scenario.run(
      `select count(*)::int as count from audit_log where object_type = 'contact_records'`,
    );
    expect(audited[0]!['count']).toBeGreaterThan(0);
  });
});

describe('the debtor', () => {
  const heard = async () => {
    const { items } = (await scenario.debtor.get('/api/notifications?limit=100')).body;
    return items.filter(({ title }: { title: string }) => title.startsWith('Кредитор записал'));
  };
  beforeEach(() => scenario.run(`delete from notifications where event = 'contact.recorded'`));

  test('hears of a call once it counts, and finds it where he may contest it', async () => {
    await call(aheadDay());
    expect(await heard()).toEqual([]);
    await call(pastDay());
    const id = Number((await scenario.run('select max(id) as id from contact_records'))[0]!['id']);
    const [told, ...others] = await heard();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ title: 'Кредитор записал: звонок', link: `/dashboard/contacts?filter[id]=${id}` });
    expect(told.detail).toMatch(/^Звонок \d\d\.\d\d\.\d{4}, договор № .+\. Если этого не было/);
    expect((await scenario.debtor.get(`/api/contacts?filter[id]=${id}`)).body.items).toMatchObject([{ id }]);
    // Told of twice, it is one.
    await call(pastDay());
    expect(await heard()).toHaveLength(1);
  });

  test('hears of several of a file at once', async () => {
    const day = pastDay().split('-').toReversed().join('.');
    const lines = [
      'ИНН;Вид;Дата и время;Результат',
      ...[12, 15].map((hour) => `${innOf.debtor};Звонок;${day} ${hour}:00;`),
    ];
    const { body, headers } = asMultipart({}, lines.join('\r\n'));
    await scenario.manager.send('POST', `/api/legal-entities/${scenario.company}/contacts/file`, body, headers);
    expect(await heard()).toMatchObject([{ title: 'Кредитор записал ваши контакты: 2', link: '/dashboard/contacts' }]);
  });
});

describe('a file of calls', () => {
  const load = (lines: string[]) => {
    const { body, headers } = asMultipart({}, ['ИНН;Вид;Дата и время;Результат', ...lines].join('\r\n'));
    return scenario.manager.send('POST', `/api/legal-entities/${scenario.company}/contacts/file`, body, headers);
  };
  const shown = (day: Day): string => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;

  test('is taken row by row, once, and says what it could not take', async () => {
    const day = shown(pastDay());
    const lines = [
      `${innOf.debtor};Звонок;${day} 12:00;Договорились`,
      `${innOf.debtor};звонок;${day} 13:00;`,
      `${innOf.other};звонок;${day} 13:00;`,
      `${innOf.debtor};письмо;${day} 13:00;`,
    ];
    const first = await load(lines);
    expect(first.body, first.text).toMatchObject({ taken: 2, known: 0, against: 1 });
    expect(first.body.problems.map(({ row }: { row: number }) => row)).toEqual([4, 5]);
    const again = await load(lines);
    expect(again.body).toMatchObject({ taken: 0, known: 2 });
    expect(await records()).toHaveLength(2);
  });

  test('without its columns is refused', async () => {
    const { body, headers } = asMultipart({}, 'Имя;Телефон\r\nИван;1\r\n');
    const path = `/api/legal-entities/${scenario.company}/contacts/file`;
    const refused = await scenario.manager.send('POST', path, body, headers);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['file']]);
  });
});
