import { describe, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { remindOfHeld } from '#server/modules/reconciliation/nightly.commands.ts';
import { type Difference, openStatements } from './helpers/statement.ts';

const { scenario, accountant, path, decide, queue, compare, accounts, number, byTwo } = await openStatements();

const today = moscowDay(new Date());
const comment = 'Банк исправил сумму';
const told = ['partner_error', 'explained'];

describe('a line whose money is in the books, and that looks otherwise later', () => {
  const day = addDays(today, 20);

  test.each([
    ['assign', 1_000_000, 'assign', 'commission', 'expense'],
    ['unmatched', 1_000_000, 'assign', 'unmatched', 'expense'],
    ['commission', -1_000, 'expense', 'assign', 'commission'],
    ['expense', -1_000, 'commission', 'unmatched', 'expense'],
  ] as const)('%s of %d kopecks is booked once: of what is more two people book the rest, %s', async (...named) => {
    const [decision, amount, more, never, less] = named;
    const line = `booked-${decision}`;
    const found = async () => (await queue()).find(({ statementId }) => statementId === line);
    await compare(day, [[line, amount]]);
    const { id } = (await found())!;
    const settlement = await number();
    const first = await decide(id, { decision, settlement, comment });
    expect(first.status, first.text).toBe(200);
    if (decision === 'unmatched') expect((await decide(id, { decision: 'assign', settlement })).status).toBe(200);
    const booked = await accounts();
    await compare(day, [[line, amount * 2]]);
    const rests = amount > 0 ? ['assign', 'invoice'] : ['commission', 'expense'];
    expect(await found()).toMatchObject({ theirs: amount * 2, bookedSum: amount, decisions: [...rests, ...told] });
    const refused = await decide(id, { decision: never, settlement, comment });
    expect([refused.body.code, refused.body.message]).toEqual(['move.illegal', expect.stringContaining('уже учтены')]);
    const proposed = await decide(id, { decision: more, settlement, comment });
    expect([proposed.status, proposed.body.waits], proposed.text).toEqual([200, true]);
    expect(await accounts()).toEqual(booked);
    // What waits is of the sum that the second person has read.
    await compare(day, [[line, amount * 3]]);
    expect(await found()).toMatchObject({ waits: false });
    expect((await decide(id, { decision: more, settlement, comment })).body.waits).toBe(true);
    expect(await byTwo()).toMatchObject({ status: 'approved' });
    const [partner, creditor, , expenses] = await accounts();
    expect(partner).toBe(booked[0]! + amount * 2);
    if (amount < 0) expect(expenses).toBe(booked[3]! - amount * 2);
    else expect(creditor).not.toBe(booked[1]);
    await compare(day, [[line, amount * 3]]);
    expect(await found()).toBeUndefined();
    // It became less: an expense of what had come, or one that is none.
    await compare(day, [[line, amount * 2]]);
    expect((await found())!.decisions).toEqual([less, ...told]);
    await decide(id, { decision: less, comment });
    expect(await byTwo()).toMatchObject({ status: 'approved' });
    expect((await accounts())[0]).toBe(booked[0]! + amount);
    await compare(day, [[line, amount * 4]]);
    expect((await found())!.decisions).toEqual([...rests, ...told]);
    expect((await decide(id, { decision: 'explained', comment })).body).toMatchObject({ status: 'decided' });
  });
});

test('a write-off that waits for a second person is not decided of another sum', async () => {
  const day = addDays(today, 21);
  await scenario.run(`update settings set kept = kept || '{"payoutAlone": 500}'`);
  await compare(day, [['waits', -1_000]]);
  const found = async () => (await queue()).find(({ statementId }) => statementId === 'waits')!;
  const { id } = await found();
  expect((await decide(id, { decision: 'expense', comment: 'Испытание' })).body.waits).toBe(true);
  await compare(day, [['waits', -1_000]]);
  expect(await found()).toMatchObject({ waits: true });
  await compare(day, [['waits', -9_000]]);
  expect(await found()).toMatchObject({ theirs: -9_000, waits: false });
  await scenario.run(`update settings set kept = kept - 'payoutAlone'`);
  await decide(id, { decision: 'explained', comment: 'Испытание' });
});

describe('a line whose money is in the books, and that the partner issues anew', () => {
  const found = async (line: string) => (await queue()).find(({ statementId }) => statementId === line);

  test('under another number it is the same one: a person looks at it, and only the rest is booked, by two', async () => {
    const day = addDays(today, 22);
    const settlement = await number();
    await compare(day, [['first', 1_000_000, `Оплата по ${settlement}`]]);
    const { id } = (await found('first'))!;
    expect((await decide(id, { decision: 'assign', settlement })).status).toBe(200);
    const booked = await accounts();
    // Beside it another payer sends the same: this is another movement, since the first one is still there.
    await compare(day, [
      ['first', 1_000_000, `Оплата по ${settlement}`],
      ['other', 1_000_000, `Оплата по ${settlement}`],
    ]);
    expect(await found('other')).toMatchObject({ replacedLine: null, booked: null });
    const both = (['second', 'other'] as const).map((one) => [one, 1_000_000, `оплата  по ${settlement}`] as const);
    await compare(day, both);
    expect(await found('second')).toMatchObject({
      id,
      replacedLine: 'first',
      bookedSum: 1_000_000,
      status: 'open',
      decisions: told,
    });
    expect((await decide(id, { decision: 'assign', settlement })).body.code).toBe('move.illegal');
    expect((await decide(id, { decision: 'explained', comment })).body.status).toBe('decided');
    await compare(day, both);
    expect(await found('second')).toBeUndefined();
    await compare(day, [['third', 1_200_000, `Оплата по ${settlement}`], both[1]!]);
    expect(await found('third')).toMatchObject({ id, replacedLine: 'second', theirs: 1_200_000, bookedSum: 1_000_000 });
    const proposed = (await decide(id, { decision: 'assign', settlement })).body;
    expect(proposed.waits).toBe(true);
    // The second person reads all that he decides about; whoever looks back at the line reads it, too.
    const { reason } = proposed.byTwo;
    for (const part of [
      '№ third',
      'раньше № second',
      `«Оплата по ${settlement}»`,
      `соглашение ${settlement}, кредитор`,
    ])
      expect(reason).toContain(part);
    expect(await byTwo()).toMatchObject({ status: 'approved', reason });
    const { items } = (await accountant.get(`${path}?filter[status]=decided&q=third`)).body;
    expect(items[0].byTwo).toMatchObject({ reason, status: 'approved' });
    expect((await accounts())[0]).toBe(booked[0]! + 200_000);
    expect((await decide((await found('other'))!.id, { decision: 'unmatched' })).status).toBe(200);
    // Money that waits for whose it is goes on waiting under the number that its line has now.
    await compare(day, [
      ['third', 1_200_000, `Оплата по ${settlement}`],
      ['waits on', 1_000_000, `Оплата по ${settlement}`],
    ]);
    expect(await found('waits on')).toBeUndefined();
    const held = (await accountant.get(`${path}?filter[status]=held`)).body.items;
    expect(held).toMatchObject([{ statementId: 'waits on', replacedLine: 'other' }]);
    expect((await decide(held[0].id, { decision: 'assign', settlement })).status).toBe(200);
    expect((await accounts())[0]).toBe(booked[0]! + 1_200_000);
  });

  test('that it stands in the statement no more is told, and what was booked of it is an expense by two', async () => {
    const day = addDays(today, 23);
    const line = ['vanishes', 500_000, 'Без номера'] as const;
    await compare(day, [line]);
    const { id } = (await found('vanishes'))!;
    const settlement = await number();
    expect((await decide(id, { decision: 'assign', settlement })).status).toBe(200);
    const booked = await accounts();
    await compare(day, [['comes', 700_000, 'Другое']]);
    expect(await found('vanishes')).toMatchObject({ theirs: 0, bookedSum: 500_000, decisions: ['expense', ...told] });
    expect(await found('comes')).toMatchObject({ replacedLine: null, booked: null });
    // It was a slip of the statement: what is there again as it was booked waits for nobody.
    await compare(day, [line]);
    expect(await found('vanishes')).toBeUndefined();
    await compare(day, [line]);
    expect(await found('vanishes')).toBeUndefined();
    await compare(day, []);
    await compare(day, []);
    expect(await found('vanishes')).toMatchObject({ theirs: 0 });
    expect((await decide(id, { decision: 'expense', comment })).body.waits).toBe(true);
    expect(await byTwo()).toMatchObject({ status: 'approved' });
    expect((await accounts())[0]).toBe(booked[0]! - 500_000);
    await compare(day, []);
    expect(await found('vanishes')).toBeUndefined();
    // It has come after all: what was written off comes back, and its payer is credited no second time.
    const payments = async () => (await scenario.run('select count(*)::int as count from payments'))[0];
    const [written, counted] = [await accounts(), await payments()];
    await compare(day, [line]);
    expect(await found('vanishes')).toMatchObject({ theirs: 500_000, bookedSum: 0, decisions: ['expense', ...told] });
    await decide(id, { decision: 'expense', comment });
    expect(await byTwo()).toMatchObject({ status: 'approved', reason: expect.stringContaining('Вернуть из расходов') });
    expect(await accounts()).toEqual([written[0]! + 500_000, written[1], written[2], written[3]! - 500_000]);
    // Of what is more than that it has to be told whose it is.
    await compare(day, [[line[0], 400_000, line[2]]]);
    await decide(id, { decision: 'expense', comment });
    await byTwo();
    await compare(day, [[line[0], 700_000, line[2]]]);
    expect(await found('vanishes')).toMatchObject({ bookedSum: 400_000, decisions: ['assign', 'invoice', ...told] });
    expect(await payments()).toEqual(counted);
    await decide(id, { decision: 'assign', settlement: await number() });
    const { reason, status } = await byTwo();
    expect(status).toBe('approved');
    // The second person reads both: what comes back, and what is counted to the agreement.
    expect(reason.replaceAll('\u00a0', ' ')).toContain(
      'разница 3 000,00 ₽: из расходов вернётся 1 000,00 ₽, учтётся 2 000,00 ₽',
    );
    const [last] = await scenario.run('select amount from payments order by id desc limit 1');
    expect(Number(last!['amount'])).toBe(200_000);
    expect(await accounts()).toMatchObject({ 0: written[0]! + 700_000, 3: written[3]! - 500_000 });
  });
});

describe('a line that was counted, and that is known again by what the statement had of it last', () => {
  const found = async (line: string) => (await queue()).find(({ statementId }) => statementId === line);
  const counted = async (day: Day, line: string, purpose: string) => {
    await compare(day, [[line, 800_000, purpose]]);
    const { id } = (await found(line))!;
    expect((await decide(id, { decision: 'assign', settlement: await number() })).status).toBe(200);
    return id;
  };

  test('also where all of it was written off: its payer is credited no second time', async () => {
    const day = addDays(today, 29);
    const id = await counted(day, 'written off', 'Взнос');
    const booked = await accounts();
    await compare(day, []);
    await decide(id, { decision: 'expense', comment });
    expect(await byTwo()).toMatchObject({ status: 'approved' });
    await compare(day, [['comes anew', 800_000, 'Взнос']]);
    expect(await found('comes anew')).toMatchObject({
      id,
      replacedLine: 'written off',
      theirs: 800_000,
      bookedSum: 0,
      decisions: ['expense', ...told],
    });
    await decide(id, { decision: 'expense', comment });
    expect(await byTwo()).toMatchObject({ status: 'approved' });
    expect(await accounts()).toEqual(booked);
    await compare(day, []);
    await decide(id, { decision: 'explained', comment });
  });

  test('also where it was corrected and nobody has booked that yet', async () => {
    const day = addDays(today, 30);
    const id = await counted(day, 'corrected', 'Первый взнос');
    await compare(day, [['corrected', 900_000, 'Первый взнос']]);
    await compare(day, [['renamed', 900_000, 'Другой взнос']]);
    expect(await found('renamed')).toMatchObject({ id, replacedLine: 'corrected', bookedSum: 800_000 });
    await compare(day, []);
    await decide(id, { decision: 'explained', comment });
  });
});

describe('money that waits for whose it is, and whose line has another sum by now', () => {
  const day = addDays(today, 24);
  const held = async (line: string) =>
    (await accountant.get(`${path}?filter[status]=held`)).body.items.find(
      ({ statementId }: Difference) => statementId === line,
    );
  const newsWith = async (words: string) =>
    (await accountant.get('/api/notifications?limit=5')).body.items.filter(({ title }: { title: string }) =>
      title.includes(words),
    ).length;

  test.each([
    ['issued anew, and more', 'anew', 'anew again', 1_200_000, '12\u00a0000'],
    ['issued anew, and less', 'fewer', 'fewer again', 900_000, '9\u00a0000'],
    ['corrected in place', 'same', 'same', 1_100_000, '11\u00a0000'],
  ])('%s: it is counted by that, once, and those who count it are told', async (_, first, then, sum, words) => {
    const purpose = `Перевод ${first}`;
    await compare(day, [[first, 1_000_000, purpose]]);
    const { id } = (await queue()).find(({ statementId }) => statementId === first)!;
    const [partner, , unknown] = await accounts();
    expect((await decide(id, { decision: 'unmatched' })).status).toBe(200);
    for (let times = 0; times < 2; times++) await compare(day, [[then, sum, purpose]]);
    expect(await held(then)).toMatchObject({ id, theirs: sum, bookedSum: 1_000_000, decisions: ['assign', 'invoice'] });
    expect(await newsWith(words)).toBe(1);
    // Nothing is booked until a person has counted it.
    expect(await accounts()).toMatchObject({ 0: partner! + 1_000_000, 2: unknown! - 1_000_000 });
    const settlement = await number();
    const decided = await decide(id, { decision: 'assign', settlement });
    expect(decided.body, decided.text).toMatchObject({ status: 'decided', bookedSum: sum });
    expect(await accounts()).toMatchObject({ 0: partner! + sum, 2: unknown });
    expect(await newsWith(words)).toBe(0);
    const [paid] = await scenario.run('select amount from payments where id = $1', [decided.body.paymentId]);
    expect(Number(paid!['amount'])).toBe(sum);
    await compare(day, [[then, sum, purpose]]);
    expect((await queue()).map((row) => row.id)).not.toContain(id);
    await compare(day, []);
    await decide(id, { decision: 'explained', comment });
  });

  test('and waits for longer than a day is told of at each close in one reminder, until it is counted', async () => {
    const closing = { day, opens: addDays(day, 2), after: 0 };
    const reminders = () => newsWith('ждут зачёта');
    await compare(day, [['late', 700_000, 'Перевод']]);
    const { id } = (await queue()).find(({ statementId }) => statementId === 'late')!;
    expect((await decide(id, { decision: 'unmatched' })).status).toBe(200);
    for (let times = 0; times < 2; times++) {
      expect(await remindOfHeld(scenario.testApp.app, closing)).toEqual({ processed: 1, changed: 0 });
      expect(await reminders()).toBe(1);
    }
    expect((await decide(id, { decision: 'assign', settlement: await number() })).status).toBe(200);
    expect(await reminders()).toBe(0);
    await compare(day, []);
    await decide(id, { decision: 'explained', comment });
  });

  test('corrected in place and then issued anew it is known again by the sum that it has now', async () => {
    await compare(day, [['in place', 1_000_000, 'Первое назначение']]);
    const { id } = (await queue()).find(({ statementId }) => statementId === 'in place')!;
    expect((await decide(id, { decision: 'unmatched' })).status).toBe(200);
    await compare(day, [['in place', 1_300_000, 'Первое назначение']]);
    await compare(day, [['moved', 1_300_000, 'Другое назначение']]);
    expect(await held('moved')).toMatchObject({ id, theirs: 1_300_000, bookedSum: 1_000_000 });
    expect((await queue()).map(({ statementId }) => statementId)).not.toContain('moved');
    expect((await decide(id, { decision: 'assign', settlement: await number() })).status).toBe(200);
    await compare(day, []);
    await decide(id, { decision: 'explained', comment });
  });
});
