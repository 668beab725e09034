import { beforeAll, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { lump, readDraft } from '#test/settlements/helpers/bargaining.ts';
import { heading, press } from '../helpers/acts.ts';
import { makeAgreement } from '../helpers/bargain.ts';
import { flawsOfPages } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';
import { codeOf, sign } from '../helpers/signing.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
let lender: Lender;
let manager: Signed;
let head: Signed;
let debtor: Signed & { individualId: number };
let settlement: string;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Дельта»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  head = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'head' });
  const [claim] = rowsOf('full', generateRegistry(71, 'microlender'), 0, 1);
  debtor = await scenario.testApp.individual({ inn: claim!['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [claim!]);
  settlement = `/settlement-${await makeAgreement(scenario, { lender, manager, debtor })}`;
});

test('a debtor asks for another schedule on his phone, the creditor signs it at a desk; both read the old one and the new', async () => {
  const asking = await scenario.enter(debtor, settlement, phone);
  const mobile = asking.page;
  await mobile.getByRole('link', { name: 'Предложить новый график' }).click();
  await heading(mobile, 'Новый график на остаток');
  await mobile.getByRole('radio', { name: '6', exact: true }).check();
  await mobile
    .getByText(/^6 × |^\d × .* и \d × /)
    .first()
    .waitFor();
  await mobile.getByLabel(/Почему нужен другой график/).fill('Сменил работу');
  await press(mobile, 'Предложить этот график');
  await sign(scenario, mobile, debtor);
  await heading(mobile, 'Предложен новый график');
  await mobile.getByText('Это ваше предложение.').waitFor();

  const creditor = await scenario.enter(manager, '/dashboard/settlements', { viewport: { width: 1280, height: 900 } });
  const desk = creditor.page;
  const row = desk.getByRole('row').filter({ hasText: 'У-' });
  await row.getByText('Кредитор', { exact: true }).waitFor();
  // Status, turn and the day of the answer are seen at a desk of 1280 without scrolling.
  const last = await desk.getByRole('columnheader', { name: 'Ответить до' }).boundingBox();
  expect(last!.x + last!.width).toBeLessThanOrEqual(1260);
  await desk.goto(settlement);
  await desk.getByText('Ваш ход.').waitFor();
  await desk.getByText('«Сменил работу»').first().waitFor();
  await press(desk, 'Прочитать дополнительное соглашение');
  const text = desk.getByRole('dialog', { name: 'Дополнительное соглашение, как его подпишут' });
  await text.getByText(/Неоплаченные платежи прежнего графика отменяются/).waitFor();
  await text.getByRole('button', { name: 'Закрыть' }).click();
  await desk.getByRole('button', { name: /^Подписать новый график: всего/ }).click();
  await sign(scenario, desk, manager);
  await heading(desk, 'График по дополнительному соглашению');
  await desk.getByText(/^Прежний график, до/).click();
  expect(await desk.getByRole('table', { name: 'График платежей' }).count()).toBe(2);
  await desk.getByRole('link', { name: 'Соглашение', exact: true }).click();
  const paper = desk.getByRole('listitem').filter({ hasText: 'Дополнительное соглашение' });
  await paper.getByRole('button', { name: 'Скачать PDF' }).waitFor();
  const terms = desk.locator('section', {
    has: desk.getByRole('heading', { name: 'Условия, которые действуют сейчас' }),
  });
  await terms.getByText('Как было в соглашении при подписании').click();
  expect(await terms.getByText('Вид графика').count()).toBe(2);
  await desk.getByText(/^Соглашение подписано .*, график изменён/).waitFor();

  await mobile.reload();
  await heading(mobile, 'График по дополнительному соглашению');
  await mobile.getByText(/^Прежний график, до/).waitFor();
  await Promise.all([asking.leave(), creditor.leave()]);
});

test('both give the agreement up and bargain again', async () => {
  const creditor = await scenario.enter(head, settlement);
  const desk = creditor.page;
  await desk.getByRole('link', { name: 'Отменить соглашение' }).click();
  await heading(desk, 'Отменить соглашение и вернуться к торгам');
  await desk.getByLabel(/^Причина/).fill('Заёмщик попросил о большей скидке');
  await press(desk, 'Предложить отмену');
  await sign(scenario, desk, head);
  await heading(desk, 'Предложено отменить соглашение');

  const asking = await scenario.enter(debtor, settlement, phone);
  const mobile = asking.page;
  await press(mobile, 'Согласиться на отмену');
  await sign(scenario, mobile, debtor);
  await mobile.getByText('Соглашение отменено, торги возобновлены').waitFor();
  await mobile.getByRole('link', { name: 'Предложить условия' }).first().waitFor();
  await desk.reload();
  await desk.getByText('Торги', { exact: true }).first().waitFor();
  await Promise.all([asking.leave(), creditor.leave()]);
});

test('the steps of changing an agreement are accessible and within the screen, by day and by night', async () => {
  const [id] = settlement.match(/\d+$/)!;
  const own = `/api/individuals/${debtor.individualId}`;
  const plan = lump((await debtor.client.get(`/api/loans/${id}`)).body.debtTotal);
  const textHash = await readDraft({ client: debtor.client, base: own }, Number(id), { plan });
  await debtor.client.post(`${own}/loans/${id}/signing-code`, { textHash });
  const offered = await debtor.client.post(`${own}/offer-terms/${id}`, {
    plan,
    textHash,
    code: await codeOf(scenario, debtor),
  });
  const { termsHash } = offered.body.offers[0];
  await manager.client.post(`/api/legal-entities/${lender.id}/loans/${id}/signing-code`, { textHash: termsHash });
  const code = await codeOf(scenario, manager);
  await manager.client.post(`/api/legal-entities/${lender.id}/accept-terms/${id}`, { termsHash, code });
  const steps = await flawsOfPages(scenario, debtor, [
    [`${settlement}?step=schedule`, 'Новый график на остаток'],
    [`${settlement}?step=reopen`, 'Отменить соглашение и вернуться к торгам'],
  ]);
  const theirs = `/api/legal-entities/${lender.id}`;
  const read = await readDraft({ client: manager.client, base: theirs }, Number(id), { plan });
  await manager.client.post(`${theirs}/loans/${id}/signing-code`, { textHash: read });
  const proposed = await manager.client.post(`${theirs}/loans/${id}/reschedule`, {
    plan,
    textHash: read,
    code: await codeOf(scenario, manager),
  });
  expect(proposed.status).toBe(200);
  const [ofDebtor, ofManager] = [
    await flawsOfPages(scenario, debtor, [[settlement, 'Предложен новый график']]),
    await flawsOfPages(scenario, manager, [[settlement, 'Предложен новый график']]),
  ];
  expect([...steps, ...ofDebtor, ...ofManager]).toEqual([]);
});
