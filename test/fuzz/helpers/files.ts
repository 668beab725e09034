import { inSystemTransaction } from '#server/platform/state/write.ts';
import {
  makeCompanyFiles,
  makeOperatorAvatars,
  makeOwnedFile,
  makePaper,
  makePersonFiles,
} from '../../access/helpers/things.ts';
import type { Booted } from '../../helpers/boot.ts';

/** A paper in a slot of each owner, and one in a folder of the company. */
export async function makeFiles(
  testApp: Booted,
  owners: Record<'individualId' | 'legalEntityId' | 'requestId', number>,
) {
  const { app } = testApp;
  const { individualId, legalEntityId, requestId } = owners;
  return inSystemTransaction(app.database.db, 'system.test', async (tx) => {
    const paper = await makePaper(tx, app.files);
    await makePersonFiles(tx, paper, individualId);
    await makeOwnedFile(tx, paper, { requestId }, 'slot', 'contract');
    await makeOperatorAvatars(tx, paper);
    const { folder, tariff } = await makeCompanyFiles(tx, paper, legalEntityId);
    return { folder, tariff, last: folder };
  });
}
