import { expect, test } from 'vitest';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { pastDay } from '#test/contacts/helpers/days.ts';
import { makeClaim, makeRegistry } from '#test/settlements/helpers/claims.ts';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('a manager denies a call of which he has told, and says why', async () => {
  const { testApp } = scenario;
  const company = await testApp.company({ inn: '7707083893', verificationStatus: 'verified' });
  const manager = await testApp.employee({ legalEntityId: company, role: 'manager' });
  const { individualId } = await testApp.individual({ inn: '500100732259', verificationStatus: 'verified' });
  const [registry, entry] = await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    const registryId = await makeRegistry(tx, company);
    const claim = {
      legalEntityId: company,
      registryId,
      individualId,
      debtorInn: '500100732259',
      contractNumber: 'К-1',
    };
    return [registryId, await makeClaim(tx, claim)];
  });
  const told = await manager.client.post(
    `/api/legal-entities/${company}/registries/${registry}/entries/${entry}/contacts`,
    {
      kind: 'call',
      day: pastDay(),
      time: '12:00',
    },
  );
  expect(told.status, told.text).toBe(200);
  const visitor = await scenario.enter(manager, `/registry-entry-${company}-${registry}-${entry}?tab=contacts`);
  const { page } = visitor;
  await page.getByRole('button', { name: /^Не состоялось: / }).click();
  const dialog = page.getByRole('dialog');
  expect(await flawsOf(page)).toEqual([]);
  await press(dialog, 'Не состоялось');
  await dialog.getByText('Поле должно быть заполнено').waitFor();
  await fill(dialog, { 'Почему не состоялось': 'Ошибся заёмщиком' });
  await press(dialog, 'Не состоялось');
  await page.getByText('Отмечено: не состоялось. В счёт не идёт').waitFor();
  await visitor.leave();
});
