import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  LIMITATION_IN_COURT,
  LIMITATION_UNDATED,
  LIMITATION_WARNING,
  recognitionWords,
  writtenRecognitionWords,
} from '#domain/registries/limitation.ts';
import { addDays, addMonths, type Day, moscowDay } from '#domain/values/days.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { press } from '../helpers/acts.ts';
import { accessibilityFindings } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';
import { sign } from '../helpers/signing.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const today = moscowDay(new Date());
const edge = addMonths(today, -36);
const warning = LIMITATION_WARNING[0];
type Debtor = Signed & { individualId: number };
let lender: Lender;
let manager: Signed;
/** One whose term has run out, one whose term ends today. */
let late: Debtor;
let inTime: Debtor;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Дельта»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  late = await debtor(92, addDays(edge, -1));
  inTime = await debtor(93, edge);
});

/** A debtor with a claim of each registry, overdue since a day. */
async function debtor(seed: number, overdueFrom: Day): Promise<Debtor> {
  const [full] = rowsOf('full', generateRegistry(seed, 'microlender'), 0, 1);
  const [simple] = rowsOf('simple', generateRegistry(seed, 'microlender'), 0, 1);
  const inn = full!['debtorInn']!;
  const person = await scenario.testApp.individual({ inn, verificationStatus: 'verified' });
  await lender.load('full', [full!]);
  await lender.load('simple', [{ ...simple!, debtorInn: inn, contactFlag: '', contractNumber: `К-${seed}` }]);
  await scenario.testApp.owner.query(
    `update registry_entries set overdue_from = $2, stage = 'pretrial' where debtor_inn = $1`,
    [inn, overdueFrom],
  );
  await scenario.testApp.owner.query('update simple_registry_entries set overdue_from = $2 where debtor_inn = $1', [
    inn,
    overdueFrom,
  ]);
  return person;
}

/** Whether the warning stands on the page, as wide as a phone at most. */
async function warned(page: Page): Promise<boolean> {
  const found = page.getByText(warning);
  if ((await found.count()) === 0) return false;
  const box = (await found.first().boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  return true;
}

const claimOf = async ({ client, individualId }: Debtor): Promise<string> => {
  const [{ legalEntityId, registryId, id }] = (await client.get(`/api/individuals/${individualId}/registry-entries`))
    .body.items;
  return `/registry-entry-${legalEntityId}-${registryId}-${id}`;
};

test.each([
  ['is warned where his term may have run out', () => late, true],
  ['is not warned where it ends today', () => inTime, false],
])('a debtor on his phone %s: before answering, asking and signing', async (_, who, isLate) => {
  const person = who();
  const visitor = await scenario.enter(person, '/dashboard/individuals', phone);
  const { page } = visitor;
  const answer = page.getByRole('link', { name: 'Ответить кредитору' });
  await answer.waitFor();
  await page.getByText(/Столько заявил/).waitFor();
  expect(await warned(page)).toBe(isLate);
  if (isLate) {
    const box = (await page.getByText(warning).first().boundingBox())!;
    expect(box.y).toBeLessThan((await answer.boundingBox())!.y);
  }
  expect(await accessibilityFindings(page)).toEqual([]);
  await answer.click();
  // The page he comes from has a heading of the same words, and the same card.
  await page.waitForURL('**/dashboard/simplified-registries');
  await page.getByRole('heading', { name: 'Это ваш долг?', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Да, это мой долг' }).waitFor();
  expect(await warned(page)).toBe(isLate);
  await press(page, 'Нет, не согласен');
  const why = page.getByRole('dialog');
  await why.getByRole('radio', { name: 'Это не мой долг' }).check();
  expect((await why.innerText()).includes('давности')).toBe(false);
  await why.getByRole('radio', { name: 'Долг мой, но с суммой не согласен' }).check();
  expect(await why.innerText()).toContain(isLate ? warning : recognitionWords('Ответ «Долг мой»'));
  await press(why, 'Отменить');
  await press(page, 'Да, это мой долг');
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.waitFor();
  expect((await question.innerText()).includes(warning)).toBe(isLate);
  await question.getByRole('button', { name: 'Да, это мой долг' }).click();
  await page.getByText('Ждём от кредитора точную сумму').waitFor();
  await page.getByText('Вы ответили: это мой долг').waitFor();

  const claim = await claimOf(person);
  await page.goto(claim);
  await page.getByText('Из чего состоит долг').first().waitFor();
  expect(await warned(page)).toBe(isLate);
  await page.goto(`${claim}?step=apply`);
  await page.getByLabel('Почему не получалось платить').waitFor();
  expect(await warned(page)).toBe(isLate);
  await page.getByLabel('Почему не получалось платить').selectOption({ index: 1 });
  await press(page, 'Отправить заявку');
  await page.waitForURL(/\/request-/);

  const own = `/api/individuals/${person.individualId}/questionnaires`;
  const [{ id: request }] = (await person.client.get(own)).body.items;
  const { version } = (await person.client.get(`${own}/${request}`)).body;
  const opened = await manager.client.post(`${own}/${request}/negotiate/${lender.id}`, { version });
  expect(opened.status, opened.text).toBe(200);
  await page.goto(`/settlement-${opened.body.settlementId}`);
  await page.getByText('Вот условия из вашей заявки.').waitFor();
  expect(await warned(page)).toBe(isLate);
  expect(await accessibilityFindings(page)).toEqual([]);
  await press(page, 'Предложить эти условия');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Код из письма').waitFor();
  expect((await dialog.innerText()).includes(warning)).toBe(isLate);
  expect((await dialog.innerText()).includes(writtenRecognitionWords('Ваша подпись'))).toBe(!isLate);
  // The dialog opens at the field of the code: the warning stands where it is read then.
  if (isLate) expect((await dialog.getByText(warning).boundingBox())!.y).toBeGreaterThan(0);
  await sign(scenario, page, person);
  await page.getByText('Предложение отправлено').waitFor();
  const { rows } = await scenario.testApp.owner.query(
    `select limitation_shown_at is not null as shown from signatures where settlement_id = $1`,
    [opened.body.settlementId],
  );
  expect(rows).toEqual([{ shown: isLate }]);
  await visitor.leave();
});

test('whose creditor has told no day of the overdue reads so, and answers with it before his eyes', async () => {
  const person = await debtor(96, edge);
  await scenario.testApp.owner.query(
    'update simple_registry_entries set overdue_from = null where debtor_inn = (select inn from individuals where id = $1)',
    [person.individualId],
  );
  const visitor = await scenario.enter(person, '/dashboard/simplified-registries', phone);
  const { page } = visitor;
  await page.getByText(LIMITATION_UNDATED).waitFor();
  expect(await warned(page)).toBe(false);
  await press(page, 'Да, это мой долг');
  const question = page.getByRole('alertdialog');
  await question.getByText(LIMITATION_UNDATED).waitFor();
  await question.getByRole('button', { name: 'Да, это мой долг' }).click();
  await page.getByText('Вы ответили: это мой долг').waitFor();
  await visitor.leave();
});

test('whose debt went to court after the term reads of the case, of the order and where he pleads the term', async () => {
  const person = await debtor(94, addDays(edge, -1));
  await scenario.testApp.owner.query(`update registry_entries set stage = 'court' where individual_id = $1`, [
    person.individualId,
  ]);
  const { page, leave } = await scenario.enter(person, '/dashboard/registries-entries', phone);
  for (const address of [null, await claimOf(person)]) {
    if (address) await page.goto(address);
    await page.getByText(LIMITATION_IN_COURT).waitFor();
    expect(await warned(page)).toBe(true);
    await page.getByText('вы можете возразить за 10 дней со дня его получения').waitFor();
  }
  await leave();
});

test('whose answer comes too late reads why, and what he has written stays', async () => {
  const person = await debtor(95, edge);
  const claim = await claimOf(person);
  const { page, leave } = await scenario.enter(person, claim, phone);
  const own = `/api/individuals/${person.individualId}`;
  const answers = [
    [claim, 'Это не мой долг', 'registry-entries', (id: number) => `registry-entries/${id}/reject`],
    [
      '/dashboard/simplified-registries',
      'Нет, не согласен',
      'simple-registries/entries',
      (id: number) => `simple-registries/reject/${id}`,
    ],
  ] as const;
  for (const [address, button, list, reject] of answers) {
    await page.goto(address);
    await press(page, button);
    const why = page.getByRole('dialog');
    await why.getByRole('radio', { name: 'Это не мой долг' }).check();
    const words = why.getByLabel(/^Что стоит знать кредитору/);
    await words.fill('Такого договора я не заключал');
    const [{ id, version }] = (await person.client.get(`${own}/${list}`)).body.items;
    const answered = await person.client.post(`${own}/${reject(id)}`, { reason: 'not_mine', version });
    expect(answered.status, answered.text).toBe(200);
    await press(why, 'Отправить ответ');
    await why.getByText('Написанное здесь можно скопировать').waitFor();
    // The page behind knows of no such answer any more.
    await page.locator('main').getByText('Вы ответили').waitFor();
    expect(await page.locator('main').getByText(button, { exact: true }).count()).toBe(0);
    expect(await words.inputValue()).toBe('Такого договора я не заключал');
    await press(why, 'Отменить');
  }
  await leave(/Failed to load resource/);
});
