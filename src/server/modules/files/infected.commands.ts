import { companyFolders } from '#contract/parties/files.ts';
import { FILE_FOLDERS, FILE_SLOTS, WRIT_FOLDER } from '#domain/values/file-kinds.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** What to do about a file that nobody opens any more. */
const whatToDo = 'Его никто не откроет. Проверьте компьютер антивирусом и загрузите другой файл на то же место';

/**
 * Whoever has sent a file in which a virus was found reads which of his papers it is, and of a company's own papers those too who may
 * send another. A writ and a registry are told of where they are (docs/decisions/0052).
 */
export async function tellOfInfected({ db }: { db: Tx }, { fileId }: { fileId: number }): Promise<void> {
  const paper = await db
    .selectFrom('ownedFiles as o')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['o.place', 'o.kind', 'o.individualId', 'o.legalEntityId', 'o.requestId', 'o.paymentId', 'f.createdBy'])
    .where('o.fileId', '=', fileId)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!paper || paper.kind === WRIT_FOLDER) return;
  const { legalEntityId, createdBy, place } = paper;
  const isOfCompany = legalEntityId !== null && place !== 'tariff';
  const holders = isOfCompany ? await employeesWith(db, legalEntityId, companyFolders.add) : [];
  const accounts = [...holders.map(({ accountId }) => accountId), ...(createdBy === null ? [] : [createdBy])];
  await notify(db, accounts, { title: `Найден вирус в файле «${titleOf(paper)}»`, detail: whatToDo });
}

interface Paper {
  place: string;
  kind: string;
  individualId: number | null;
  legalEntityId: number | null;
  requestId: number | null;
  paymentId: number | null;
}

/** What a paper is called on the page of its owner. */
function titleOf({ place, kind, ...of }: Paper): string {
  if (place === 'tariff') return 'Приложение к тарифу';
  const titles: Readonly<Record<string, string>> = place === 'folder' ? FILE_FOLDERS : FILE_SLOTS[ownerOf(place, of)];
  return titles[kind] ?? 'Другой документ';
}

function ownerOf(place: string, of: Omit<Paper, 'place' | 'kind'>): keyof typeof FILE_SLOTS {
  if (place === 'representative') return 'representative';
  if (of.legalEntityId !== null) return 'legalEntity';
  if (of.individualId !== null) return 'individual';
  if (of.requestId !== null) return 'request';
  return of.paymentId === null ? 'lifeEvent' : 'payment';
}
