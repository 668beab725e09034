import { expect, test } from 'vitest';
import { backgroundHeader } from '#contract/kernel/background-reads.ts';
import { generateRegistry, makeLender, rowsOf } from '#test/registries/helpers/scenario.ts';
import { heading } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('a settlement that is left open looks for what is new by itself, and says that nobody is at it', async () => {
  const lender = await makeLender(scenario.testApp, { verificationStatus: 'verified', shortName: 'ООО МКК «Тау»' });
  const manager = await scenario.testApp.employee({ legalEntityId: lender.id, role: 'manager' });
  const [claim] = rowsOf('full', generateRegistry(71, 'microlender'), 0, 1);
  const debtor = await scenario.testApp.individual({ inn: claim!['debtorInn']!, verificationStatus: 'verified' });
  await lender.load('full', [claim!]);
  const own = `/api/individuals/${debtor.individualId}`;
  const [entry] = (await debtor.client.get(`${own}/registry-entries`)).body.items;
  const asked = await debtor.client.post(
    `${own}/questionnaires/create-by/legal-entity/${lender.id}/registry/${entry.registryId}/registry-entry/${entry.id}`,
    {},
  );
  const { id: request, version } = asked.body;
  const opened = await manager.client.post(`${own}/questionnaires/${request}/negotiate/${lender.id}`, { version });
  const { settlementId } = opened.body;

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
