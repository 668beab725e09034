import { describe, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { type Difference, openStatements } from './helpers/statement.ts';

const { scenario, accountant, path, decide, queue, compare, accounts, number, byTwo } = await openStatements();

const today = moscowDay(new Date());
const comment = 'Банк исправил сумму';
const told = ['partner_error', 'explained'];

describe('two lines of one sum that were taken for one', () => {
  const separate = (id: number) => accountant.post(`${path}/${id}/separation`, { comment: 'Это другой плательщик' });
  const all = async (q: string) => (await accountant.get(`${path}?q=${q}`)).body.items;
  /** A line that is decided, and the one that came when it was gone. */
  const pair = async (day: Day, first: string, then: string, decision: string) => {
    await compare(day, [[first, 1_000_000, `Первый ${first}`]]);
    const { id } = (await queue()).find(({ statementId }) => statementId === first)!;
    const decided = await decide(id, { decision, settlement: await number(), comment });
    expect(decided.status, decided.text).toBe(200);
    await compare(day, [[then, 1_000_000, '']]);
    expect(await all(then)).toMatchObject([{ id, statementId: then, replacedLine: first, maySeparate: true }]);
    return id;
  };

  test('are two again by two: what is booked stays with the first, the second is nobody’s yet', async () => {
    const day = addDays(today, 25);
    const id = await pair(day, 'one', 'two', 'assign');
    expect((await decide(id, { decision: 'explained', comment })).body).toMatchObject({ maySeparate: true });
    const booked = await accounts();
    const asked = await separate(id);
    expect(asked.body, asked.text).toMatchObject({ waits: true, maySeparate: false, statementId: 'two' });
    for (const part of ['№ two', 'строку № one', 'Это другой плательщик'])
      expect(asked.body.byTwo.reason).toContain(part);
    expect((await separate(id)).body.code).toBe('move.illegal');
    expect(await byTwo()).toMatchObject({ status: 'approved' });
    expect(await accounts()).toEqual(booked);
    // A later look at the same day takes them for one no more.
    for (let times = 0; times < 2; times++) {
      expect(await all('one')).toMatchObject([
        {
          id,
          theirs: 0,
          bookedSum: 1_000_000,
          purpose: 'Первый one',
          replacedLine: null,
          decisions: ['expense', ...told],
        },
      ]);
      expect(await all('two')).toMatchObject([{ theirs: 1_000_000, booked: null, status: 'open', maySeparate: false }]);
      await compare(day, [['two', 1_000_000, '']]);
    }
    const [{ id: later }] = await all('two');
    expect((await separate(later)).body.code).toBe('move.illegal');
    expect((await decide(later, { decision: 'assign', settlement: await number() })).body.status).toBe('decided');
    expect((await decide(id, { decision: 'expense', comment })).body.waits).toBe(true);
    expect(await byTwo()).toMatchObject({ status: 'approved' });
    expect((await accounts())[0]).toBe(booked[0]);
    await compare(day, [['two', 1_000_000, '']]);
    expect((await queue()).filter(({ statementId }) => ['one', 'two'].includes(statementId ?? ''))).toEqual([]);
  });

  test('also where the first waits for whose it is, and was counted under the number of the second', async () => {
    const id = await pair(addDays(today, 26), 'three', 'four', 'unmatched');
    const counted = await pair(addDays(today, 27), 'five', 'six', 'unmatched');
    // Of what was held before the sum was kept that is in the books it is all that its line had.
    await scenario.run('update differences set booked_sum = null where id = $1', [id]);
    expect((await decide(counted, { decision: 'assign', settlement: await number() })).body.status).toBe('decided');
    const booked = await accounts();
    for (const one of [id, counted]) {
      await separate(one);
      expect(await byTwo()).toMatchObject({ status: 'approved' });
    }
    expect(await all('three')).toMatchObject([
      { id, status: 'held', theirs: 1_000_000, decisions: ['assign', 'invoice'] },
    ]);
    expect(await all('five')).toMatchObject([{ id: counted, status: 'open', theirs: 0 }]);
    const [{ id: fourth }] = await all('four');
    for (const one of [fourth, (await all('six'))[0].id]) {
      const decided = await decide(one, { decision: 'assign', settlement: await number() });
      expect(decided.body.status, decided.text).toBe('decided');
    }
    expect((await accounts())[0]).toBe(booked[0]! + 2_000_000);
    await decide(counted, { decision: 'explained', comment });
  });

  test('a number that another payment has got meanwhile is told to whoever counts the later one', async () => {
    const day = addDays(today, 31);
    await compare(day, [['occupied', 600_000, '']]);
    const { id } = (await queue()).find(({ statementId }) => statementId === 'occupied')!;
    await scenario.run(`update payments set partner_id = 'occupied' where id = (select max(id) from payments)`);
    const refused = await decide(id, { decision: 'assign', settlement: await number() });
    expect([refused.body.code, refused.body.message]).toEqual(['move.illegal', expect.stringContaining('уже учтён')]);
    expect((await decide(id, { decision: 'explained', comment })).status).toBe(200);
  });

  test('not where the first is there again, where nobody knows the second any more, or nothing was taken for another', async () => {
    const day = addDays(today, 28);
    const id = await pair(day, 'seven', 'eight', 'assign');
    await separate(id);
    await compare(day, [['nine', 1_000_000, '']]);
    expect(await all('nine')).toMatchObject([{ id, replacedLine: 'eight', waits: false }]);
    await compare(day, [
      ['nine', 1_000_000, ''],
      ['eight', 1_000_000, ''],
    ]);
    // What is there again is another movement, and may be counted.
    const again = (await all('eight')).find((row: Difference) => row.statementId === 'eight');
    expect((await decide(again.id, { decision: 'assign', settlement: await number() })).body.status).toBe('decided');
    const refused = await separate(id);
    expect([refused.body.code, refused.body.message]).toEqual(['move.illegal', expect.stringContaining('снова есть')]);
    await compare(day, []);
    expect((await separate(id)).body.code).toBe('move.illegal');
    const observer = (await scenario.testApp.operator('observer')).client;
    expect((await observer.post(`${path}/${id}/separation`, { comment })).status).toBe(403);
  });
});
