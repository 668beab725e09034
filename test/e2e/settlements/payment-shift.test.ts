import { beforeAll, expect, test } from 'vitest';
import { shiftedDay } from '#domain/settlements/payment-shift.ts';
import { addMonths, formatDay, moscowDay } from '#domain/values/days.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { generateRegistry, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { heading, press } from '../helpers/acts.ts';
import { makeAgreement } from '../helpers/bargain.ts';
import { flawsOfPages } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';
import { sign } from '../helpers/signing.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const firstDate = addMonths(moscowDay(new Date()), 1);
let manager: Signed;
let debtor: Signed & { individualId: number };
let settlement: string;

beforeAll(async () => {
  const lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Дельта»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const [claim] = rowsOf('full', generateRegistry(71, 'microlender'), 0, 1);
  debtor = await scenario.testApp.individual({ inn: claim!['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [claim!]);
  const plan = { kind: 'equal', payments: 3, firstDate, downPayment: 0, periodMonths: 1 };
  const id = await makeAgreement(scenario, { lender, manager, debtor }, { plan, shiftEvery: 2 });
  settlement = `/settlement-${id}`;
});

test('a debtor shifts a payment on his phone by a code, and his creditor sees it on the card', async () => {
  const former = KNOWN_CALENDAR.onOrAfter(firstDate);
  const [day, to] = [formatDay(former), formatDay(shiftedDay(former, KNOWN_CALENDAR))];
  const own = await scenario.enter(debtor, settlement, phone);
  const mobile = own.page;
  await heading(mobile, 'Перенести платёж на неделю');
  await mobile.getByText('Что ещё можно сделать').click();
  await mobile.getByRole('link', { name: 'Перенести платёж на неделю' }).waitFor();
  await mobile.getByText(`Новый срок: ${to}`).waitFor();
  await press(mobile, 'Прочитать уведомление');
  const text = mobile.getByRole('dialog', { name: 'Уведомление о переносе, как вы его подпишете' });
  await text.getByText(/переносит платёж № 1/).waitFor();
  await text.getByRole('button', { name: 'Закрыть' }).click();
  await press(mobile, `Перенести на ${to}`);
  await mobile
    .getByRole('dialog')
    .getByText(/^Платёж № 1, /)
    .waitFor();
  await sign(scenario, mobile, debtor);
  await mobile.getByText(`Перенесён заёмщиком на неделю, срок был ${day}`).waitFor();
  await mobile.getByLabel('Какой платёж').selectOption('2');
  await mobile
    .getByText(/Перенесён платёж № 1, а право даётся один раз в 2 платежа/)
    .first()
    .waitFor();

  const creditor = await scenario.enter(manager, settlement, { viewport: { width: 1280, height: 900 } });
  const desk = creditor.page;
  await desk.getByText(`Перенесён заёмщиком на неделю, срок был ${day}`).waitFor();
  await desk.getByRole('link', { name: 'Соглашение', exact: true }).click();
  await desk.getByText('на 7 дней, один раз в 2 платежа').waitFor();
  await desk.getByRole('listitem').filter({ hasText: 'Уведомление о переносе платежа' }).first().waitFor();
  await Promise.all([own.leave(), creditor.leave()]);
});

test('the page on which a payment is shifted is accessible and within the screen, by day and by night', async () => {
  expect(await flawsOfPages(scenario, debtor, [[settlement, 'Перенести платёж на неделю']])).toEqual([]);
});
