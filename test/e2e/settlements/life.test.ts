import { beforeAll, expect, test } from 'vitest';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { fill, heading, press } from '../helpers/acts.ts';
import { makeAgreement } from '../helpers/bargain.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';
import { sign } from '../helpers/signing.ts';

/** What befalls a debtor: he asks for a pause on his phone, operators confirm a bankruptcy at a desk (docs/decisions/0101). */
const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 900 } };
const proof = { name: 'справка.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPaper) };
let lender: Lender;
let manager: Signed;
let debtor: Signed & { individualId: number };
let settlement: string;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Дельта»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const [claim] = rowsOf('full', generateRegistry(71, 'microlender'), 0, 1);
  debtor = await scenario.testApp.individual({ inn: claim!['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [claim!]);
  settlement = `/settlement-${await makeAgreement(scenario, { lender, manager, debtor })}`;
});

test('whoever is ill finds the pause among what may happen to him', async () => {
  const { page: mobile } = await scenario.enter(debtor, '/dashboard/life-events', phone);
  await press(mobile, 'Сообщить об обстоятельстве');
  await mobile.getByRole('radio', { name: /^Болезнь или потеря работы/ }).check();
  await mobile
    .getByRole('dialog')
    .getByRole('link', { name: /Дельта/ })
    .waitFor();
  expect(await flawsOf(mobile)).toEqual([]);
  await mobile
    .getByRole('dialog')
    .getByRole('link', { name: /Дельта/ })
    .click();
  await heading(mobile, 'Пауза в платежах');
  expect(await mobile.getByRole('radio', { name: 'Болезнь' }).isChecked()).toBe(true);
  await press(mobile.getByRole('dialog'), 'Отменить');
  expect(mobile.url()).not.toContain('ask');
});

test('what is typed about a pause stays while another choice is looked at', async () => {
  const { page: mobile } = await scenario.enter(debtor, `${settlement}?ask=tell`, phone);
  const dialog = mobile.getByRole('dialog');
  const pause = dialog.getByRole('radio', { name: /^Болезнь или потеря работы/ });
  await pause.check();
  const words = dialog.getByLabel('Комментарий кредитору');
  await words.fill('После операции');
  await dialog
    .getByRole('radio', { name: /^Банкротство/ })
    .first()
    .check();
  await words.waitFor({ state: 'hidden' });
  await pause.check();
  expect(await words.inputValue()).toBe('После операции');
  expect(await dialog.count()).toBe(1);
});

test('a pause is asked for in two taps on a phone, the creditor agrees at his desk, the debtor signs the moved schedule', async () => {
  const { items } = (await debtor.client.get('/api/auth/consents')).body;
  const health = items.find(
    (one: { kind: string; revokedAt: unknown }) => one.kind === 'health-data' && !one.revokedAt,
  );
  await debtor.client.post(`/api/auth/consents/${health.id}/withdraw`);
  const { page: mobile } = await scenario.enter(debtor, settlement, phone);
  await mobile.getByText(/Введено банкротство или вас призвали на службу\? Сообщите об этом/).waitFor();
  // To pay is on the first screen; what else may be done is one line there, and opens what it names at once.
  const pay = mobile.getByRole('heading', { name: 'Оплата', exact: true });
  expect(await pay.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(600);
  const ways = mobile.getByRole('navigation', { name: 'Что ещё можно сделать' });
  await ways.getByText('Что ещё можно сделать').click();
  await ways.getByRole('link', { name: 'Попросить паузу' }).click();
  await heading(mobile, 'Пауза в платежах');
  expect(await flawsOf(mobile)).toEqual([]);
  await press(mobile, 'Отправить просьбу');
  // All that lacks is said at once, and nothing but what sends it looks as if it did.
  await mobile.getByText('Дайте согласие на обработку сведений о здоровье: кнопка выше').waitFor();
  await mobile
    .getByText('Приложите файл: больничный, выписка или справка. Подойдёт PDF, JPG или PNG до 20 МБ')
    .waitFor();
  await press(mobile, 'Дать согласие');
  await mobile.getByText('Дайте согласие на обработку сведений о здоровье').waitFor({ state: 'detached' });
  const pretended = { name: 'не справка.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Просто слова') };
  await mobile.locator('input[type=file]').setInputFiles(pretended);
  await mobile.getByText('не справка.pdf').waitFor();
  await press(mobile, 'Отправить просьбу');
  await mobile
    .getByRole('dialog')
    .getByRole('alert')
    .getByText(/Подходит .*, а это другой файл/)
    .waitFor();
  await mobile.locator('input[type=file]').setInputFiles(proof);
  await mobile.getByText('справка.pdf', { exact: true }).waitFor();
  expect(await mobile.getByRole('dialog').getByRole('alert').count()).toBe(0);
  await press(mobile, 'Отправить просьбу');
  await mobile.getByText(/Ждёт ответа кредитора/).waitFor();

  // Who may not sign for the company reads it before he asks for a code.
  const powerless = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  await scenario.testApp.owner.query(`update powers_of_attorney set status = 'revoked' where membership_id = $1`, [
    powerless.membershipId,
  ]);
  const { page: beside, leave: leaveBeside } = await scenario.enter(powerless, settlement, desk);
  const agreeing = beside.getByRole('button', { name: 'Согласиться на паузу' });
  await agreeing.waitFor();
  expect(await agreeing.getAttribute('aria-disabled')).toBe('true');
  expect(await agreeing.getAttribute('title')).toMatch(/доверенност/i);
  await leaveBeside();

  const { page: creditor } = await scenario.enter(manager, settlement, desk);
  await creditor
    .getByText(/Пауза по болезни с/)
    .first()
    .waitFor();
  await press(creditor, 'Согласиться на паузу');
  await sign(scenario, creditor, manager);
  await heading(creditor, 'Предложен новый график');

  await mobile.reload();
  await heading(mobile, 'Предложен новый график');
  await mobile.getByRole('button', { name: /^Подписать новый график: всего/ }).click();
  await sign(scenario, mobile, debtor);
  await mobile.getByText(/Остановлено: .*начисление неустойки/).waitFor();
  expect([...(await flawsOf(mobile)), ...(await flawsOf(creditor))]).toEqual([]);
});

test('holidays are taken in two taps, and the creditor reads that he is told and not asked', async () => {
  const { page: mobile } = await scenario.enter(debtor, settlement, phone);
  await press(mobile, 'Взять каникулы');
  await mobile.getByRole('radio', { name: /Жильё пострадало/ }).check();
  await mobile.locator('input[type=file]').setInputFiles(proof);
  await press(mobile, 'Начать каникулы');
  await mobile
    .getByText(/Кредитные каникулы с/)
    .first()
    .waitFor();
  const { page: creditor } = await scenario.enter(manager, settlement, desk);
  await creditor
    .getByText(/Кредитные каникулы с/)
    .first()
    .waitFor();
  await creditor.getByRole('button', { name: 'Возразить против каникул' }).waitFor();
});

test('a debtor tells of his bankruptcy with a photo, an operator refuses it, and he reads why', async () => {
  const { page: mobile } = await scenario.enter(debtor, settlement, phone);
  await press(mobile, 'Сообщить и приложить документ');
  await mobile.getByRole('radio', { name: 'Внесудебное банкротство' }).check();
  await fill(mobile, { 'С какого дня действует': formatDay(moscowDay(new Date())) });
  await mobile.locator('input[type=file]').setInputFiles(proof);
  await press(mobile, 'Отправить на подтверждение');
  await mobile.getByText(/До решения, но не дольше чем по/).waitFor();
  await mobile.getByText(/оператор проверяет документ\. Ответ придёт в уведомления/).waitFor();
  expect(await mobile.getByRole('button', { name: 'Сообщить и приложить документ' }).count()).toBe(0);
  expect(await flawsOf(mobile)).toEqual([]);

  const deciding = await scenario.testApp.operator('administrator');
  const { page: operator } = await scenario.enter(deciding, '/approvals', desk);
  await operator.getByText('Подтвердить обстоятельство заёмщика').first().click();
  await operator.getByText('Оператор проверяет документ.').waitFor();
  await operator.getByLabel(/Причина вашего решения/).fill('На снимке не видно номера');
  await press(operator, 'Отклонить');
  await operator.getByText('Решение отклонено').first().waitFor();
  const { page: own } = await scenario.enter(debtor, `/individual-${debtor.individualId}?tab=life`, phone);
  await own.getByText('Причина: На снимке не видно номера').waitFor();
  await own.getByRole('button', { name: 'Сообщить об обстоятельстве' }).waitFor();
  expect(await flawsOf(own)).toEqual([]);
});

test('one operator enters a bankruptcy with its ruling, another confirms it, and all three sides read what it stops', async () => {
  const first = await scenario.testApp.operator('verifier');
  const second = await scenario.testApp.operator('administrator');
  const card = `/individual-${debtor.individualId}`;
  const { page: entering } = await scenario.enter(first, `${card}?tab=life`, desk);
  await press(entering, 'Внести обстоятельство');
  await fill(entering, { 'С какого дня действует': formatDay(moscowDay(new Date())) });
  await entering.locator('input[type=file]').setInputFiles(proof);
  await press(entering, 'Отправить на подтверждение');
  await entering.getByText(/Ждёт подтверждения вторым человеком/).waitFor();

  const { page: deciding } = await scenario.enter(second, `${card}?tab=life`, desk);
  await deciding.getByText('Подтвердить обстоятельство заёмщика').first().waitFor();
  await press(deciding, 'Утвердить');
  await press(deciding.getByRole('alertdialog'), 'Утвердить');
  await deciding.getByText(/Остановлено: звонки и встречи/).waitFor();
  expect([...(await flawsOf(entering)), ...(await flawsOf(deciding))]).toEqual([]);

  const { page: mobile } = await scenario.enter(debtor, settlement, phone);
  await mobile
    .getByText(/Банкротство через суд с/)
    .first()
    .waitFor();
  expect(await mobile.getByRole('button', { name: 'Попросить паузу' }).count()).toBe(0);
  // Of the pause that holds as well nothing is listed as going on: the bankruptcy has stopped it.
  await mobile.getByText('Сейчас действует несколько обстоятельств').waitFor();
  expect(await mobile.getByText(/^Продолжается:/).count()).toBe(0);
  expect(await mobile.getByText(/Если заплатить всё/).count()).toBe(0);
  await mobile.getByText(/обратитесь к финансовому управляющему/).waitFor();
  await mobile.getByText('Остановлен', { exact: true }).first().waitFor();
  await mobile.getByText('На чём основано').first().click();
  expect(await mobile.locator('main').innerText()).not.toMatch(/\[[CK]\]|0101/);
  const { page: home } = await scenario.enter(debtor, '/dashboard/individuals', phone);
  await home.getByText(/Введено банкротство с .*обратитесь к финансовому управляющему/).waitFor();
  expect(await home.getByRole('link', { name: 'Заплатить' }).count()).toBe(0);
  expect(await home.getByText('Ожидание оплаты').count()).toBe(0);
  expect(await flawsOf(home)).toEqual([]);
  const { page: creditor } = await scenario.enter(manager, settlement, desk);
  await creditor
    .getByText(/Банкротство через суд с/)
    .first()
    .waitFor();
  await creditor.getByText(/Заявите требование в деле о банкротстве/).waitFor();
  await creditor.getByText('Платежи остановлены').first().waitFor();
});

test('nothing is asked of a bankrupt about his other debts: neither to apply nor to own up', async () => {
  const [{ debtorInn } = {}] = rowsOf('full', generateRegistry(71, 'microlender'), 0, 1);
  const [claim] = rowsOf('full', generateRegistry(72, 'microlender'), 0, 1);
  await lender.load('full', [{ ...claim!, debtorInn: debtorInn! }]);
  const { items } = (await debtor.client.get(`/api/individuals/${debtor.individualId}/registry-entries`)).body;
  const open = items.find(({ frozen }: { frozen: boolean }) => !frozen);
  const href = `/registry-entry-${open.legalEntityId}-${open.registryId}-${open.id}`;
  const { page: mobile } = await scenario.enter(debtor, href, phone);
  await mobile.getByText(/Введено банкротство с/).waitFor();
  expect(await mobile.getByText('Подать заявку').count()).toBe(0);
  expect(await flawsOf(mobile)).toEqual([]);
});
