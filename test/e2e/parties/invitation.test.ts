import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { codeTo, letterTo } from '#test/helpers/mail/letters.ts';
import { papersInSql } from '#test/helpers/papers.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { agree, fill, heading, newPassword, press } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const email = 'debtor-by-letter@example.test';
/** A debtor of whom the creditor knows an address, and who is nobody here yet. */
const claim: FileRow = {
  ...rowsOf('full', generateRegistry(77, 'microlender'), 0, 1)[0]!,
  email,
  tz: 'Europe/Moscow',
  contactFlag: '',
};
let lender: Lender;
let manager: Signed;
const run = async (sql: string, values: unknown[] = []) =>
  (await scenario.testApp.app.database.pool.query(sql, values)).rows;
beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Сигма»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  await run(`update legal_entities set phone = '+78001234567' where id = $1`, [lender.id]);
});

async function sign(page: Page, address: string): Promise<void> {
  const code = page.getByRole('dialog').getByLabel('Код из письма');
  await code.waitFor();
  await code.fill(await codeTo(scenario.testApp, address));
  await page.keyboard.press('Enter');
}

/** Lets the hour come for which the law has put the letter. */
async function comeDue(): Promise<void> {
  const [{ planned_at: at }] = await run('select planned_at from entry_notices');
  await runDeadlines(scenario.testApp.app, new Date(at.getTime() + 1_000));
}

/** The operator's yes; how it is given by hand the tests of the verification show. */
async function verify(id: number): Promise<void> {
  await run(
    `update individuals set verification_status = 'pending', ${papersInSql(scenario.testApp.app)} where id = $1`,
    [id],
  );
  const { client } = await scenario.testApp.operator('administrator');
  const { version } = (await client.get(`/api/individuals/${id}`)).body;
  await client.post(`/api/individuals/${id}/verification_status`, { move: 'approve', version });
}

test('from the letter of a creditor to a signed agreement on a phone, by somebody who is not here yet', async () => {
  const registry = `/registry-${lender.id}-${(await lender.load('full', [claim])).split('/').pop()}`;
  const { page: desk } = await scenario.enter(manager, registry);
  await press(desk, 'Пригласить заёмщиков');
  await desk.getByRole('dialog').getByRole('button', { name: 'Поставить письма в очередь' }).click();
  await desk.getByText('Писем поставлено в очередь: 1').first().waitFor();
  await comeDue();

  const { page } = await scenario.visit({ viewport: { width: 390, height: 844 } });
  await page.goto((await letterTo(scenario.testApp, email)).link);
  await page.getByText('ООО МКК «Сигма» предлагает договориться о долге').waitFor();
  const known = { Фамилия: claim.lastName!, Имя: claim.firstName!, 'Дата рождения': claim.birthDate! };
  await fill(page, { ...known, Телефон: '+7 (916) 123-45-67', Пароль: newPassword, 'Повторите пароль': newPassword });
  await page.getByLabel(/^ИНН/).fill(claim.debtorInn!);
  await agree(page);
  await press(page, 'Зарегистрироваться');
  await heading(page, /^Здравствуйте/);
  await page.getByText('После неё вы увидите свои долги').waitFor();
  const [{ id }] = await run(
    'select i.id from individuals i join accounts a on a.id = i.account_id where a.email = $1',
    [email],
  );
  await verify(id);

  await page.reload();
  await page.getByRole('link', { name: 'Подробнее о долге' }).first().click();
  await page.getByRole('link', { name: 'Подать заявку' }).click();
  await heading(page, 'Заявка кредитору');
  await press(page, 'Дать согласие');
  await page.getByText('Согласие дано').waitFor();
  await page.getByRole('slider', { name: 'Сколько вы готовы заплатить' }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('PageDown');
  await page.getByLabel('Почему не получалось платить').selectOption({ label: 'Снижение дохода' });
  await press(page, 'Отправить заявку');
  await page.waitForURL(/\/request-/);

  await desk.goto(`${registry}?tab=requests`);
  await desk.getByRole('table', { name: 'Заявки' }).getByRole('link').first().press('Enter');
  await heading(desk, /^Заявка З-/);
  await press(desk, 'Начать торги');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Начать торги' }).click();
  await heading(desk, /^У-/);

  await page.reload();
  await page.getByRole('link', { name: 'Перейти к торгам' }).click();
  await page.getByText('Вот условия из вашей заявки').waitFor();
  await press(page, 'Предложить эти условия');
  await sign(page, email);
  await page.getByText('Вы предложили заплатить').waitFor();
  await desk.getByText('Ваш ход.').waitFor();
  await desk.getByRole('button', { name: /^Принять/ }).click();
  await sign(desk, manager.email);
  await desk.getByText('Соглашение заключено').first().waitFor();
  await page.reload();
  await page.getByText('Вы договорились заплатить').waitFor();
  const [{ count }] = await run('select count(*)::int from agreements');
  expect(count).toBe(1);
});
