import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import type { Client } from '#test/helpers/client.ts';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { agree, makePaymentScenario, type PaymentScenario, payFully } from '#test/payments/helpers/scenario.ts';
import { lump } from '#test/settlements/helpers/bargaining.ts';
import { fill, heading, press } from '../helpers/acts.ts';
import { openBrowser, type Visitor, visit } from '../helpers/browser.ts';
import { flawsOf } from '../helpers/looks.ts';

const phone = { viewport: { width: 390, height: 844 } };
let scenario: PaymentScenario;
let browser: Browser;
beforeAll(async () => {
  const webFolder = resolve(process.env['WEB_DIST'] ?? 'dist/web');
  [scenario, browser] = await Promise.all([makePaymentScenario({ webFolder }), openBrowser()]);
  scenario.testApp.app.config.publicUrl = scenario.testApp.url;
  await scenario.bank.speak(scenario.testApp.url);
});
afterAll(async () => {
  await browser.close();
  await scenario.stop();
});

async function enter(client: Client, path: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await visit(browser, scenario.testApp, options);
  const cookies = [...client.cookies].map(([name, value]) => ({
    name,
    value,
    url: scenario.testApp.url,
    httpOnly: true,
  }));
  await visitor.page.context().addCookies(cookies);
  await visitor.page.goto(path);
  return visitor;
}

test('an accountant proposes a refund, an administrator approves it where the payment is, its payer sees it', async () => {
  const id = await agree(scenario);
  const paymentId = await payFully(scenario, id, 700_000);
  const accountant = await enter((await scenario.testApp.operator('accountant')).client, '/dashboard/payments');
  await accountant.page.getByRole('row', { name: /7 000,00/ }).click();
  await press(accountant.page, 'Вернуть');
  const dialog = accountant.page.getByRole('dialog');
  await fill(dialog, { 'Сумма, ₽': '9 000', Причина: 'Заплачено по ошибке' });
  await press(dialog, 'Предложить возврат');
  await dialog.getByText('Вернуть можно не больше 7 000,00 ₽').waitFor();
  await fill(dialog, { 'Сумма, ₽': '2 500' });
  await press(dialog, 'Предложить возврат');
  await accountant.page.getByText('Предложено: решит второй человек').waitFor();

  const administrator = await enter(scenario.operator, `/dashboard/payments?preview=${paymentId}`);
  const { page } = administrator;
  await press(page, 'Утвердить');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Утвердить' }).click();
  await page.getByRole('region', { name: 'Возвраты' }).getByText('Возвращён', { exact: true }).waitFor();
  expect(await flawsOf(page)).toEqual([]);

  const payer = await enter(scenario.debtor, `/settlement-${id}`, phone);
  await payer.page.getByText('Возвращено 2 500,00 ₽').waitFor();
  await Promise.all([accountant.leave(), administrator.leave(), payer.leave()]);
});

test('the debtor says on his phone that he has paid past the platform, the creditor confirms, both have the receipt', async () => {
  const id = await agree(scenario);
  const debtor = await enter(scenario.debtor, `/settlement-${id}`, phone);
  await press(debtor.page, 'Я заплатил не здесь');
  const dialog = debtor.page.getByRole('dialog');
  await fill(dialog, { 'Сумма, ₽': '1 000' });
  await dialog.getByLabel('Как заплачено').fill('По квитанции 17');
  await press(dialog, 'Отправить на подтверждение');
  await debtor.page.getByText(/Заёмщик сообщил, что заплатил/).waitFor();
  const paper = { name: 'чек.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPaper) };
  await debtor.page.getByLabel('Подтверждающий документ', { exact: true }).setInputFiles(paper);
  await debtor.page.getByRole('button', { name: /^Заменить документ/ }).waitFor();
  expect(await flawsOf(debtor.page)).toEqual([]);

  const desk = await enter(scenario.accountant, `/settlement-${id}?tab=payments`);
  const { page } = desk;
  await page.getByText('«По квитанции 17»').waitFor();
  const [shown] = await Promise.all([page.waitForEvent('download'), press(page, 'Подтверждающий документ')]);
  expect((await readFile(await shown.path())).toString()).toBe(smallPaper);
  expect(await flawsOf(page)).toEqual([]);
  await press(page, 'Не подтверждаю');
  await press(page.getByRole('dialog'), 'Отменить');
  await press(page, 'Подтвердить');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Подтвердить' }).click();
  await page.getByText('Оплата подтверждена').waitFor();
  await page.getByLabel('Дата', { exact: true }).fill('31.12.2020');
  await page.getByText(/^Соглашение подписано .* назовите этот день или более поздний/).waitFor();
  await page.getByLabel('Дата', { exact: true }).fill('31.12.2090');
  await page.getByText('Так будет, если больше ничего не платить.').waitFor();
  // Papers are for those who see the debtor whole: of a company its head and managers.
  expect(await page.getByRole('button', { name: 'Квитанция', exact: true }).count()).toBe(0);
  const signing = await enter(scenario.manager, `/settlement-${id}?tab=payments`);
  await debtor.page.reload();
  for (const reader of [signing.page, debtor.page]) {
    const [file] = await Promise.all([reader.waitForEvent('download'), press(reader, 'Квитанция')]);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  }
  await signing.leave();
  await page.goto('/dashboard/settlements');
  const [report] = await Promise.all([page.waitForEvent('download'), press(page, 'Отчёт о закрытых')]);
  expect((await readFile(await report.path())).subarray(0, 2).toString()).toBe('PK');
  await Promise.all([debtor.leave(), desk.leave()]);
});

test('an accountant compares a day with the statement and works through what does not agree', async () => {
  const id = await agree(scenario);
  const { number } = (await scenario.debtor.get(`/api/loans/${id}`)).body;
  await scenario.bank.transfer(400_000, `Оплата по ${number}`);
  const accountant = (await scenario.testApp.operator('accountant')).client;
  const visitor = await enter(accountant, '/reconciliation');
  const { page } = visitor;
  await heading(page, 'Сверки');
  await page.getByLabel('День', { exact: true }).fill('01.01.2000');
  await press(page, 'Сверить день');
  await page.getByText('За 01.01.2000 движений не было').waitFor();
  await page.getByLabel('День', { exact: true }).fill(formatDay(moscowDay(new Date())));
  await press(page, 'Сверить день');
  await page.getByText('Расхождений: 1', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Нет у нас/ }).click();
  expect(await flawsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await press(page, 'Разобрать');
  await fill(page.getByRole('dialog'), { '№ соглашения': number });
  await press(page.getByRole('dialog'), 'Разобрать');
  await page.getByText('Расхождение разобрано').waitFor();
  expect((await scenario.debtor.get(`/api/loans/${id}`)).body.paidAmount).toBe(400_000);
  await visitor.leave();
});

test('whoever bears the fee reads the sum that he will be charged on every button, before and after he begins', async () => {
  await scenario.run(
    `insert into tariffs (name, payer, base, rate_bps, fixed, vat_mode, vat_bps, collect, valid_from)
     values ('Для проверки', 'individual', 'paid_amount', 500, 0, 'none', 0, 'invoice', '2026-01-01')`,
  );
  const id = await agree(scenario, { ...lump(3_000_000), kind: 'equal', payments: 2, downPayment: 0 });
  await scenario.run(`delete from tariffs where name = 'Для проверки'`);
  const { page, leave } = await enter(scenario.debtor, `/settlement-${id}`, phone);
  const sum = (amount: number) => formatMoney(kopecks(amount));
  await page.getByText('Вы договорились заплатить всего').waitFor();
  await page.getByText(`Весь остаток: ${sum(3_150_000)} вместе с вознаграждением платформы ${sum(150_000)}`).waitFor();
  expect(await page.getByText(sum(3_150_000), { exact: true }).count()).toBe(2);
  await page.getByRole('radio', { name: 'Другая сумма' }).check();
  await fill(page, { 'Сумма, ₽': '1 000' });
  await page.getByRole('button', { name: `Заплатить ${sum(105_000)}` }).waitFor();
  await page.getByText(/останется доплатить 14\s000,00\s₽ и вознаграждение платформы\./).waitFor();
  // What pays all of it off is told with the fee, and typed without it.
  await fill(page, { 'Сумма, ₽': '31 500' });
  await page
    .getByText(/всё погасит 30\s000,00\s₽, вознаграждение платформы прибавится само/)
    .first()
    .waitFor();
  await fill(page, { 'Сумма, ₽': '30 000' });
  await page.getByText(/^Это погасит всё, что осталось\./).waitFor();
  await page.getByRole('button', { name: `Заплатить ${sum(3_150_000)}` }).waitFor();
  await page.getByRole('radio', { name: /Ближайший платёж/ }).check();
  expect(await flawsOf(page)).toEqual([]);
  // A sum of which nobody could be told what it costs is not paid.
  const quotes = '**/loans/*/pay?*';
  await page.route(quotes, (route) => route.abort());
  await page.getByRole('radio', { name: 'Другая сумма' }).check();
  await fill(page, { 'Сумма, ₽': '2 000' });
  await page.getByRole('status').getByText('Не удалось узнать, сколько спишется').waitFor();
  const untold = page.getByRole('button', { name: 'Заплатить' }).and(page.getByTitle(/Не удалось/));
  expect(await untold.getAttribute('aria-disabled')).toBe('true');
  await page.unroute(quotes);
  await page.getByRole('radio', { name: /Ближайший платёж/ }).check();
  // The answer is lost, as in a tunnel: the payment that was begun is shown all the same.
  await page.route('**/loans/*/pay', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await press(page, `Заплатить ${sum(1_575_000)}`);
  await heading(page, `К оплате ${sum(1_575_000)}`);
  await leave(/ERR_FAILED/);
});

test('an autopayment is switched on with its consent on a phone, bound at the partner and off in one tap', async () => {
  const id = await agree(scenario, { ...lump(3_000_000), kind: 'equal', payments: 3, downPayment: 0 });
  const { page, leave } = await enter(scenario.debtor, `/settlement-${id}`, phone);
  await page.getByText('Что ещё можно сделать').click();
  await page.getByRole('link', { name: 'Включить или выключить автоплатёж' }).click();
  await heading(page, 'Автоплатёж');
  await press(page, 'Хочу автоплатёж');
  await page.getByRole('button', { name: 'Дать согласие' }).waitFor();
  const on = page.getByRole('button', { name: /^Включить автоплатёж/ });
  expect(await on.getAttribute('aria-disabled')).toBe('true');
  await press(page, 'Дать согласие');
  await page.getByText('Дать согласие').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'По подписке СБП' }).check();
  await press(page, 'Включить автоплатёж');
  await page.getByRole('link', { name: 'Перейти к привязке' }).click();
  await press(page, 'Привязать');
  await page.getByText('Списываем по подписке СБП: Банк «Пример», счёт •••• 0071.').waitFor();
  await page.getByText(/Следующее списание 15\.01\.2099: 10\s000,00\s₽\./).waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await press(page, 'Выключить автоплатёж');
  await page.getByText('Сейчас выключен. Вы выключили автоплатёж.').waitFor();
  await leave();
});
