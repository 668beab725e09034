import { beforeAll, expect, test } from 'vitest';
import { subJobCodes } from '#domain/money/close-day.ts';
import { addDays, formatDay, moscowDay } from '#domain/values/days.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

/** An accountant closes the day that is over, and an administrator one that has something in its way. */
const scenario = openScenario({ byClock: false });
const desk = { viewport: { width: 1440, height: 900 } };
let accountant: Signed;
let administrator: Signed;

beforeAll(async () => {
  accountant = await scenario.testApp.operator('accountant');
  administrator = await scenario.testApp.operator('administrator');
});

const today = () => moscowDay(new Date());
const openSince = (days: number) =>
  scenario.testApp.owner.query(`update business_days set day = $1 where status <> 'sealed'`, [addDays(today(), -days)]);

test('an accountant tries a day and closes it, and sees it sealed in the calendar', async () => {
  await openSince(1);
  const yesterday = formatDay(addDays(today(), -1));
  const { page } = await scenario.enter(accountant, '/close-day', desk);
  await page.getByRole('heading', { name: yesterday }).waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await press(page, 'Попробовать');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Ничего не изменено').waitFor();
  await dialog.getByText('Отметить пропущенные платежи').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press(page, 'Закрыть день');
  await press(page.getByRole('alertdialog'), 'Закрыть день');
  // What is over is sealed, and today is open.
  await page.getByRole('heading', { name: formatDay(today()) }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: formatDay(today()) }).waitFor();
  await page
    .getByRole('button', { name: 'Закрыть день' })
    .and(page.getByTitle(/День закрывается после полуночи/))
    .waitFor();
  if (yesterday.slice(3) !== formatDay(today()).slice(3)) await press(page, 'Месяц раньше');
  else await page.getByRole('button', { name: new RegExp(`^${Number(yesterday.slice(0, 2))} .+: Запечатан$`) }).click();
  await page.getByText('Печать: ').waitFor();
  expect(await flawsOf(page)).toEqual([]);
});

test('an administrator seals a day against what is in its way, and says why', async () => {
  await scenario.testApp.owner.query(`alter table business_days disable trigger stays;
    delete from sub_job_errors; delete from sub_job_results; delete from business_days where status = 'sealed';
    alter table business_days enable trigger stays;
    update business_days set day = day - 1, status = 'stopped', obstacles = '{Не сделан шаг «Выдать справки»}'`);
  const done = subJobCodes.filter((sub) => sub !== 'issue-certificates' && sub !== 'seal-day');
  await scenario.testApp.owner.query(
    `insert into sub_job_results (business_day_id, sub, status) select id, unnest($1::text[]), 'done' from business_days`,
    [done],
  );
  const { page } = await scenario.enter(administrator, '/close-day', desk);
  await page.getByText('Не сделан шаг «Выдать справки»').waitFor();
  await press(page, 'Запечатать вопреки');
  const dialog = page.getByRole('dialog');
  await fill(dialog, { Почему: 'Справки выдадим завтра' });
  await press(dialog, 'Запечатать вопреки');
  await page.getByRole('heading', { name: formatDay(today()) }).waitFor();
  const { rows } = await scenario.testApp.owner.query(
    `select override_reason from business_days where status = 'sealed' order by day desc limit 1`,
  );
  expect(rows).toEqual([{ override_reason: 'Справки выдадим завтра' }]);
});
