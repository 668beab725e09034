import { test } from 'vitest';
import { makePeople, rowsAre, table } from '../helpers/list-people.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('a table that goes on to the side fades at its edge until its end is reached', async () => {
  await makePeople(scenario.testApp, 5);
  const { page, leave } = await scenario.enter(await scenario.testApp.operator('administrator'));
  await rowsAre(page, 5);
  await page.setViewportSize({ width: 700, height: 800 });
  const frame = table(page).locator('..');
  const fade = frame.locator('> [aria-hidden=true] > div');
  await fade.waitFor();
  await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await fade.waitFor({ state: 'detached' });
  await leave();
});
