import { expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { agree, fill, followLetter, heading, newPassword, press, signIn, signOut } from '../helpers/acts.ts';
import { type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';
import { aboutPerson, confirm, forEntry, signUpCompany, signUpDebtor } from '../helpers/sign-up.ts';

const scenario = openScenario();
const asOperator = async (): Promise<Visitor> => scenario.enter(await scenario.testApp.operator('administrator'));

test('a debtor registers with a letter, sees himself, and comes back with his password', async () => {
  const debtor = await scenario.visit();
  const { page } = debtor;
  await signUpDebtor(page, 'debtor@test.example');
  await page.getByRole('link', { name: 'Открыть почтовый ящик демонстрации' }).click();
  await heading(page, 'Почтовый ящик демонстрации');
  await confirm(page, 'debtor@test.example');
  await heading(page, 'Здравствуйте, Анна!');
  await page.getByText('Кузнецова Анна').first().waitFor();
  await signOut(page);
  await page.waitForURL(`${scenario.testApp.url}/`);
  await page.goto('/signin');
  await signIn(page, 'Физлицо', 'debtor@test.example', newPassword);
  await heading(page, 'Здравствуйте, Анна!');
  await debtor.leave();
});

test('a creditor registers with his company, and the operator sees both the person and the company', async () => {
  const debtor = await scenario.visit();
  await signUpDebtor(debtor.page, 'seen@test.example');
  await confirm(debtor.page, 'seen@test.example');
  await heading(debtor.page, 'Здравствуйте, Анна!');
  const creditor = await scenario.visit();
  await signUpCompany(creditor.page, 'head@gamma.example');
  await confirm(creditor.page, 'head@gamma.example');
  await creditor.page.getByRole('link', { name: 'Юрлица' }).click();
  await creditor.page.getByText('Гамма Плюс').first().waitFor();
  const operator = await asOperator();
  await operator.page.getByText('seen@test.example').first().waitFor();
  await operator.page.getByRole('link', { name: 'Юрлица' }).click();
  await operator.page.getByText('Гамма Плюс').first().waitFor();
  for (const visitor of [debtor, creditor, operator]) await visitor.leave();
});

test('an invited colleague comes in by his invitation without a second letter', async () => {
  // The letters of a company that nobody has verified name its ИНН.
  const company = { shortName: 'ООО «Дельта»', verificationStatus: 'verified' } as const;
  const legalEntityId = await scenario.testApp.company(company);
  const head = await scenario.testApp.employee({ legalEntityId, role: 'head' });
  const roles = await head.client.get('/api/employee-roles');
  const roleId = roles.body.items.find(({ code }: { code: string }) => code === 'manager').id;
  const invitation = { email: 'colleague@test.example', roleId };
  await head.client.post(`/api/legal-entities/${legalEntityId}/employees/invite`, invitation);
  const colleague = await scenario.visit();
  const { page } = colleague;
  await followLetter(page, invitation.email);
  await page.getByText('ООО «Дельта»').first().waitFor();
  await fill(page, { ...aboutPerson, ...forEntry });
  await agree(page);
  await press(page, 'Зарегистрироваться');
  await page.getByRole('link', { name: 'Юрлица' }).click();
  await page.getByText('ООО «Дельта»').first().waitFor();
  await colleague.leave();
});

test('a forgotten password is replaced by a letter', async () => {
  const { email } = await scenario.testApp.individual();
  const owner = await scenario.visit();
  const { page } = owner;
  await page.goto('/signin');
  await press(page, 'Забыли пароль?');
  await fill(page, { Почта: email });
  await press(page, 'Прислать ссылку');
  await page.getByText('Если такая учётная запись есть').waitFor();
  await followLetter(page, email);
  await fill(page, { 'Новый пароль': newPassword, 'Повторите пароль': newPassword });
  await press(page, 'Сохранить пароль');
  await page.getByText('Пароль изменён. Войдите с новым паролем.').waitFor();
  await page.getByRole('link', { name: 'Войти' }).click();
  await signIn(page, 'Физлицо', email, password);
  await page.getByText('Неверный логин или пароль').waitFor();
  await page.getByText('Проверьте и то, что выбрано сверху').waitFor();
  // Of an account that is not there the very same is said, whatever is chosen.
  const told = await page.locator('form').innerText();
  for (const kind of ['Компания', 'Оператор'] as const) {
    const answered = page.waitForResponse('**/signin');
    await signIn(page, kind, `nobody-${email}`, password);
    await answered;
    await expect.poll(() => page.locator('form').innerText()).toBe(told);
  }
  await page.getByRole('radio', { name: 'Физлицо' }).check();
  await fill(page, { 'Почта или телефон': email, Пароль: newPassword });
  await press(page, 'Войти');
  await heading(page, 'Здравствуйте, Иван!');
  await owner.leave();
});

test('a form that is wrong says so at its fields and is not sent', async () => {
  const debtor = await scenario.visit();
  const { page } = debtor;
  await page.goto('/signup');
  await fill(page, { Фамилия: 'Smith', 'Дата рождения': '31.02.1991', Почта: 'no address', Пароль: 'short' });
  await press(page, 'Зарегистрироваться');
  await page.getByText('Только русские буквы').waitFor();
  await page.getByText('В почте не должно быть пробелов').waitFor();
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBeGreaterThan(4);
  const { rows } = await scenario.testApp.app.database.pool.query(
    `select 1 from registration_tokens where email like '%no address%'`,
  );
  expect(rows).toEqual([]);
  await debtor.leave();
});
