import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { registryColumns } from '#domain/registries/registry-columns.ts';
import { formatMoney, kopecks, parseMoney } from '#domain/values/money.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { inlineRow, makeBook } from '#test/helpers/registry/book.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { heading, press } from '../helpers/acts.ts';
import { flawsOfPages } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';
import { dryRun, send } from '../helpers/upload.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const claims = rowsOf('full', generateRegistry(41, 'microlender'), 0, 8);
const questions = rowsOf('simple', generateRegistry(43), 0, 3);
/** One creditor has loaded everything of its debtors, another has only hinted at some. */
let lender: Lender;
let hinting: Lender;
let manager: Signed;
let asker: Signed;
let debtor: Signed & { individualId: number };

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Альфа»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const inn = claims[0]!['debtorInn']!;
  debtor = await scenario.testApp.individual({ inn, verificationStatus: 'verified' });
  hinting = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Бета»' });
  asker = await scenario.testApp.employee({ legalEntityId: hinting.id, role: 'manager' });
  await hinting.load('simple', [...questions.slice(0, 2).map((row) => ({ ...row, debtorInn: inn })), questions[2]!]);
});

/** The page of the debtor's claim. */
async function claimPath(): Promise<string> {
  const { body } = await debtor.client.get(`/api/individuals/${debtor.individualId}/registry-entries`);
  const { legalEntityId, registryId, id } = body.items[0];
  return `/registry-entry-${legalEntityId}-${registryId}-${id}`;
}

const tab = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('link', { name }).click();

describe('a creditor loads his registry in the browser', () => {
  test('a file is checked, its cells are put right with the keyboard, and it is loaded', async () => {
    const wrong = [
      { ...claims[0]!, total: '1,00' },
      { ...claims[1]!, phone: '12345', contractKind: 'Ипотека' },
      ...claims.slice(2),
    ];
    const visitor = await scenario.enter(manager, '/dashboard/registries');
    const { page } = visitor;
    await page.getByText('Реестров пока нет').waitFor();
    await send(page, wrong);
    await press(page, 'Загрузить и проверить');
    await dryRun(page);
    expect(new URL(page.url()).pathname).toBe(`/registry-${lender.id}-2`);
    await page.getByText('С ошибкой').first().waitFor();

    await tab(page, /^Ошибки импорта · 2/);
    const total = page.getByRole('textbox', { name: 'Итого задолженность, строка 2' });
    await total.fill('2');
    await page.getByText('Итог не равен сумме частей долга до копейки').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await total.inputValue()).toBe('1,00');
    await total.fill(claims[0]!['total']!);
    await page.keyboard.press('Enter');
    await page.getByText('Строка исправлена').waitFor();
    // Enter has led to the same column of the next row; from there Tab and arrows go on.
    const below = page.getByRole('textbox', { name: 'Итого задолженность, строка 3' });
    expect(await below.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('textbox', { name: 'Телефон, строка 3' }).fill(claims[1]!['phone']!);
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Вид договора, строка 3' }).fill('Микрозайм');
    await page.keyboard.press('Enter');
    await page.getByText('Строка исправлена').nth(1).waitFor();

    await press(page, 'Принять 8 строк');
    await page.getByRole('dialog').getByText('Появится записей').waitFor();
    // What is accepted is seen before: how many claims, and of how much in all.
    const whole = formatMoney(kopecks(claims.reduce((sum, { total }) => sum + parseMoney(total!)!, 0)));
    await page.getByRole('dialog').getByText(whole).waitFor();
    await press(page, 'Принять');
    await heading(page, 'Что стало с записями');
    await tab(page, /^Записи$/);
    await page.getByRole('table', { name: 'Записи' }).getByText(claims[0]!['contractNumber']!).waitFor();

    // By its contract number the claim is also a few keys away from anywhere.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(claims[0]!['contractNumber']!);
    await page.getByRole('option', { name: claims[0]!['contractNumber']! }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/registry-entry-/);
    await heading(page, claims[0]!['contractNumber']!);
    await visitor.leave();
  });

  test('a fresh unloading shows what it changes, and replaces what it no longer has only when told so', async () => {
    const visitor = await scenario.enter(manager, '/dashboard/registries');
    const { page } = visitor;
    const changed = { ...claims[1]!, comment: 'Новый комментарий' };
    await send(page, [claims[0]!, changed, ...claims.slice(2, 6)], 'Реестр декабрь.xlsx');
    await page.getByLabel('Это новая выгрузка реестра').selectOption({ index: 1 });
    await press(page, 'Загрузить и проверить');
    await dryRun(page);
    await tab(page, 'Различия');
    await page.getByText('Нет в новом файле: 2 записи').waitFor();
    const table = page.getByRole('table', { name: 'Что изменит загрузка' });
    await table
      .getByRole('row', { name: /Обновит запись/ })
      .getByRole('button')
      .click();
    await page.getByRole('complementary').getByText('Новый комментарий').waitFor();
    await tab(page, /^Нет в файле · 2/);
    const gone = page.getByRole('table', { name: 'Записи прежней выгрузки, которых в новом файле нет' });
    await gone.getByText(claims[7]!['contractNumber']!).waitFor();
    await press(page, 'Принять 6 строк');
    await page.getByLabel('Отозвать 2 записи: это полная замена').check();
    await page.getByText('Отозванные записи пропадут у заёмщиков').waitFor();
    await press(page, 'Принять');
    await page.getByText('Принят', { exact: true }).first().waitFor();
    await page.goto('/dashboard/registries-entries');
    await page.getByText('всего: 6').waitFor();
    await visitor.leave();
  });

  test('headings that nobody knows are matched by hand and remembered for the company', async () => {
    const visitor = await scenario.enter(manager, '/dashboard/registries');
    const { page } = visitor;
    const { full } = registryColumns;
    const headings = full.map(({ code, header }) => (code === 'contractNumber' ? 'Шифр дела' : header));
    const row = inlineRow(
      2,
      full.map(({ code }) => claims[7]![code] || null),
    );
    await press(page, 'Загрузить реестр');
    await page.locator('input[type=file]').setInputFiles({
      name: 'чужой.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: makeBook({ rows: inlineRow(1, headings) + row }),
    });
    await press(page, 'Загрузить и проверить');
    await tab(page, 'Сопоставление колонок');
    await page.getByText('Обязательные колонки, для которых нет заголовка').waitFor();
    await page.getByLabel('Колонка реестра для «Шифр дела»').selectOption('contractNumber');
    await press(page, 'Сохранить и проверить заново');
    await page.getByText('Заголовки поняты по сохранённому сопоставлению.').waitFor();
    await visitor.leave();
  });
});

describe('the debtor on his phone', () => {
  test('sees the claim with its sum, what it is made of and what to do', async () => {
    const visitor = await scenario.enter(debtor, '/dashboard/individuals', phone);
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Долги без соглашения' }).waitFor();
    await page.goto('/dashboard/registries-entries');
    await page.getByRole('link', { name: 'Подробнее о долге' }).click();
    await heading(page, 'Что делать дальше');
    await page.getByText('Из чего состоит долг').first().waitFor();
    await page.getByText(claims[0]!['contractNumber']!).first().waitFor();
    // The creditor's own notes and bounds are none of his.
    expect(await page.getByText('Внешний код').count()).toBe(0);
    await visitor.leave();
  });

  test('takes one debt on himself and rejects another, by the keyboard as well; the creditor sees both', async () => {
    const visitor = await scenario.enter(debtor, '/dashboard/simplified-registries', phone);
    const { page } = visitor;
    const yes = page.getByRole('button', { name: 'Да, это мой долг' });
    await yes.nth(1).waitFor();
    expect((await yes.first().boundingBox())!.height).toBeGreaterThanOrEqual(48);
    await yes.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да, это мой долг' }).click();
    await page.getByText('Ждём от кредитора точную сумму').waitFor();

    await page.getByRole('button', { name: 'Нет, не согласен' }).focus();
    await page.keyboard.press('Enter');
    await press(page, 'Отправить ответ');
    await page.getByText('Выберите причину').waitFor();
    await page.getByLabel('Другое').check();
    await page.getByText('Выберите причину').waitFor({ state: 'detached' });
    await press(page, 'Отправить ответ');
    await page.getByText('Напишите, почему вы не согласны').waitFor();
    await page.getByLabel('Я его уже заплатил').check();
    await press(page, 'Отправить ответ');
    await page.getByLabel('Я его уже заплатил').waitFor({ state: 'detached' });
    await page.getByText('я его уже заплатил').waitFor();
    await visitor.leave();
    await creditorSeesAnswers();
  });

  /** What was accepted comes first; what was rejected stands in its registry with the reason. */
  async function creditorSeesAnswers(): Promise<void> {
    const visitor = await scenario.enter(asker, '/dashboard/simplified-registries');
    const { page } = visitor;
    await heading(page, 'Признанные долги');
    await page.getByText('всего: 1').waitFor();
    await page.getByRole('radio', { name: 'Реестры' }).click();
    await heading(page, 'Упрощённые реестры');
    await page.getByRole('table', { name: 'Упрощённые реестры' }).getByRole('link').first().press('Enter');
    await tab(page, /^Записи$/);
    await page.getByText('Уже оплачен').waitFor();
    await visitor.leave();
  }
});

/** The others are shown by the tour of the demonstration (look.test.ts). */
test('every screen that only registries show is accessible and within the screen, on a phone and at a desk, by day and by night', async () => {
  const rows = rowsOf('full', generateRegistry(47), 0, 6).map((row, index) =>
    index < 2 ? { ...row, total: '1,00' } : row,
  );
  const dry = (await lender.prepare('full', rows)).split('/').at(-1);
  const entry = await claimPath();
  const asked = `/simplified-registry-${hinting.id}-1`;
  const ofManager = await flawsOfPages(scenario, manager, [
    [`/registry-${lender.id}-2`, /^Реестр № 1/],
    [`/registry-${lender.id}-${dry}?tab=errors`, /^Реестр № /],
    [`/registry-${lender.id}-${dry}?tab=differences`, /^Реестр № /],
    [`/registry-${lender.id}-${dry}?tab=mapping`, /^Реестр № /],
    [entry, /Договор/],
    [`${entry}?tab=history`, /Договор/],
  ]);
  const ofAsker = await flawsOfPages(scenario, asker, [[`${asked}?tab=entries&preview=1`, /^Реестр № 1/]]);
  expect([...ofManager, ...ofAsker]).toEqual([]);
});

test('ids that are none, and what is foreign, are pages that do not exist', async () => {
  const stranger = await makeLender(scenario.testApp, { verificationStatus: 'verified' });
  const foreign = await scenario.testApp.employee({ legalEntityId: stranger.id, role: 'manager' });
  const visitor = await scenario.enter(foreign);
  const { page } = visitor;
  const paths = ['/registry-1', '/registry-a-b', '/registry-1-0', '/registry-entry-1-2', '/simplified-registry-1-2-3'];
  for (const path of [...paths, `/registry-${lender.id}-2`, await claimPath()]) {
    await page.goto(path);
    await heading(page, 'Страница не найдена');
  }
  await visitor.leave(/Page Not Found|Не найдено|Page not found/);
});
