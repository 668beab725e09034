import { expect, test } from 'vitest';
import { addDays, type Day, formatDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { monthEnd } from '#domain/values/months.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { clientBank } from '#test/ledger/helpers/client-bank.ts';
import { monthAgo, sealSince, today } from '#test/ledger/helpers/months.ts';
import { press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario({ byClock: false });
const last = monthAgo(1);

const receive = (amount: number, valueDate: Day) =>
  inSystemTransaction(scenario.testApp.app.database.db, 'system.test', (tx) =>
    bookEvent(tx, { kind: 'received_unmatched', amount: kopecks(amount) }, { valueDate }),
  );

test('an accountant closes a month with a second person, and what comes late for it is in the open one', {
  timeout: 120_000,
}, async () => {
  const { testApp } = scenario;
  await sealSince({ run: async (sql, values) => (await testApp.owner.query(sql, values)).rows }, last);
  await receive(150_000, addDays(last, 4));
  const accountant = await scenario.enter(await testApp.operator('accountant'), '/ledger');
  const months = accountant.page.getByRole('table', { name: 'Месяцы' });
  await months.getByRole('button', { name: /^Закрыть месяц/ }).click();
  await press(accountant.page.getByRole('alertdialog'), 'Закрыть месяц');
  await months.getByText('Ждёт второго человека').waitFor();

  const second = await scenario.enter(await testApp.operator('administrator'), '/ledger');
  await press(second.page, 'Утвердить');
  await press(second.page.getByRole('alertdialog'), 'Утвердить');
  await second.page.getByRole('table', { name: 'Месяцы' }).getByText('Закрыт', { exact: true }).waitFor();
  await second.leave();

  const late = addDays(last, 9);
  await receive(2_500, late);
  const { page } = accountant;
  await page.reload();
  await months
    .getByRole('row', { name: /Закрыт/ })
    .getByRole('link')
    .click();
  const trial = page.getByRole('table', { name: 'Оборотно-сальдовая ведомость' });
  await page.getByText(`С ${formatDay(last)} по ${formatDay(monthEnd(last))}`).waitFor();
  await trial.getByRole('row', { name: /^1010/ }).getByText('1\u00a0500,00').first().waitFor();

  await page.goto('/ledger');
  await page.getByRole('table', { name: 'Проводки' }).getByText(formatDay(today())).first().click();
  await page.getByText(`Считается с ${formatDay(late)}`).waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await page.getByRole('table', { name: 'Строки проводки' }).getByRole('link', { name: '2030' }).click();
  await page.getByText('Стало').waitFor();
  await page.getByRole('table', { name: 'Проводки' }).getByText('1\u00a0525,00').waitFor();
  await accountant.leave();
});

test('an accountant compares the statement of the bank and reads what is missing on which side', {
  timeout: 60_000,
}, async () => {
  const accountant = await scenario.enter(await scenario.testApp.operator('accountant'), '/ledger');
  const { page } = accountant;
  await page.getByRole('link', { name: 'Выписка банка' }).click();
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'kl_to_1c.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const days = { from: addDays(today(), -3), to: today(), on: addDays(today(), -1) };
  const told = clientBank({
    account: '40702810900000000001',
    ...days,
    opening: 0,
    closing: 1_200,
    sums: [4_200, -3_000],
  });
  await choose(told.slice(0, 400));
  await page.getByRole('alert').getByText('КонецФайла').waitFor();
  await choose(told);
  await page.getByText('Есть расхождения. Совпало: 0.').waitFor();
  await page.getByRole('table', { name: 'Пришло, но в книге нет' }).getByText('42,00').waitFor();
  await page.getByRole('table', { name: 'Ушло со счёта' }).getByText('ООО «Бета»').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await accountant.leave();
});
