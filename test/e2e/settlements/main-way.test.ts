import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { codeTo } from '#test/helpers/mail/letters.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { heading, press } from '../helpers/acts.ts';
import { flawsOfPages } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';
import { sign } from '../helpers/signing.ts';
import { loadInBrowser } from '../helpers/upload.ts';

const scenario = openScenario({ withBank: true });
const phone = { viewport: { width: 390, height: 844 } };
/** Contracts of their own, whatever the other files load. */
const claims = rowsOf('full', generateRegistry(61, 'microlender'), 0, 6);
let lender: Lender;
let manager: Signed;
let head: Signed;
let operator: Signed;
let debtor: Signed & { individualId: number };

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Альфа»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  head = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'head' });
  operator = await scenario.testApp.operator('administrator');
  const inn = claims[0]!['debtorInn']!;
  debtor = await scenario.testApp.individual({ inn, verificationStatus: 'verified' });
});

const exactSum = (page: Page) => page.getByLabel('Точная сумма, ₽');
const settlementPath = async (): Promise<string> => {
  const { body } = await debtor.client.get('/api/loans');
  return `/settlement-${body.items.at(-1).id}`;
};

describe("from a creditor's Excel file to a signed agreement, three people at once", () => {
  test('the creditor loads his file, of which three claims are of one debtor', async () => {
    const desk = await scenario.enter(manager, '/dashboard/registries');
    const { debtorInn } = claims[0]!;
    await loadInBrowser(desk.page, [claims[0]!, ...claims.slice(1, 3).map((row) => ({ ...row, debtorInn }))]);
    await desk.leave();
  });

  test('the debtor applies on his phone: slides to a sum, sees what comes of it, sends', async () => {
    const visitor = await scenario.enter(debtor, '/dashboard/individuals', phone);
    const { page } = visitor;
    await page.getByRole('link', { name: 'Подробнее о долге' }).first().click();
    const apply = page.getByRole('link', { name: 'Подать заявку' });
    await apply.waitFor();
    expect((await apply.boundingBox())!.height).toBeGreaterThanOrEqual(48);
    await apply.click();
    await heading(page, 'Заявка кредитору');
    const slider = page.getByRole('slider', { name: 'Сколько вы готовы заплатить' });
    const before = await slider.getAttribute('aria-valuetext');
    await slider.focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press('PageDown');
    expect(await slider.getAttribute('aria-valuetext')).not.toBe(before);
    await page.getByText(/вместо .* меньше/).waitFor();
    await page.getByRole('radio', { name: '3', exact: true }).check();
    await page
      .getByText(/^3 × | и /)
      .first()
      .waitFor();
    await press(page, 'Отправить заявку');
    await page.getByText('Выберите причину').last().waitFor();
    await page.getByLabel('Почему не получалось платить').selectOption({ label: 'Снижение дохода' });
    await press(page, 'Отправить заявку');
    await page.waitForURL(/\/request-/);
    await page.getByText('Заявка у кредитора').first().waitFor();
    await visitor.leave();
  });

  test('bargains with the creditor and accepts by the keyboard; the operator sees what both have signed', async () => {
    const creditor = await scenario.enter(manager, '/dashboard/requests');
    const watcher = await scenario.enter(operator, '/dashboard/requests');
    const asking = await scenario.enter(debtor, '/dashboard/requests', phone);
    const [desk, watch, mobile] = [creditor.page, watcher.page, asking.page];
    await watch.getByText('всего: 1').waitFor();

    await desk.getByRole('table', { name: 'Заявки' }).getByRole('link').first().press('Enter');
    await heading(desk, /^Заявка З-/);
    await press(desk, 'Начать торги');
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Начать торги' }).click();
    await heading(desk, /^У-/);

    await mobile.reload();
    await mobile.getByRole('link', { name: 'Перейти к торгам' }).click();
    await mobile.getByRole('link', { name: 'Изменить условия' }).click();
    await heading(mobile, 'Ваш план погашения');
    await exactSum(mobile).fill('9 000,00');
    await exactSum(mobile).press('Enter');
    await mobile
      .getByText('3 × 3 000,00 ₽'.replaceAll(' ', '\u00A0').replace('\u00A0×\u00A0', ' × '))
      .first()
      .waitFor();
    await press(mobile, 'Предложить эти условия');
    await sign(scenario, mobile, debtor);
    await mobile.getByText('Вы предложили заплатить').waitFor();

    await desk.getByText('Ваш ход.').waitFor();
    await desk.getByRole('link', { name: 'Встречное предложение' }).click();
    await heading(desk, 'Условия для заёмщика');
    await exactSum(desk).fill('8 000,00');
    await exactSum(desk).press('Enter');
    await desk.getByRole('radio', { name: '1', exact: true }).check();
    await exactSum(desk).fill('12 000,00');
    await exactSum(desk).press('Enter');
    await press(desk, 'Предложить эти условия');
    await sign(scenario, desk, manager);
    await desk.getByText('Ждём ответа').first().waitFor();

    await mobile.getByText('Кредитор предлагает заплатить').waitFor();
    await heading(mobile, 'Условия рядом');
    await press(mobile, 'Прочитать соглашение');
    const whole = mobile.getByRole('dialog', { name: 'Соглашение, как его подпишут' });
    await whole.getByRole('heading', { name: /Подписание$/ }).scrollIntoViewIfNeeded();
    await whole.getByText('Отпечаток текста:').waitFor();
    expect(await whole.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
    await mobile.keyboard.press('Escape');
    await whole.waitFor({ state: 'detached' });
    const accept = mobile.getByRole('button', { name: /^Принять: всего 12/ });
    await accept.focus();
    await mobile.keyboard.press('Enter');
    const code = mobile.getByRole('dialog').getByLabel('Код из письма');
    await code.waitFor();
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    await mobile.keyboard.type('000000');
    await mobile.keyboard.press('Enter');
    await mobile.getByText('Код неверный или его время вышло').waitFor();
    await sign(scenario, mobile, debtor);
    await mobile.getByText('Вы договорились заплатить').waitFor();
    await heading(mobile, 'График по соглашению');

    await watch.goto(await settlementPath());
    await watch.getByRole('link', { name: 'Соглашение' }).click();
    await watch.getByText('Отпечаток подписанного, SHA-256').waitFor();
    expect(await watch.getByText('Простая электронная подпись').count()).toBe(2);
    const paper = watch.getByRole('listitem').filter({ hasText: 'Соглашение о погашении задолженности' });
    const [file] = await Promise.all([
      watch.waitForEvent('download'),
      paper.getByRole('button', { name: 'Скачать PDF' }).click(),
    ]);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await paper.getByRole('link').click();
    await watch.getByText('Этот документ выдан платформой «Уговор»').waitFor();
    await watch.goBack();
    const number = await watch.getByRole('heading', { name: /^У-/ }).innerText();
    await watch.keyboard.press('Control+k');
    await watch.getByRole('dialog').getByRole('combobox').fill(number);
    await watch.getByRole('option', { name: number }).waitFor();
    await watch.keyboard.press('Escape');
    await Promise.all([creditor.leave(), watcher.leave(), asking.leave()]);
  });
});

describe('from a signed agreement to the certificate', () => {
  /** Follows the payment to the page of the bank and pays there; the bank leads back. */
  async function payAtBank(page: Page, button: RegExp): Promise<void> {
    await page.getByRole('button', { name: button }).click();
    const leave = page.getByRole('link', { name: 'Перейти к оплате' });
    await leave.waitFor();
    // Before he leaves he reads whose page it will be, and may stay.
    const { host } = new URL((await leave.getAttribute('href'))!);
    await page.getByText(`Откроется страница ${host}. Это уже не «Уговор»`).waitFor();
    await page.getByRole('button', { name: 'Отменить платёж' }).waitFor();
    await leave.click();
    await page.getByRole('button', { name: 'Оплатить' }).click();
    await page.waitForURL(/\/settlement-/);
  }

  test('the debtor pays on his phone, a part by СБП and the rest by card', async () => {
    const visitor = await scenario.enter(debtor, await settlementPath(), phone);
    const { page } = visitor;
    await page.getByText('Осталось заплатить').waitFor();
    await page.getByRole('radio', { name: 'Другая сумма' }).check();
    await page.getByLabel('Сумма, ₽').fill('99 000');
    await page
      .getByText(/Больше, чем осталось: всё погасит 12/)
      .first()
      .waitFor();
    expect(await page.getByLabel('Сумма, ₽').getAttribute('aria-invalid')).toBe('true');
    expect(
      await page
        .getByRole('button', { name: 'Заплатить' })
        .and(page.getByTitle(/Больше/))
        .getAttribute('aria-disabled'),
    ).toBe('true');
    await page.getByLabel('Сумма, ₽').fill('5 000');
    await page.getByText(/^Это часть платежа до\s.*останется доплатить 7/).waitFor();
    await page.getByRole('button', { name: /^Заплатить 5/ }).click();
    await page.getByRole('img', { name: 'QR-код страницы оплаты' }).waitFor();
    await page.getByRole('link', { name: 'Перейти к оплате' }).click();
    await page.getByRole('button', { name: 'Отказаться' }).click();
    await page.waitForURL(/\/settlement-/);
    await page.getByText(/^Платёж 5.* не прошёл: Банк плательщика отказал/).waitFor();

    // What was chosen is chosen still, by the way of another card.
    expect(await page.getByRole('radio', { name: 'Другая сумма' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Сумма, ₽').inputValue()).toMatch(/^5\s000,00$/);
    await page.getByRole('radio', { name: 'Картой' }).check();
    await payAtBank(page, /^Заплатить 5/);
    await page.getByText(/^Платёж 5.* зачислен/).waitFor();
    await page.getByText(/^Сейчас больше платить не нужно. Следующий платёж: 7/).waitFor();
    await page.getByText(/^Уже оплачено 5/).waitFor();
    // Nothing is due today: he is not led to pay again.
    expect(await page.getByRole('button', { name: /^Заплатить 7/ }).count()).toBe(0);
    await press(page, 'Заплатить раньше срока');
    expect(await page.getByRole('radio', { name: 'Картой' }).isChecked()).toBe(true);
    await page.getByText(/^Последний платёж: 7/).waitFor();
    await payAtBank(page, /^Заплатить 7/);
    await page.getByText('Всё оплачено: больше платить не нужно.').waitFor();
    await heading(page, 'Как всё прошло?');
    await visitor.leave();
  });

  test('the creditor confirms, the debtor has his certificate and says what he thinks; operators see each kopeck', async () => {
    const rule = `/api/legal-entities/${lender.id}/certificate-rule`;
    const { version, sha256: textHash } = (await head.client.get(rule)).body;
    await head.client.post(`${rule}/signing-code`, { textHash });
    const code = await codeTo(scenario.testApp, head.email);
    expect((await head.client.post(rule, { version, textHash, code })).status).toBe(200);
    const desk = await scenario.enter(head, await settlementPath());
    await press(desk.page, 'Подтвердить исполнение');
    await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Подтвердить исполнение' }).click();
    await desk.page.getByText('Соглашение закрыто, справка готовится').waitFor();
    await desk.page.getByRole('link', { name: 'Платежи', exact: true }).last().click();
    await heading(desk.page, 'Долг на дату');

    const asking = await scenario.enter(debtor, await settlementPath(), phone);
    const paper = asking.page.getByRole('listitem').filter({ hasText: 'Справка об отсутствии задолженности' });
    const [file] = await Promise.all([
      asking.page.waitForEvent('download'),
      paper.getByRole('button', { name: 'Скачать PDF' }).click(),
    ]);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await asking.page.getByText(/Справка об отсутствии задолженности № .* выдана/).waitFor();
    await asking.page.getByRole('button', { name: 'Скачать справку' }).waitFor();
    // Money of an agreement that is fulfilled does not go back.
    expect(await asking.page.getByRole('button', { name: 'Вернуть деньги' }).count()).toBe(0);
    await asking.page.getByRole('radio', { name: '5 — всё хорошо' }).check();
    await asking.page.getByLabel('Отзыв').fill('Договорились за день');
    await press(asking.page, 'Отправить');
    await asking.page.getByText('Ваша оценка: 5 из 5').waitFor();
    await asking.page.goto('/dashboard/payments');
    await asking.page.getByText('Зачислен', { exact: true }).first().waitFor();

    const watch = await scenario.enter(operator, '/feedback');
    await watch.page.getByText('Договорились за день').first().click();
    await press(watch.page, 'Опубликовать');
    await watch.page.getByText('Отзыв опубликован').waitFor();
    await watch.page.goto('/ledger');
    await watch.page.getByText('Все суммы сходятся.').waitFor();
    await watch.page.goto('/dashboard/payments');
    await watch.page.getByRole('table', { name: 'Платежи' }).getByText('Зачислен').first().waitFor();
    await Promise.all([desk.leave(), asking.leave(), watch.leave()]);
  });
});

describe('what else may be asked', () => {
  test('a debt that no registry holds: a draft saves itself, and goes only when its author sends it', async () => {
    const visitor = await scenario.enter(debtor, '/dashboard/requests', phone);
    const { page } = visitor;
    await page.getByRole('link', { name: 'Подать заявку о другом долге' }).click();
    await press(page, 'Продолжить');
    await page.getByText('Назовите кредитора').last().waitFor();
    await page.getByLabel('Кредитор', { exact: true }).fill('альфа');
    await page.getByRole('button', { name: /МКК «Альфа»/ }).click();
    await press(page, 'Продолжить');
    await heading(page, 'О каком долге речь');
    await page.getByLabel('Номер договора').fill('77-прошлое');
    await page.getByLabel('Сколько вы должны, ₽').fill('сто');
    await page.getByText('Сумма: рубли и копейки').waitFor();
    await page.getByLabel('Сколько вы должны, ₽').fill('35 000');
    await page.getByText('Черновик сохранён').waitFor();
    await page.reload();
    expect(await page.getByLabel('Номер договора').inputValue()).toBe('77-прошлое');
    await page.getByLabel('Почему не получалось платить').selectOption({ label: 'Болезнь' });
    await page.getByText('Всё заполнено').waitFor();
    await press(page, 'Отправить заявку');
    await press(page, 'Передать заявку кредитору');
    await page.getByText('Заявка у кредитора').first().waitFor();
    await visitor.leave();
    await declines();
  });

  /** The creditor does not know this debt. */
  async function declines(): Promise<void> {
    const visitor = await scenario.enter(manager, '/dashboard/requests?filter[status]=pending');
    const { page } = visitor;
    await page.getByRole('table', { name: 'Заявки' }).getByRole('link').first().press('Enter');
    await heading(page, /^Заявка З-/);
    await press(page, 'Отклонить');
    await page.getByRole('dialog').getByLabel('Чужой долг').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click();
    await page.getByText('Заявка отклонена').waitFor();
    await heading(page, 'Заявки');
    await visitor.leave();
  }

  test('a creditor, whether he holds a debt at all; he may answer that he does not', async () => {
    const stranger = await makeLender(scenario.testApp, {
      verificationStatus: 'verified',
      shortName: 'АО «Гамма Банк»',
    });
    const clerk = await scenario.testApp.employee({ legalEntityId: stranger.id, role: 'manager' });
    const visitor = await scenario.enter(debtor, '/dashboard/simplified-requests?step=new', phone);
    const { page } = visitor;
    await page.getByLabel('Кредитор', { exact: true }).fill('гамма');
    await page.getByRole('button', { name: /Гамма Банк/ }).click();
    await page.getByLabel('Сколько вы должны примерно, ₽').fill('10000');
    await press(page, 'Отправить запрос');
    await page.getByText('Кредитор знает о запросе').waitFor();
    const desk = await scenario.enter(clerk, '/dashboard/simplified-requests');
    await desk.page.getByRole('table', { name: 'Упрощённые заявки' }).locator('[data-opener]').first().click();
    await desk.page.getByRole('button', { name: 'Не наш заёмщик' }).click();
    await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Не наш заёмщик' }).click();
    await desk.page.getByText('всего: 0').waitFor();
    await page.reload();
    await page.getByText(/^Кредитор ответил, что такого долга у него нет/).waitFor();
    await press(page, 'Удалить запрос');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить запрос' }).click();
    await page.getByText('Запросов пока нет').waitFor();
    await Promise.all([visitor.leave(), desk.leave()]);
  });

  test('to put a request away and to bring it back, of an operator', async () => {
    const visitor = await scenario.enter(operator, '/dashboard/requests?filter[status]=search');
    const { page } = visitor;
    await page.getByRole('table', { name: 'Заявки' }).getByRole('link').first().press('Enter');
    await press(page, 'В архив');
    await page.getByText('В архиве').waitFor();
    await press(page, 'Вернуть из архива');
    await page.getByText('Заявка возвращена из архива').waitFor();
    await visitor.leave();
  });
});

/** The others are shown by the tour of the demonstration (look.test.ts). */
test('every screen that only bargaining shows is accessible and within the screen, on a phone and at a desk, by day and by night', async () => {
  const own = (await debtor.client.get(`/api/individuals/${debtor.individualId}/registry-entries`)).body.items;
  const free = own.find((claim: { frozen: boolean }) => !claim.frozen);
  const asked = await debtor.client.post(
    `/api/individuals/${debtor.individualId}/questionnaires/create-by/legal-entity/${free.legalEntityId}/registry/${free.registryId}/registry-entry/${own.at(-1).id === free.id ? own.at(-2).id : own.at(-1).id}`,
    {},
  );
  expect([201, 409]).toContain(asked.status);
  const { body: draft } = await debtor.client.post(`/api/individuals/${debtor.individualId}/questionnaires`, {
    creditorInn: '7728168971',
  });
  const settlement = await settlementPath();
  const request = `/request-${debtor.individualId}-${(await debtor.client.get('/api/loans')).body.items[0].requestId}`;
  const ofDebtor = await flawsOfPages(scenario, debtor, [
    [`/request-${debtor.individualId}-${draft.id}`, 'О каком долге речь'],
    [request, /Альфа/],
  ]);
  const ofManager = await flawsOfPages(scenario, manager, [
    ['/dashboard/requests', 'Заявки'],
    ['/dashboard/simplified-requests', 'Упрощённые заявки'],
    [request, /^Заявка З-/],
    [`${settlement}?tab=agreement`, /^У-/],
    [`${settlement}?tab=bargain`, /^У-/],
  ]);
  expect([...ofDebtor, ...ofManager]).toEqual([]);
});

test('what is foreign, and ids that are none, are pages that do not exist', async () => {
  const stranger = await makeLender(scenario.testApp, { verificationStatus: 'verified' });
  const foreign = await scenario.testApp.employee({ legalEntityId: stranger.id, role: 'manager' });
  const visitor = await scenario.enter(foreign);
  const { page } = visitor;
  const paths = ['/request-1', '/request-a-b', '/settlement-0', '/simplified-request-1', await settlementPath()];
  for (const path of paths) {
    await page.goto(path);
    await heading(page, 'Страница не найдена');
  }
  await visitor.leave(/Page Not Found|Не найдено|Page not found/);
});
