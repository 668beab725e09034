import { generateSync } from 'otplib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { codeTo } from '#test/helpers/mail/letters.ts';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const fresh = 'new-address@test.example';
const letterCode = 'Код из письма на новую почту';
const scenario = openScenario({ withSms: true });

test('a debtor changes the address to which notices come, on his phone', async () => {
  const me = await scenario.testApp.individual();
  const visitor = await scenario.enter(me, '/profile', { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const card = cardOf(page);
  await press(card, 'Сменить почту');
  await fill(card, { 'Новая почта': 'нет', Пароль: password });
  await press(card, 'Получить код');
  await card.getByText('Введена неправильная почта').waitFor();
  await fill(card, { 'Новая почта': fresh });
  expect(await flawsOf(page)).toEqual([]);
  await press(card, 'Получить код');
  await card.getByLabel(letterCode).waitFor();
  await card.getByText('Если этой почты больше нет, напишите в поддержку').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await fill(card, {
    [letterCode]: await codeTo(scenario.testApp, fresh),
    'Код из письма на прежнюю почту': await codeTo(scenario.testApp, me.email),
  });
  await press(card, 'Сменить почту');
  await page.getByText('Почта изменена').waitFor();
  await page.getByText(fresh).first().waitFor();
  await visitor.leave();
});

test('whoever has a second factor is asked for its code where he changes his phone or his password', async () => {
  const me = await scenario.testApp.individual();
  const started = (await me.client.post('/api/auth/second-factor', { password })).body;
  const code = generateSync({ secret: started.secret });
  const on = await me.client.put('/api/auth/second-factor', { enrolment: started.enrolment, code });
  expect(on.status, on.text).toBe(200);
  const [first] = on.body.recoveryCodes as [string];
  const { page, leave } = await scenario.enter(me, '/profile', { viewport: { width: 390, height: 844 } });
  const passwords = page.locator('section', { has: page.getByRole('heading', { name: 'Пароль', exact: true }) });
  const fresh = { 'Новый пароль': 'Tихая-Pоща-28-берёз', 'Повторите новый пароль': 'Tихая-Pоща-28-берёз' };
  await fill(passwords, { 'Текущий пароль': password, ...fresh });
  await press(passwords, 'Сменить пароль');
  await passwords.getByText('Введите код второго фактора').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await fill(passwords, { 'Код из приложения или код восстановления': 'не тот' });
  await press(passwords, 'Сменить пароль');
  await passwords.getByText('Неверный код второго фактора').waitFor();
  await fill(passwords, { 'Код из приложения или код восстановления': first });
  await press(passwords, 'Сменить пароль');
  await passwords.getByText('Пароль изменён').waitFor();
  await leave();
});

const cardOf = (page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Почта и телефон' }) });

/** The code of the newest SMS to a phone, as the mailbox of the demonstration shows it. */
async function readSms(page: Page, card: Locator, phone: string): Promise<string> {
  const opened = page.waitForEvent('popup');
  await card.getByRole('link', { name: 'Открыть письма и СМС демонстрации' }).click();
  const mailbox = await opened;
  const text = await mailbox
    .locator('section')
    .filter({ hasText: `Кому: ${phone}` })
    .first()
    .innerText();
  await mailbox.close();
  return /код (\d{6})/.exec(text)![1]!;
}

test('whoever has a confirmed phone learns where both codes are, that one is wrong, and gets them anew', async () => {
  const phone = '+79165550177';
  const address = 'with-sms@test.example';
  const me = await scenario.testApp.individual({ phone });
  const visitor = await scenario.enter(me, '/profile');
  const { page } = visitor;
  const card = cardOf(page);
  await press(card, 'Сменить почту');
  await card.getByText('Придут два кода: на новую почту и по СМС на подтверждённый телефон').waitFor();
  await fill(card, { 'Новая почта': address, Пароль: 'не тот пароль' });
  await press(card, 'Получить код');
  await card.getByText('Неверный пароль', { exact: true }).waitFor();
  await fill(card, { Пароль: password });
  await press(card, 'Получить код');
  await card.getByText(`отправлен на ${address}`).waitFor();
  const early = await readSms(page, card, phone);
  await fill(card, {
    [letterCode]: await codeTo(scenario.testApp, address),
    'Код из СМС': early === '000000' ? '000001' : '000000',
  });
  await press(card, 'Сменить почту');
  const alert = card.getByRole('alert').filter({ hasText: 'Один из кодов неверный или его время вышло' });
  await alert.waitFor();
  // It stands above both and blames neither.
  expect(await card.locator('[aria-invalid="true"]').count()).toBe(0);
  const above = (await alert.boundingBox())!.y;
  expect(above).toBeLessThan((await card.getByLabel(letterCode, { exact: true }).boundingBox())!.y);
  expect(await flawsOf(page)).toEqual([]);

  await press(card, 'Отправить код ещё раз');
  await card.getByText('Отправили ещё раз. Подходит только то, что пришло последним.').waitFor();
  await card.getByText(`отправлен на ${address}`).waitFor();
  expect(await card.getByLabel(letterCode, { exact: true }).inputValue()).toBe('');
  const codes = {
    [letterCode]: await codeTo(scenario.testApp, address),
    'Код из СМС': await readSms(page, card, phone),
  };
  for (let n = 0; n < 5; n++) await scenario.testApp.app.limits.allows('letterOwn', String(me.accountId));
  await press(card, 'Отправить код ещё раз');
  await card.getByText(/^Слишком много попыток\. Попробуйте снова через \d+ минут/).waitFor();
  await fill(card, codes);
  await press(card, 'Сменить почту');
  await page.getByText('Почта изменена. Остальные сеансы завершены').waitFor();
  await visitor.leave();
});
