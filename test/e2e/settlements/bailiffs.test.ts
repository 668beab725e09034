import { beforeAll, expect, test } from 'vitest';
import { LIMITATION_WARNING } from '#domain/registries/limitation.ts';
import { addMonths, moscowDay } from '#domain/values/days.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

/** What a creditor says of a debt, and what its debtor and he see of it (docs/decisions/0146, 0147). */
const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 900 } };
const writ = { name: 'лист.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPaper) };
let lender: Lender;
let manager: Signed;
let debtor: Signed & { individualId: number };
let claim: string;

beforeAll(async () => {
  lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Дельта»' });
  manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const [row] = rowsOf('full', generateRegistry(97, 'microlender'), 0, 1);
  debtor = await scenario.testApp.individual({ inn: row!['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [row!]);
  const own = `/api/individuals/${debtor.individualId}/registry-entries`;
  const [{ legalEntityId, registryId, id }] = (await debtor.client.get(own)).body.items;
  claim = `/registry-entry-${legalEntityId}-${registryId}-${id}`;
  await scenario.testApp.owner.query(
    `update registry_entries set stage = 'enforcement', case_no = '1/26/77001-ИП', court = 'ОСП № 3', overdue_from = $2,
       restored_total = total, restored_on = ${MOSCOW_TODAY} where id = $1`,
    [id, addMonths(moscowDay(new Date()), -48)],
  );
});

test('a debtor says on his phone that there are no bailiffs and is warned; the creditor reads it, attaches the writ, explains a rise', async () => {
  const { page } = await scenario.enter(debtor, claim, phone);
  await page.getByText('Кредитор сообщает, что долг взыскивают приставы').waitFor();
  await page.getByText(/Больше .* кредитор здесь не заявит, пока не объяснит, почему долг вырос\./).waitFor();
  expect(await page.getByText(LIMITATION_WARNING[0]).count()).toBe(0);
  await press(page, 'Приставов нет');
  await page.getByText(LIMITATION_WARNING[0]).waitFor();
  // What the creditor says of the bailiffs stands nowhere beside it without his answer.
  await page
    .getByText(/Кредитор сообщает, что долг взыскивают приставы\. .* вы сказали, что приставов нет\./)
    .waitFor();
  await page.getByText('сообщает кредитор; вы сказали, что приставов нет').waitFor();
  await press(page, 'Взять эти слова назад');
  const question = page.getByRole('alertdialog', { name: 'Взять назад «Приставов нет»?' });
  await question.waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await press(question, 'Взять слова назад');
  await page.getByText('Нет такого производства в банке данных ФССП?').waitFor();
  expect(await page.getByText(LIMITATION_WARNING[0]).count()).toBe(0);
  await press(page, 'Приставов нет');
  await page.getByText(LIMITATION_WARNING[0]).waitFor();
  expect(await flawsOf(page)).toEqual([]);

  const creditor = (await scenario.enter(manager, claim, desk)).page;
  await creditor.getByText('заёмщик сказал, что приставов по долгу нет').waitFor();
  await creditor.getByLabel('Исполнительный документ', { exact: true }).setInputFiles(writ);
  await creditor.getByText('Кредитор приложил исполнительный документ').waitFor();
  await press(creditor, 'Объяснить рост долга');
  const dialog = creditor.getByRole('dialog');
  await fill(dialog, {
    'До какой суммы вырос долг,\u00a0₽': '900 000',
    'Почему: какие проценты, за какие дни, какое решение суда': 'Проценты по договору за октябрь',
  });
  await press(dialog, 'Отправить заёмщику');
  await creditor.getByText('Проценты по договору за октябрь').waitFor();
  expect(await flawsOf(creditor)).toEqual([]);

  await page.reload();
  await page.getByText('Проценты по договору за октябрь').waitFor();
  await page.getByText('Открыть исполнительный документ').waitFor();
  expect(await page.getByText(LIMITATION_WARNING[0]).count()).toBe(0);
});
