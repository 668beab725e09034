import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { LIMITATION_WARNING, writtenRecognitionWords } from '#domain/registries/limitation.ts';
import { addDays, addMonths, moscowDay } from '#domain/values/days.ts';
import { formatFullCost } from '#domain/values/exact.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { paperText } from '#test/helpers/paper-text.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { readDraft } from '#test/settlements/helpers/bargaining.ts';
import { startBargaining } from '../helpers/bargain.ts';
import { openScenario } from '../helpers/scenario.ts';
import { codeOf, sign } from '../helpers/signing.ts';

/** A bank's annuity with a discount: whoever accepts it reads the price, the limitation and the tax before the code, and the whole text. */
const scenario = openScenario();
const today = moscowDay(new Date());
const sizes = {
  individual: { viewport: { width: 390, height: 844 } },
  creditor: { viewport: { width: 1280, height: 900 } },
};
let lender: Lender;
let head: Signed;
let manager: Signed;
let debtor: Signed & { individualId: number };

beforeAll(async () => {
  const { testApp } = scenario;
  lender = await makeLender(testApp, { verificationStatus: 'verified', shortName: 'Банк «Дзета»' });
  await testApp.owner.query(
    `update legal_entities set type_id = (select id from legal_entity_types where name = 'Банк') where id = $1`,
    [lender.id],
  );
  head = await testApp.employee({ legalEntityId: lender.id, role: 'head' });
  manager = await testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const claims = rowsOf('full', generateRegistry(91, 'bank'), 0, 40).filter(({ stage }) => stage === 'Досудебная');
  const debtorInn = claims[0]!['debtorInn']!;
  debtor = await testApp.individual({ inn: debtorInn, verificationStatus: 'verified' });
  await lender.load(
    'full',
    claims.slice(0, 2).map((row) => ({ ...row, debtorInn, contactFlag: '', minAmount: '', maxPayments: '' })),
  );
  await testApp.owner.query('update registry_entries set overdue_from = $2 where debtor_inn = $1', [
    debtorInn,
    addDays(addMonths(today, -36), -1),
  ]);
});

/** The two bargain about a claim, and the other side than `acceptor` has offered an annuity that forgives a part. */
async function offered(index: number, acceptor: 'individual' | 'creditor'): Promise<number> {
  const own = `/api/individuals/${debtor.individualId}`;
  const theirs = `/api/legal-entities/${lender.id}`;
  const id = await startBargaining({ lender, manager, debtor }, index, { limitationShown: true });
  const { debt } = (await debtor.client.get(`/api/loans/${id}`)).body;
  const principal = debt.find(({ code }: { code: string }) => code === 'principal').amount;
  const firstDate = addMonths(today, 1);
  const plan = { kind: 'annuity', amount: principal, rateBps: 1000, payments: 12, firstDate, downPayment: 0 };
  const by = acceptor === 'creditor' ? { ...debtor, base: own } : { ...manager, base: theirs };
  const textHash = await readDraft(by, id, { plan });
  await by.client.post(`${by.base}/loans/${id}/signing-code`, { textHash });
  const made = await by.client.post(`${by.base}/offer-terms/${id}`, {
    plan,
    textHash,
    code: await codeOf(scenario, by),
  });
  expect(made.status, made.text).toBe(200);
  return id;
}

/** Of a text its letters and digits: a page and a paper break lines and tables each in its own way. */
const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
const textOf = async (page: Page): Promise<string> => letters(await page.getByRole('dialog').innerText());

test.each([
  ['the debtor on his phone', 'individual', 0],
  ['the head at his desk', 'creditor', 1],
] as const)('%s reads what he accepts before he signs, and the paper is what he has read', async (_, side, index) => {
  const id = await offered(index, side);
  const who = side === 'individual' ? debtor : head;
  const { page, leave } = await scenario.enter(who, `/settlement-${id}`, sizes[side]);
  await page.getByText('Полная стоимость кредита').first().waitFor();
  const { price } = (await who.client.get(`/api/loans/${id}`)).body.offers[0];
  await page.getByRole('button', { name: 'Прочитать соглашение', exact: true }).first().click();
  const whole = page.getByRole('dialog', { name: 'Соглашение, как его подпишут' });
  await whole.getByRole('heading', { name: /Подписание$/ }).scrollIntoViewIfNeeded();
  await whole.getByText('Отпечаток текста:').waitFor();
  const read = letters(await whole.innerText());
  expect(await whole.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
  await page.keyboard.press('Escape');
  await whole.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: /^Принять: всего/ }).click();
  await page.getByRole('dialog').getByLabel('Код из письма').waitFor();
  const told = await textOf(page);
  for (const words of [
    `Всего к оплате ${formatMoney(kopecks(price.total))}`,
    '10 % годовых',
    `Полная стоимость кредита ${formatFullCost(price.fullCost)} годовых`,
    'может быть доходом: налог около',
    LIMITATION_WARNING[0],
    ...(side === 'individual' ? [] : [writtenRecognitionWords('Подпись заёмщика')]),
  ]) {
    expect(told).toContain(letters(words));
  }
  await sign(scenario, page, who);
  await expect.poll(async () => (await who.client.get(`/api/loans/${id}`)).body.status).toBe('waiting_for_payment');

  const paper = await paperText(scenario.testApp.app, id, 'agreement');
  const signed = paper.slice(0, paper.indexOf('Подписано простой электронной подписью'));
  const differing = signed.split('\n').filter((line) => !read.includes(letters(line)));
  // Of the debtor a creditor reads document, address, phone and e-mail masked until both have signed.
  expect(differing.filter((line) => side === 'individual' || !/^Должник: |Должнику на адрес/.test(line))).toEqual([]);
  await leave();
});
