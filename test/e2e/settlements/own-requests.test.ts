import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import type { Client } from '#test/helpers/client.ts';
import { papersInSql } from '#test/helpers/papers.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { heading, press } from '../helpers/acts.ts';
import { accessibilityFindings } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
/** Contracts of their own, whatever the other files load. */
const claims = rowsOf('full', generateRegistry(71, 'microlender'), 0, 5);
type Debtor = Signed & { individualId: number };
let lender: Lender;
let operator: Client;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Эхо»' });
  operator = (await scenario.testApp.operator('administrator')).client;
});

/** Somebody who waits to be verified, with all his papers. */
async function pending(inn: string): Promise<Debtor> {
  const person = await scenario.testApp.individual({ inn });
  await scenario.testApp.owner.query(
    `update individuals set verification_status = 'pending', ${papersInSql(scenario.testApp.app)} where id = $1`,
    [person.individualId],
  );
  return person;
}

/** An operator says that a person is who he is, while the person's page is open. */
async function approve({ individualId }: Debtor): Promise<void> {
  const path = `/api/individuals/${individualId}`;
  const { version } = (await operator.get(path)).body;
  const { status } = await operator.post(`${path}/verification_status`, { move: 'approve', version });
  expect(status).toBe(200);
}

const ownOf = ({ individualId }: Debtor): string => `/api/individuals/${individualId}/questionnaires`;

/** A draft that lacks its reason alone. */
async function draftOf(person: Debtor): Promise<{ path: string; page: string }> {
  const form = {
    creditorInn: '7728168971',
    creditorName: 'АО «Бета Банк»',
    contractNumber: `ЧЕ-${person.individualId}`,
    claimedDebt: 3_500_000,
  };
  const { status, body } = await person.client.post(ownOf(person), form);
  expect([status, body.status]).toEqual([201, 'waiting']);
  return { path: `${ownOf(person)}/${body.id}`, page: `/request-${person.individualId}-${body.id}` };
}

const statusOf = async ({ client }: Debtor, path: string): Promise<string> => (await client.get(path)).body.status;

/** The person looks at his window again. */
const lookAgain = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

test('a draft of somebody who is verified while it is open goes when he sends it, and not by itself', async () => {
  const person = await pending(claims[0]!['debtorInn']!);
  const draft = await draftOf(person);
  const visitor = await scenario.enter(person, draft.page, phone);
  const { page } = visitor;
  await page.getByText('Пройдите проверку').waitFor();
  await approve(person);
  await page.getByLabel('Почему не получалось платить').selectOption({ label: 'Болезнь' });
  await page.getByText('Черновик сохранён').waitFor();
  await page.getByText('Всё заполнено').waitFor();
  expect(await statusOf(person, draft.path)).toBe('waiting');
  await press(page, 'Отправить заявку');
  await page.getByText('Заявка отправлена').waitFor();
  expect(await statusOf(person, draft.path)).toBe('search');
  await visitor.leave();
});

test('a debt is open to somebody who is verified while its page is open, as soon as he looks at it again', async () => {
  const inn = claims[1]!['debtorInn']!;
  const person = await pending(inn);
  await lender.load('full', [claims[1]!]);
  await scenario.testApp.owner.query('update registry_entries set individual_id = $1 where debtor_inn = $2', [
    person.individualId,
    inn,
  ]);
  const [claim] = (await person.client.get(`/api/individuals/${person.individualId}/registry-entries`)).body.items;
  const at = `/registry-entry-${claim.legalEntityId}-${claim.registryId}-${claim.id}`;
  const visitor = await scenario.enter(person, at, phone);
  const { page } = visitor;
  const apply = page.getByRole('link', { name: 'Подать заявку' });
  await page.getByRole('heading', { name: 'Что делать дальше' }).waitFor();
  expect(await apply.count()).toBe(0);
  await approve(person);
  await lookAgain(page);
  await apply.waitFor();
  await visitor.leave();
});

test('a request whose author has taken his consent back is not sent; he may give it where he sends it', async () => {
  const person = await scenario.testApp.individual({
    inn: claims[2]!['debtorInn']!,
    verificationStatus: 'verified',
  });
  const draft = await draftOf(person);
  const { items } = (await person.client.get('/api/auth/consents')).body;
  const { id } = items.find((one: { kind: string }) => one.kind === 'personal-data-creditor');
  expect((await person.client.post(`/api/auth/consents/${id}/withdraw`)).status).toBe(200);
  const visitor = await scenario.enter(person, draft.page, phone);
  const { page } = visitor;
  await page.getByLabel('Почему не получалось платить').selectOption({ label: 'Болезнь' });
  await press(page, 'Отправить заявку');
  await page.getByText('Сохранено, но не отправлено').waitFor();
  expect(await statusOf(person, draft.path)).toBe('waiting');
  expect(await accessibilityFindings(page)).toEqual([]);
  // A whole draft goes on saving itself, and what the consent sends is what stands in the fields.
  const saved = async (): Promise<string | null> => (await person.client.get(draft.path)).body.comment;
  await page.getByLabel('Что ещё стоит знать кредитору').fill('Был в больнице');
  await expect.poll(saved, { timeout: 15_000 }).toBe('Был в больнице');
  expect(await statusOf(person, draft.path)).toBe('waiting');
  await page.getByLabel('Что ещё стоит знать кредитору').fill('Был в больнице, уже работаю');
  await press(page, 'Дать согласие и отправить');
  await page.getByText('Ищем кредитора').first().waitFor();
  expect(await statusOf(person, draft.path)).toBe('search');
  expect(await saved()).toBe('Был в больнице, уже работаю');
  await visitor.leave();
});

test('a request that is sent while its draft saves itself is sent after it', async () => {
  const person = await scenario.testApp.individual({
    inn: claims[4]!['debtorInn']!,
    verificationStatus: 'verified',
  });
  const draft = await draftOf(person);
  const visitor = await scenario.enter(person, draft.page, phone);
  const { page } = visitor;
  const saving = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  await page.route(`**${draft.path}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      saving.resolve();
      await mayGoOn.promise;
    }
    await route.continue();
  });
  await page.getByLabel('Почему не получалось платить').selectOption({ label: 'Болезнь' });
  await saving.promise;
  // At once, as somebody in a hurry does: Playwright would wait for a button that says it is busy.
  await page.getByRole('button', { name: 'Отправить заявку' }).dispatchEvent('click');
  mayGoOn.resolve();
  await page.getByText('Ищем кредитора').first().waitFor();
  expect(await statusOf(person, draft.path)).toBe('search');
  await visitor.leave();
});

test('a draft that was changed in another window shows all that was saved there, its day too', async () => {
  const person = await scenario.testApp.individual({
    inn: claims[3]!['debtorInn']!,
    verificationStatus: 'verified',
  });
  const draft = await draftOf(person);
  const visitor = await scenario.enter(person, draft.page, phone);
  const { page } = visitor;
  await heading(page, 'О каком долге речь');
  const { version } = (await person.client.get(draft.path)).body;
  const elsewhere = await person.client.patch(draft.path, { contractDate: '2021-03-02', version });
  expect(elsewhere.status).toBe(200);
  await page.getByLabel('Дата договора').fill('05.06.2020');
  await page.getByText('Заявку изменили в другом окне').waitFor();
  expect(await page.getByLabel('Дата договора').inputValue()).toBe('02.03.2021');
  await visitor.leave();
});
