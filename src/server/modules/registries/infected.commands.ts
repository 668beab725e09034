import { pagePath } from '#contract/kernel/page-path.ts';
import { assignmentDeeds } from '#contract/registries/assignment-deeds.ts';
import { registries } from '#contract/registries/registries.ts';
import { writs } from '#contract/registries/writs.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith, stillWorks } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** A paper of a claim or a registry in which a virus was found: its company is told of it and of what to do, at the claim or the registry itself. */
export async function tellOfInfected({ db }: { db: Tx }, { fileId }: { fileId: number }): Promise<void> {
  await tellOfWrit(db, fileId);
  await tellOfDeed(db, fileId);
  await tellOfRegistry(db, fileId);
}

async function tellOfWrit(db: Tx, fileId: number): Promise<void> {
  const writ = await db
    .selectFrom('registryEntries as e')
    .innerJoin('ownedFiles as o', 'o.id', 'e.writFileId')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['e.id', 'e.registryId', 'e.legalEntityId', 'f.createdBy'])
    .where('o.fileId', '=', fileId)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!writ) return;
  await notify(db, await told(db, writ, writs.attach), {
    event: 'file.infected',
    title: 'Найден вирус в исполнительном документе',
    detail:
      'Его никто не откроет, и приставов он не доказывает. Проверьте компьютер антивирусом и приложите другой файл на странице требования',
    link: claimPage(writ),
  });
}

/** The scan of a deed is told of at the newest claim that came by it. */
async function tellOfDeed(db: Tx, fileId: number): Promise<void> {
  const deed = await db
    .selectFrom('assignmentDeeds as a')
    .innerJoin('ownedFiles as o', 'o.id', 'a.fileId')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .innerJoin('registryEntries as e', (join) =>
      join
        .onRef('e.legalEntityId', '=', 'a.legalEntityId')
        .onRef('e.cedentInn', '=', 'a.cedentInn')
        .onRef('e.cessionRef', '=', 'a.cessionRef'),
    )
    .select(['e.id', 'e.registryId', 'e.legalEntityId', 'f.createdBy', 'a.cessionRef'])
    .where('o.fileId', '=', fileId)
    .where('o.deletedAt', 'is', null)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!deed) return;
  await notify(db, await told(db, deed, assignmentDeeds.attach), {
    event: 'file.infected',
    title: 'Найден вирус в скане договора уступки',
    detail: `Договор ${deed.cessionRef}: его скан никто не откроет. Проверьте компьютер антивирусом и приложите другой файл на странице требования`,
    link: claimPage(deed),
  });
}

async function tellOfRegistry(db: Tx, fileId: number): Promise<void> {
  const registry = await db
    .selectFrom('registries as r')
    .innerJoin('storedFiles as f', 'f.id', 'r.fileId')
    .select(['r.id', 'r.legalEntityId', 'f.createdBy'])
    .where('r.fileId', '=', fileId)
    .executeTakeFirst();
  if (!registry) return;
  await notify(db, await told(db, registry, registries.upload), {
    event: 'file.infected',
    title: 'Найден вирус в файле реестра',
    detail: 'Реестр не прочитан. Проверьте компьютер антивирусом и загрузите другой файл',
  });
}

const claimPage = ({ legalEntityId, registryId, id }: { legalEntityId: number; registryId: number; id: number }) =>
  pagePath('/registry-entry-{$key}', { key: [legalEntityId, registryId, id] });

/** Whoever has sent it and still works there, and those of the company who may send another. */
async function told(
  tx: Tx,
  { legalEntityId, createdBy }: { legalEntityId: number; createdBy: number | null },
  permitted: Parameters<typeof employeesWith>[2],
): Promise<number[]> {
  const accounts = (await employeesWith(tx, legalEntityId, permitted)).map(({ accountId }) => accountId);
  if (createdBy !== null && (await stillWorks(tx, createdBy, legalEntityId))) accounts.push(createdBy);
  return accounts;
}
