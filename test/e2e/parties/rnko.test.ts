import { expect, test } from 'vitest';
import { papers } from '#test/helpers/papers.ts';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { addOwner, fillQuestionnaire } from '../helpers/questionnaire.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario({ withRnko: true });
const phone = { viewport: { width: 390, height: 844 } };

test('a person is identified on his phone, also when the partner is away for a while', async () => {
  const me = await scenario.testApp.individual({ inn: '500100732259', phone: '+79161234567' });
  const { page } = await scenario.enter(me, `/individual-${me.individualId}?tab=rnko`, phone);
  await page.getByText('Не хватает данных: паспорт').waitFor();
  await me.client.patch(`/api/individuals/${me.individualId}`, { ...papers, version: 1 });
  await page.reload();
  await page.getByText('до 15').waitFor();
  await press(page, 'Отправить в РНКО');
  await page.getByText('Без согласия данные не передают').waitFor();

  await scenario.rnko.behave('error');
  await page.getByRole('checkbox', { name: /Я прочитал и подписываю/ }).check();
  await press(page, 'Отправить в РНКО');
  await page.getByText('РНКО сейчас не отвечает').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await scenario.rnko.behave('ok');
  await page.getByText('РНКО проверяет данные').waitFor({ timeout: 60_000 });
  await scenario.rnko.answer({ status: 'success', level: 'simplified' });
  await page.getByText('Упрощённая идентификация').waitFor();
  await press(page, 'Пройти заново');
  await page.getByRole('radio', { name: /^Полная/ }).check();
  await page.getByRole('checkbox', { name: /Я прочитал и подписываю/ }).check();
  await press(page, 'Отправить в РНКО');
  await page.getByRole('link', { name: 'Подтвердить личность' }).waitFor();
  expect(await flawsOf(page)).toEqual([]);
});

test('a head fills in the questionnaire, operators review it and send it, the partner accepts it', async () => {
  const legalEntityId = await scenario.testApp.company();
  const head = await scenario.testApp.employee({ legalEntityId, role: 'head' });
  const verifier = await scenario.testApp.operator('verifier');
  const manager = await scenario.testApp.operator('manager');
  const path = `/legal-entity-${legalEntityId}?tab=rnko`;
  const { page } = await scenario.enter(head, path);
  await press(page, 'Заполнить');
  await fillQuestionnaire(page);
  await press(page, 'Сохранить');
  await page.getByText('Осталось заполнить: владельцы').waitFor();
  await press(page, 'Изменить');
  await addOwner(page, '60,5');
  expect(await flawsOf(page)).toEqual([]);
  await press(page, 'Сохранить');
  await page.getByText('Анкета заполнена').waitFor();
  await page.getByText('Кравцов Пётр Ильич, 05.05.1975, 60,5 %').waitFor();

  const desk = await scenario.enter(verifier, path);
  await press(desk.page, 'Взять на проверку');
  await press(desk.page, 'Вернуть с замечаниями');
  await fill(desk.page, { 'Что исправить в целом': 'Уточните доли владельцев' });
  await desk.page
    .getByRole('dialog')
    .getByLabel(/^Владельцы/)
    .fill('Доли не складываются');
  await press(desk.page.getByRole('dialog'), 'Вернуть с замечаниями');
  await desk.page.getByText('Анкета возвращена: Уточните доли владельцев').waitFor();

  await page.reload();
  await page.getByText('Доли не складываются').waitFor();
  await press(page, 'Изменить');
  await fill(page, { 'Доля, %': '100' });
  await press(page, 'Сохранить');
  await page.getByText('Анкета заполнена').waitFor();
  await desk.page.reload();
  await press(desk.page, 'Взять на проверку');
  await press(desk.page, 'Одобрить');
  await desk.page.getByText('ждёт отправки').waitFor();

  const office = await scenario.enter(manager, path);
  await press(office.page, 'Отправить в РНКО');
  await office.page.getByText('РНКО рассматривает анкету').waitFor();
  await expect.poll(async () => (await scenario.rnko.questions()).at(-1)?.kind).toBe('form');
  await scenario.rnko.answer({ status: 'accepted' });
  await expect
    .poll(async () => (await head.client.get(`/api/rnko-form/${legalEntityId}`)).body.status)
    .toBe('accepted');
  await page.reload();
  await page.getByText('РНКО приняла анкету').waitFor();
});
