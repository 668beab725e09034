import { pagePath } from '#contract/kernel/page-path.ts';
import { registries } from '#contract/registries/registries.ts';
import { writs } from '#contract/registries/writs.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** A writ or a registry in which a virus was found: its company is told of it and of what to do, at the claim or the registry itself. */
export async function tellOfInfected({ db }: { db: Tx }, { fileId }: { fileId: number }): Promise<void> {
  const writ = await db
    .selectFrom('registryEntries as e')
    .innerJoin('ownedFiles as o', 'o.id', 'e.writFileId')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['e.id', 'e.registryId', 'e.legalEntityId', 'f.createdBy'])
    .where('o.fileId', '=', fileId)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst();
  if (writ) {
    await notify(db, await told(db, writ, writs.attach), {
      title: 'Найден вирус в исполнительном документе',
      detail:
        'Его никто не откроет, и приставов он не доказывает. Проверьте компьютер антивирусом и приложите другой файл на странице требования',
      link: pagePath('/registry-entry-{$key}', { key: [writ.legalEntityId, writ.registryId, writ.id] }),
    });
  }
  const registry = await db
    .selectFrom('registries as r')
    .innerJoin('storedFiles as f', 'f.id', 'r.fileId')
    .select(['r.id', 'r.legalEntityId', 'f.createdBy'])
    .where('r.fileId', '=', fileId)
    .executeTakeFirst();
  if (!registry) return;
  await notify(db, await told(db, registry, registries.upload), {
    title: 'Найден вирус в файле реестра',
    detail: 'Реестр не прочитан. Проверьте компьютер антивирусом и загрузите другой файл',
  });
}

/** Whoever has sent it, and those of the company who may send another. */
async function told(
  tx: Tx,
  { legalEntityId, createdBy }: { legalEntityId: number; createdBy: number | null },
  permitted: Parameters<typeof employeesWith>[2],
): Promise<number[]> {
  const holders = await employeesWith(tx, legalEntityId, permitted);
  return [...holders.map(({ accountId }) => accountId), ...(createdBy === null ? [] : [createdBy])];
}
