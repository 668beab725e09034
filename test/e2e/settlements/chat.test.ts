import { beforeAll, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { heading } from '../helpers/acts.ts';
import { startBargaining } from '../helpers/bargain.ts';
import { flawsOfPages } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 900 } };
let lender: Lender;
let manager: Signed;
let debtor: Signed & { individualId: number };
let settlement: number;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Дельта»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const [claim] = rowsOf('full', generateRegistry(71, 'microlender'), 0, 1);
  debtor = await scenario.testApp.individual({ inn: claim!['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [claim!]);
  settlement = await startBargaining({ lender, manager, debtor });
});

test('a debtor on his phone and a creditor at a desk talk: each reads the other at once', async () => {
  const creditor = await scenario.enter(manager, `/settlement-${settlement}?tab=chat`, desk);
  const table = creditor.page;
  await table.getByText('Торги открыты').waitFor();
  const asking = await scenario.enter(debtor, `/settlement-${settlement}`, phone);
  const mobile = asking.page;
  await mobile.getByRole('link', { name: 'Разговор', exact: true }).click();
  await heading(mobile, /Дельта/);
  await mobile.getByLabel('Сообщение').fill('Смогу платить с декабрьской зарплаты');
  await mobile.getByRole('button', { name: 'Отправить' }).click();
  const atDesk = table.getByRole('article').filter({ hasText: 'декабрьской' });
  await atDesk.waitFor();
  // Read at the desk, it is read on the phone.
  const onPhone = mobile.getByRole('article').filter({ hasText: 'декабрьской' });
  await onPhone.getByText(/прочитано/i).waitFor();

  await table.getByLabel('Сообщение').fill('Вы мошенник');
  await table.getByRole('button', { name: 'Отправить' }).click();
  await table.getByText(/Унижать заёмщика нельзя/).waitFor();
  await table.getByLabel('Сообщение').fill('Пришлите, пожалуйста, справку о доходах');
  await table.getByRole('button', { name: 'Отправить' }).click();
  await mobile.getByRole('article').filter({ hasText: 'справку о доходах' }).waitFor();
  expect(await mobile.getByText('Вы мошенник').count()).toBe(0);

  const pdf = { name: 'Справка.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await mobile.locator('input[type=file]').setInputFiles(pdf);
  await mobile.getByText(/^Справка\.pdf/).waitFor();
  await mobile.getByRole('button', { name: 'Отправить' }).click();
  await table.getByRole('button', { name: /Справка\.pdf/ }).waitFor();
  await Promise.all([asking.leave(), creditor.leave()]);
});

test('what is written without a network goes when it is back, once', async () => {
  const { body } = await debtor.client.get(`/api/loans/${settlement}/chat`);
  const { page, leave } = await scenario.enter(debtor, `/chat-${body.id}`, phone);
  await page.getByText('Торги открыты').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Сообщение').fill('Написано в метро');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByRole('article').filter({ hasText: 'в метро' }).waitFor();
  await page.context().setOffline(false);
  await page
    .getByRole('article')
    .filter({ hasText: 'в метро' })
    .getByText(/Отправлено/)
    .waitFor();
  await page.reload();
  await page.getByRole('article').filter({ hasText: 'в метро' }).waitFor();
  expect(await page.getByRole('article').filter({ hasText: 'в метро' }).count()).toBe(1);
  await leave(/ERR_INTERNET_DISCONNECTED|WebSocket connection to/);
});

test('talks are accessible and within the screen, by day and by night', async () => {
  const { body } = await debtor.client.get(`/api/loans/${settlement}/chat`);
  const own = await flawsOfPages(scenario, debtor, [[`/chat-${body.id}`, /Дельта/]]);
  const theirs = await flawsOfPages(scenario, manager, [['/chats', 'Сообщения']]);
  expect([...own, ...theirs]).toEqual([]);
});
