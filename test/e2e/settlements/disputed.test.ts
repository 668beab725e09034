import { beforeAll, expect, test } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { paperText } from '#test/helpers/paper-text.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { lump, readDraft } from '#test/settlements/helpers/bargaining.ts';
import { heading, press } from '../helpers/acts.ts';
import { startBargaining } from '../helpers/bargain.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';
import { codeOf, sign } from '../helpers/signing.ts';

/** The debtor disputes a part of his debt on his phone, reads what he signs, and has it in his paper (docs/decisions/0103). */
const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 900 } };
const why = 'Начислена за дни, когда я уже заплатил';
let lender: Lender;
let manager: Signed;
let debtor: Signed & { individualId: number };
let settlement: number;
/** Kopecks: all but the penalty. */
let agreed: number;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Эпсилон»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const claim = rowsOf('full', generateRegistry(83, 'microlender'), 0, 40).find(
    ({ stage, penalty }) => stage === 'Досудебная' && Number.parseFloat(penalty!) > 0,
  )!;
  debtor = await scenario.testApp.individual({ inn: claim['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [claim]);
  settlement = await startBargaining({ lender, manager, debtor });
  const { debt } = (await manager.client.get(`/api/loans/${settlement}`)).body;
  agreed = debt.reduce(
    (sum: number, { code, amount }: { code: string; amount: number }) => sum + (code === 'penalty' ? 0 : amount),
    0,
  );
});

/** Of a text its letters and digits: a page and a paper break lines and tables each in its own way. */
const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The creditor offers to forgive the penalty. */
async function offer(): Promise<void> {
  const theirs = `/api/legal-entities/${lender.id}`;
  const plan = lump(agreed);
  const textHash = await readDraft({ client: manager.client, base: theirs }, settlement, { plan });
  await manager.client.post(`${theirs}/loans/${settlement}/signing-code`, { textHash });
  const code = await codeOf(scenario, manager);
  const offered = await manager.client.post(`${theirs}/offer-terms/${settlement}`, { plan, textHash, code });
  expect(offered.status, offered.text).toBe(200);
}

test('the debtor marks the penalty on his phone, the creditor reads it, and the paper is the text that was read', async () => {
  const { page: mobile } = await scenario.enter(debtor, `/settlement-${settlement}`, phone);
  await heading(mobile, 'Признано и оспорено');
  await press(mobile, 'Отметить спорное');
  const marks = mobile.getByRole('dialog', { name: 'Что в долге вы оспариваете' });
  await marks.getByRole('checkbox', { name: /^Неустойка/ }).check();
  await marks.getByLabel(/^Почему: неустойка/).fill(why);
  await press(marks, 'Сохранить отметки');
  await mobile.getByText(`«${why}»`).waitFor();

  const { page: creditor } = await scenario.enter(manager, `/settlement-${settlement}`, desk);
  await creditor.getByText(`«${why}»`).waitFor();
  await offer();

  await mobile.reload();
  await mobile.getByText('Кредитор предлагает заплатить').waitFor();
  await press(mobile, 'Прочитать соглашение');
  const whole = mobile.getByRole('dialog', { name: 'Соглашение, как его подпишут' });
  await whole.getByRole('heading', { name: /Спорная часть задолженности$/ }).scrollIntoViewIfNeeded();
  await whole.getByText('Отпечаток текста:').waitFor();
  const read = letters(await whole.innerText());
  expect(await whole.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
  await mobile.keyboard.press('Escape');
  await whole.waitFor({ state: 'detached' });

  await mobile.getByRole('button', { name: /^Принять: всего/ }).click();
  const signing = mobile.getByRole('dialog');
  await signing.getByText(/Вы принимаете условия: всего/).waitFor();
  await signing.getByText(/может быть доходом: налог около/).click();
  await signing.getByText(/Из прощённого должник оспаривает/).waitFor();
  await signing.getByText(/до 25 февраля следующего года/).waitFor();
  await sign(scenario, mobile, debtor);
  await mobile.getByText('Вы договорились заплатить').waitFor();

  const paper = await paperText(scenario.testApp.app, settlement, 'agreement');
  const signed = paper.slice(0, paper.indexOf('Подписано простой электронной подписью'));
  expect(signed).toContain(why);
  expect(signed.split('\n').filter((line) => !read.includes(letters(line)))).toEqual([]);
  expect([...(await flawsOf(mobile)), ...(await flawsOf(creditor))]).toEqual([]);
});
