import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { csvOf, type FileRow, withMistakes } from '#server/demo/registry-generator.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { patience } from '../helpers/patience.ts';
import { accept, fileForm, generateRegistry, type Lender, makeLender, rowsOf, settled } from './helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
});
afterAll(() => testApp.stop());

const kopecks = (text: string): number => Number(text.replace(',', ''));

describe('a registry on its way from a file to claims', () => {
  test('shows in its dry run what each row would do; the verdicts add up to the rows', async () => {
    const good = rowsOf('full', generateRegistry(1), 0, 60);
    const rows = [...withMistakes(good, 7, 0.2), good[0]!];
    const address = await lender.prepare('full', rows);
    const { body } = await lender.client.get(address);
    const { rows: all, warned: _, amount, ...verdicts } = body.counts as Record<string, number>;
    expect(all).toBe(rows.length);
    expect(Object.values(verdicts).reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    expect(verdicts['error']).toBeGreaterThan(3);
    const taken = await lender.client.get(`${address}/rows?limit=100&filter[verdict]=new`);
    expect(taken.body.items).toHaveLength(verdicts['new']!);
    const debts = taken.body.items.map(({ totalAmount }: { totalAmount: number }) => totalAmount);
    expect(amount).toBe(debts.reduce((sum: number, debt: number) => sum + debt, 0));
    expect(body).toMatchObject({
      status: 'ready',
      funnel: { entries: 0 },
      moves: ['load', 'correct', 'map', 'withdraw'],
    });
    const errors = await lender.client.get(`${address}/import-errors?filter[severity]=error`);
    expect(errors.body.total).toBeGreaterThanOrEqual(verdicts['error']!);
    for (const problem of errors.body.items) expect(problem.message).toMatch(/^[А-ЯЁ]/);
  });

  test('asks for fresh data of a debt counted long ago only while a load may change it', async () => {
    const address = await lender.load('full', rowsOf('full', generateRegistry(3), 0, 1));
    const [{ id }] = (await lender.client.get(`${address}/entries`)).body.items;
    const is = async (set: string) => {
      await testApp.app.database.pool.query(`update registry_entries set ${set} where id = $1`, [id]);
      return (await lender.client.get(`${address}/entries/${id}`)).body.stale;
    };
    const old = `as_of = ${MOSCOW_TODAY} - 40`;
    expect(await is(`${old}, frozen_at = null, settled_at = null`)).toBe(true);
    expect(await is(`as_of = ${MOSCOW_TODAY} - 1`)).toBe(false);
    expect(await is(`${old}, frozen_at = now()`)).toBe(false);
    expect(await is(`frozen_at = null, settled_at = now()`)).toBe(false);
    expect(await is(`settled_at = null, withdrawn_at = now()`)).toBe(false);
  });

  test('every value of the file stands in its claim, and the parts are exactly the whole', async () => {
    const rows = rowsOf('full', generateRegistry(2), 0, 40);
    const address = await lender.load('full', rows);
    const { body } = await lender.client.get(`${address}/entries?limit=100`);
    expect(body.total).toBe(40);
    const claims = new Map(body.items.map((item: { contractNumber: string }) => [item.contractNumber, item]));
    for (const row of rows) {
      expect(claims.get(row['contractNumber'])).toMatchObject({
        debtorInn: row['debtorInn'],
        lastName: row['lastName'],
        phone: row['phone'],
        principalAmount: kopecks(row['principal']!),
        penaltyAmount: kopecks(row['penalty']!),
        totalAmount: kopecks(row['total']!),
        status: 'search',
        contested: false,
      });
    }
    const card = await lender.client.get(`${address}/entries/${body.items[0].id}`);
    expect(card.body.passport ?? '**').toContain('**');
    const funnel = (await lender.client.get(address)).body.funnel;
    expect(funnel).toMatchObject({ entries: 40, search: 40, matched: 0, withdrawn: 0 });
    expect(funnel.totalAmount).toBe(rows.reduce((sum, row) => sum + kopecks(row['total']!), 0));
  });

  test('a wrong cell is put right in the browser, and the row is taken', async () => {
    const rows = rowsOf('full', generateRegistry(3), 0, 3);
    rows[1] = { ...rows[1]!, phone: '+7916' };
    const address = await lender.prepare('full', rows);
    const before = await lender.client.get(address);
    expect(before.body.counts).toMatchObject({ new: 2, error: 1 });
    const wrong = await lender.client.get(`${address}/rows?filter[verdict]=error`);
    const [row] = wrong.body.items;
    expect(row.cells.phone).toBe('+7916');
    expect(row.problems[0]).toMatchObject({ column: 'phone', code: 'FORMAT', severity: 'error' });
    const mend = { rowNo: row.rowNo, column: 'phone', value: '8 (916) 123-45-67', version: before.body.version };
    const mended = await lender.client.post(`${address}/corrections`, mend);
    expect(mended.body.counts, mended.text).toMatchObject({ new: 3, error: 0 });
    expect((await lender.client.post(`${address}/corrections`, mend)).status).toBe(409);
    await accept(lender.client, address);
    expect((await lender.client.get(`${address}/entries`)).body.total).toBe(3);
  });

  test('a row that is only warned about can be changed in the browser too', async () => {
    const rows = rowsOf('full', generateRegistry(8), 0, 2);
    rows[1] = { ...rows[1]!, passportNumber: '' };
    const address = await lender.prepare('full', rows);
    const before = await lender.client.get(address);
    expect(before.body.counts).toMatchObject({ new: 2, warned: 1 });
    const warned = await lender.client.get(`${address}/rows?filter[warned]=true`);
    const [row] = warned.body.items;
    expect(row.cells).toMatchObject({ debtorInn: rows[1]['debtorInn'], passportSeries: rows[1]['passportSeries'] });
    const mend = { rowNo: row.rowNo, column: 'passportNumber', value: '456123', version: before.body.version };
    const mended = await lender.client.post(`${address}/corrections`, mend);
    expect(mended.body.counts, mended.text).toMatchObject({ new: 2, warned: 0, error: 0 });
    await accept(lender.client, address);
    const { body } = await lender.client.get(`${address}/entries`);
    const claim = body.items.find(
      (one: { contractNumber: string }) => one.contractNumber === rows[1]!['contractNumber'],
    );
    expect(claim).toMatchObject({ totalAmount: kopecks(rows[1]['total']!), phone: rows[1]['phone'] });
  });

  test('a later day of the overdue than before, or than the end of the contract, is warned of and taken', async () => {
    const [row] = rowsOf('full', generateRegistry(41), 0, 1);
    const problemsOf = async (address: string) => {
      const { body } = await lender.client.get(`${address}/import-errors`);
      return body.items.map(({ column, code, severity }: Record<string, string>) => [column, code, severity]);
    };
    const of = (overdueFrom: string) => [
      { ...row!, contractDate: '01.02.2024', contractEnd: '01.02.2025', overdueFrom },
    ];
    expect(await problemsOf(await lender.load('full', of('02.02.2025')))).toEqual([]);
    const later = await lender.prepare('full', of('16.02.2025'));
    expect((await lender.client.get(later)).body.counts).toMatchObject({ updated: 1, error: 0 });
    expect(await problemsOf(later)).toEqual([['overdueFrom', 'LIMITATION', 'warning']]);
    const afterEnd = await lender.prepare('full', of('17.02.2025'));
    expect((await lender.client.get(afterEnd)).body.counts).toMatchObject({ updated: 1, warned: 1, error: 0 });
    expect(await problemsOf(afterEnd)).toHaveLength(2);
  });

  test('the same file again changes nothing; a changed one is a difference with its history', async () => {
    const rows = rowsOf('full', generateRegistry(4), 0, 10);
    await lender.load('full', rows);
    const same = await lender.prepare('full', rows);
    expect((await lender.client.get(same)).body.counts).toMatchObject({ unchanged: 10, new: 0, updated: 0 });
    const changed = rows.map((row, index) => (index < 2 ? moreDebt(row) : row));
    const address = await lender.prepare('full', changed);
    expect((await lender.client.get(address)).body.counts).toMatchObject({ unchanged: 8, updated: 2 });
    const updated = await lender.client.get(`${address}/rows?filter[verdict]=updated`);
    expect(updated.body.items[0].changes.map((one: { column: string }) => one.column)).toEqual(['penalty', 'total']);
    await accept(lender.client, address);
    const list = await lender.client.get(`${address}/entries?q=${encodeURIComponent(rows[0]!['contractNumber']!)}`);
    const card = await lender.client.get(`${address}/entries/${list.body.items[0].id}`);
    expect(card.body.version).toBe(2);
    expect(card.body.versions.map((one: { version: number }) => one.version)).toEqual([2, 1]);
    expect(card.body.versions[0].changes).toContainEqual({
      column: 'penalty',
      before: String(kopecks(rows[0]!['penalty']!)),
      after: String(kopecks(changed[0]!['penalty']!)),
    });
  });

  test('a fresh unloading withdraws what it no longer has, but only when somebody agrees to the number', async () => {
    const rows = rowsOf('full', generateRegistry(5), 0, 10);
    const first = await lender.load('full', rows);
    const replaces = first.split('/').at(-1)!;
    const address = await lender.prepare('full', rows.slice(0, 7), { replaces });
    const { body } = await lender.client.get(address);
    expect(body).toMatchObject({ absent: 3, replaces: { id: Number(replaces) } });
    expect((await lender.client.get(`${address}/absent`)).body.total).toBe(3);
    const named = `${address}/absent?q=${encodeURIComponent(rows[8]!['contractNumber']!)}`;
    expect((await lender.client.get(named)).body).toMatchObject({
      total: 1,
      items: [{ contractNumber: rows[8]!['contractNumber'] }],
    });
    const wrong = await lender.client.post(`${address}/load`, { version: body.version, withdrawAbsent: 2 });
    expect(wrong.body.code).toBe('registry.absent_changed');
    await accept(lender.client, address, 3);
    expect((await lender.client.get(first)).body.funnel).toMatchObject({ entries: 0, withdrawn: 3 });
    expect((await lender.client.get(address)).body.funnel).toMatchObject({ entries: 7 });
  });

  test('a fresh unloading leaves alone the claim of a row that says wrong what does not name it', async () => {
    const rows = rowsOf('full', generateRegistry(11), 0, 4);
    const first = await lender.load('full', rows);
    const broken = { ...rows[1]!, phone: '+7916' };
    const address = await lender.prepare('full', [rows[0]!, broken], { replaces: first.split('/').at(-1)! });
    expect((await lender.client.get(address)).body).toMatchObject({ absent: 2, counts: { unchanged: 1, error: 1 } });
    await accept(lender.client, address, 2);
    const funnels = await Promise.all([first, address].map(async (one) => (await lender.client.get(one)).body.funnel));
    expect(funnels).toMatchObject([{ entries: 1, withdrawn: 2 }, { entries: 1 }]);
  });

  test('a claim that is taken into a bargain while a file is loaded stays as it was', async () => {
    const rows = rowsOf('full', generateRegistry(12), 0, 2);
    const first = await lender.load('full', rows);
    const [{ id, totalAmount }] = (await lender.client.get(`${first}/entries`)).body.items;
    const address = await lender.prepare('full', rows.map(moreDebt));
    const bargain = await testApp.app.database.pool.connect();
    try {
      await bargain.query('begin');
      await bargain.query('update registry_entries set frozen_at = now() where id = $1', [id]);
      const { version } = (await lender.client.get(address)).body;
      expect((await lender.client.post(`${address}/load`, { version, withdrawAbsent: null })).status).toBe(202);
      await vi.waitFor(async () => {
        const { rowCount } = await testApp.owner.query(
          `select from pg_locks l join pg_stat_activity a using (pid)
           where a.datname = current_database() and l.locktype = 'transactionid' and not l.granted`,
        );
        expect(rowCount).toBe(1);
      }, patience);
    } finally {
      await bargain.query('commit');
      bargain.release();
    }
    expect((await settled(lender.client, address)).body.counts).toMatchObject({ updated: 1, conflict: 1 });
    const claim = (await lender.client.get(`${address}/entries/${id}`)).body;
    expect(claim).toMatchObject({ totalAmount, version: 1 });
    const [row] = (await lender.client.get(`${address}/rows?filter[verdict]=conflict`)).body.items;
    expect(row.problems).toMatchObject([{ code: 'IN_DEAL' }]);
  });

  test('a company’s own headings are learnt once', async () => {
    const other = await makeLender(testApp);
    const text = csvOf('simple', rowsOf('simple', generateRegistry(6), 0, 3)).replace('Фамилия', 'Surname of client');
    const made = await other.client.post(other.path('simple'), fileForm(text));
    const address = `${other.path('simple')}/${made.body.id}`;
    const failed = await settled(other.client, address);
    expect(failed.body.counts.error).toBe(3);
    const map = await other.client.post(`${address}/mapping`, {
      version: failed.body.version,
      mapping: [{ header: 'Surname of client', column: 'lastName' }],
    });
    expect(map.status, map.text).toBe(200);
    const again = await settled(other.client, address);
    expect(again.body).toMatchObject({ counts: { new: 3, error: 0 }, mapped: true });
    const next = await other.client.post(other.path('simple'), fileForm(text));
    expect((await settled(other.client, `${other.path('simple')}/${next.body.id}`)).body.counts.new).toBe(3);
  });

  test('a withdrawn registry takes its entries with it', async () => {
    const address = await lender.load('full', rowsOf('full', generateRegistry(7), 0, 4));
    const { body } = await lender.client.get(address);
    const reply = await lender.client.post(`${address}/withdraw`, {
      version: body.version,
      reason: 'Загружен по ошибке',
    });
    expect(reply.body, reply.text).toMatchObject({ status: 'withdrawn', funnel: { entries: 0, withdrawn: 4 } });
    expect((await lender.client.get(`${address}/entries`)).body.total).toBe(0);
    expect((await lender.client.get(`${address}/entries?filter[withdrawn]=true`)).body.total).toBe(4);
  });

  test('an unverified company tries files out but learns nothing of anybody by loading them', async () => {
    const stranger = await makeLender(testApp, { verificationStatus: 'unverified' });
    const address = await stranger.prepare('simple', rowsOf('simple', generateRegistry(8), 0, 2));
    const { body } = await stranger.client.get(address);
    const reply = await stranger.client.post(`${address}/load`, { version: body.version });
    expect([reply.status, reply.body.code]).toEqual([409, 'company.unverified']);
  });
});

describe('the file', () => {
  test('comes back as it went in, under a safe name, to those who may take it', async () => {
    const text = csvOf('full', rowsOf('full', generateRegistry(9), 0, 2));
    const made = await lender.client.post(lender.path('full'), fileForm(text, {}, '../../<b>отчёт\r\n".csv'));
    const address = `${lender.path('full')}/${made.body.id}`;
    await settled(lender.client, address);
    const reply = await lender.client.get(`${address}/download`);
    expect(digest(reply.text)).toBe(digest(text));
    expect(decodeURIComponent(reply.headers.get('content-disposition')!)).toContain('отчёт');
    expect(made.body.fileName).not.toMatch(/[<>/\\\r\n"]/);
    const observer = await testApp.employee({ legalEntityId: lender.id, role: 'observer' });
    expect((await observer.client.get(`${address}/download`)).status).toBe(403);
  });

  test.each([
    ['nothing in it', '', 400],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 400],
    ['a page', '<html><body>таблица</body></html>', 201],
  ])('that holds %s is refused with one sentence', async (_what, content, status) => {
    const made = await lender.client.post(lender.path('full'), fileForm(content));
    expect(made.status, made.text).toBe(status);
    if (status === 400) expect(made.body.fields.file).toMatch(/^[А-ЯЁ]/);
    else {
      const { body } = await settled(lender.client, `${lender.path('full')}/${made.body.id}`);
      expect(body).toMatchObject({ status: 'failed', failure: expect.stringMatching(/^[А-ЯЁ].+/) });
    }
  });

  test('is wanted, once, and not larger than 20 MB', async () => {
    const form = fileForm('a');
    form.append('file', new File(['b'], 'b.csv'));
    expect((await lender.client.post(lender.path('full'), form)).status).toBe(400);
    const without = new FormData();
    without.set('asOfDate', '2026-01-01');
    expect((await lender.client.post(lender.path('full'), without)).body.fields.file).toBe('Приложите файл');
    const big = 'x'.repeat(20 * 1024 * 1024 + 1);
    expect((await lender.client.post(lender.path('full'), fileForm(big))).status).toBe(413);
  });

  test('sent twice under one key is one registry', async () => {
    const text = csvOf('full', rowsOf('full', generateRegistry(10), 0, 2));
    const send = () => lender.client.post(lender.path('full'), fileForm(text), { 'idempotency-key': 'same-file' });
    const [one, other] = [await send(), await send()];
    expect(other.body.id).toBe(one.body.id);
  });
});

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function moreDebt(row: FileRow): FileRow {
  const more = (text: string): string => {
    const value = kopecks(text) + 100;
    return `${Math.floor(value / 100)},${String(value % 100).padStart(2, '0')}`;
  };
  return { ...row, penalty: more(row['penalty']!), total: more(row['total']!) };
}
