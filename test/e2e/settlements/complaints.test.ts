import { beforeAll, expect, test } from 'vitest';
import { say } from '#test/chats/helpers/talk.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { fill, heading, press } from '../helpers/acts.ts';
import { startBargaining } from '../helpers/bargain.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

/** The debtor complains on his phone, the operator decides at his desk (docs/decisions/0200). */
const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 900 } };
let lender: Lender;
let debtor: Signed & { individualId: number };
let operator: Signed;
let chat: number;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Омега»' });
  const manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const [claim] = rowsOf('full', generateRegistry(97, 'microlender'), 0, 1);
  debtor = await scenario.testApp.individual({ inn: claim!['debtorInn']!, verificationStatus: 'verified' });
  operator = await scenario.testApp.operator('manager');
  await lender.load('full', [claim!]);
  const settlement = await startBargaining({ lender, manager, debtor });
  chat = (await debtor.client.get(`/api/loans/${settlement}/chat`)).body.id;
  // An answer goes at any hour.
  for (const [{ client }, text] of [
    [debtor, 'Смогу заплатить в декабре'],
    [manager, 'В декабре будет поздно, вы пожалеете'],
  ] as const) {
    const { accountId } = (await client.get(`/api/chats/${chat}/info`)).body;
    const { status, text: answer } = await say({ client, accountId }, chat, text);
    expect(status, answer).toBe(200);
  }
  await scenario.testApp.owner.query(
    `insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at, told_at)
     select legal_entity_id, id, individual_id, 'call', 'hand', 'held', now() - interval '3 days', now() from registry_entries
     where individual_id = $1`,
    [debtor.individualId],
  );
});

test('a message is complained of, decided, and the answer stands beneath it', async () => {
  const { page: mobile, leave } = await scenario.enter(debtor, `/chat-${chat}`, phone);
  const message = mobile.getByRole('article').filter({ hasText: 'вы пожалеете' });
  await press(message, 'Пожаловаться');
  const dialog = mobile.getByRole('dialog', { name: 'Пожаловаться оператору площадки' });
  await dialog.getByLabel('Что случилось').fill('Он мне угрожает');
  // One careless tap files nothing.
  await press(dialog, 'Пожаловаться');
  await dialog.getByText('Выберите, на что жалуетесь').waitFor();
  await dialog.getByLabel('На что жалуетесь').selectOption('threat');
  expect(await flawsOf(mobile)).toEqual([]);
  await press(dialog, 'Пожаловаться');
  await message.getByText(/^Жалоба № \d+\. Ждёт решения$/).waitFor();
  await mobile.getByText('Заёмщик позвал оператора площадки').waitFor();

  const decider = await scenario.enter(operator, '/complaints', desk);
  const { page: table } = decider;
  await table.getByText('Угрозы или давление').first().click();
  await table.getByText('В декабре будет поздно, вы пожалеете').waitFor();
  await table.getByText('Он мне угрожает').waitFor();
  await table.getByText('Если признать жалобу обоснованной, кредитор узнает').waitFor();
  expect(await table.getByRole('button', { name: 'Признать обоснованной' }).boundingBox()).toMatchObject({
    y: expect.toSatisfy((y: number) => y < desk.viewport.height, 'above the fold'),
  });
  expect(await flawsOf(table)).toEqual([]);
  await press(table, 'Признать обоснованной');
  await table.getByText('Напишите ответ: его прочтёт тот, кто пожаловался').waitFor();
  await fill(table, { Ответ: 'Мы предупредили кредитора' });
  await press(table, 'Признать обоснованной');
  await table.getByText('Жалоба признана обоснованной').waitFor();

  // The talk says so by itself, and the operator may be called again.
  await mobile.getByText('Оператор площадки рассмотрел жалобу на сообщение').waitFor();
  await mobile.getByRole('button', { name: 'Позвать оператора' }).waitFor();
  await message.getByText('Обоснована. Ответ: Мы предупредили кредитора').waitFor();
  expect(await message.getByRole('button', { name: 'Пожаловаться' }).count()).toBe(0);
  await press(message, 'Жалоба целиком');
  const whole = mobile.getByRole('dialog', { name: /^Жалоба № \d+$/ });
  for (const words of ['Он мне угрожает', 'Мы предупредили кредитора', /Напишите в поддержку/, /fssp\.gov\.ru/])
    await whole.getByText(words).waitFor();
  expect(await flawsOf(mobile)).toEqual([]);
  await mobile.goto(new URL('/notifications', mobile.url()).href);
  await mobile.getByText(/^Сообщение от .+ Ответ оператора: Мы предупредили кредитора$/).waitFor();
  await mobile.getByRole('button', { name: /^Открыть: Ваша жалоба/ }).click();
  await mobile.locator('[aria-current] article').filter({ hasText: 'вы пожалеете' }).waitFor();
  await Promise.all([leave(), decider.leave()]);
});

test('a call of the journal that was not is complained of in its row', async () => {
  const { page, leave } = await scenario.enter(debtor, '/dashboard/contacts', phone);
  await heading(page, 'Журнал контактов');
  await press(page, 'Пожаловаться');
  const dialog = page.getByRole('dialog', { name: 'Пожаловаться оператору площадки' });
  await dialog.getByLabel('На что жалуетесь').selectOption('untrue');
  await press(dialog, 'Пожаловаться');
  await page.getByText(/^Жалоба № \d+\. Ждёт решения$/).waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Мои жалобы' }).click();
  await heading(page, 'Мои жалобы');
  await page.getByText('Этого звонка не было или записана неправда').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await leave();

  // On a small desk screen the operator decides it without scrolling.
  const small = { viewport: { width: 1280, height: 800 } };
  const decider = await scenario.enter(operator, '/complaints', small);
  await decider.page.getByText('Этого не было или записана неправда').first().click();
  for (const name of ['Признать обоснованной', 'Не подтвердилась']) {
    // The tabs of the list come before it.
    const button = decider.page.getByRole('button', { name }).last();
    await button.waitFor();
    expect((await button.boundingBox())!, name).toMatchObject({
      y: expect.toSatisfy((y: number) => y < small.viewport.height - 36, 'above the fold'),
    });
  }
  expect(await flawsOf(decider.page)).toEqual([]);
  await decider.leave();
});
