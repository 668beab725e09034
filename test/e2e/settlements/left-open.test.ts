import { expect, test } from 'vitest';
import { backgroundHeader } from '#contract/kernel/background-reads.ts';
import { generateRegistry, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { heading } from '../helpers/acts.ts';
import { startBargaining } from '../helpers/bargain.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('a settlement that is left open looks for what is new by itself, and says that nobody is at it', async () => {
  const lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Тау»' });
  const manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const [claim] = rowsOf('full', generateRegistry(71, 'microlender'), 0, 1);
  const debtor = await scenario.testApp.individual({ inn: claim!['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [claim!]);
  const settlementId = await startBargaining({ lender, manager, debtor });

  const { page, leave } = await scenario.enter(manager);
  await page.clock.install();
  await page.goto(`/settlement-${settlementId}`);
  await heading(page, /^У-/);
  /** Lets so much time pass that the page looks again, and tells whether it has said that it does so by itself. */
  const looksBySelf = async (ms: number): Promise<boolean> => {
    const read = page.waitForRequest((one) => one.url().endsWith(`/api/loans/${settlementId}`));
    await page.clock.fastForward(ms);
    return backgroundHeader in (await read).headers();
  };
  expect(await looksBySelf(10_000)).toBe(false);
  expect(await looksBySelf(65_000)).toBe(true);
  await page.keyboard.press('Shift');
  expect(await looksBySelf(10_000)).toBe(false);
  await leave();
});
