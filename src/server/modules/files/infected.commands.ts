import { companyFolders } from '#contract/parties/files.ts';
import { FILE_FOLDERS, FILE_SLOTS, MESSAGE_FOLDER, WRIT_FOLDER } from '#domain/values/file-kinds.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith, stillWorks } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** What to do about a file that nobody opens any more. The proof of an event is sent once, with the event itself. */
function whatToDo({ kind, lifeEventId, side, settlementId, eventKind }: Paper): string {
  const closed = 'Его никто не откроет. Проверьте компьютер антивирусом';
  if (kind === MESSAGE_FOLDER) return `${closed} и отправьте другой файл новым сообщением`;
  if (lifeEventId === null) return `${closed} и загрузите другой файл на то же место`;
  if (side === 'operator') return `${closed}. Заменить его нельзя: внесите обстоятельство заново с другим документом`;
  const isPause = side === 'individual' && settlementId !== null && eventKind !== 'holidays';
  return isPause
    ? `${closed}. Заменить его нельзя: пока кредитор не ответил, отзовите просьбу о паузе и подайте её заново с другим документом`
    : `${closed}. Заменить его нельзя: напишите в поддержку, какое обстоятельство он подтверждал`;
}

/**
 * Whoever has sent a file in which a virus was found reads which of his papers it is, and of a company's own papers those too who may
 * send another. A writ, a scan of a deed and a registry are told of where they are (docs/decisions/0052).
 */
export async function tellOfInfected({ db }: { db: Tx }, { fileId }: { fileId: number }): Promise<void> {
  const paper = await db
    .selectFrom('ownedFiles as o')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .leftJoin('payments as p', 'p.id', 'o.paymentId')
    .leftJoin('lifeEvents as l', 'l.id', 'o.lifeEventId')
    .select(['o.place', 'o.kind', 'o.individualId', 'o.legalEntityId', 'o.requestId', 'o.paymentId', 'o.lifeEventId'])
    .select(['f.createdBy', 'l.side', 'l.settlementId', 'l.kind as eventKind'])
    .select(({ fn }) => fn.coalesce('o.legalEntityId', 'p.legalEntityId', 'l.legalEntityId').as('company'))
    .select((query) =>
      query
        .exists(query.selectFrom('assignmentDeeds as a').select('a.id').whereRef('a.fileId', '=', 'o.id'))
        .as('isDeed'),
    )
    .where('o.fileId', '=', fileId)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!paper || paper.kind === WRIT_FOLDER || paper.isDeed) return;
  const { legalEntityId, createdBy, place, company } = paper;
  const isOfCompany = legalEntityId !== null && place !== 'tariff';
  const holders = isOfCompany ? await employeesWith(db, legalEntityId, companyFolders.add) : [];
  const accounts = holders.map(({ accountId }) => accountId);
  if (createdBy !== null && (await stillWorks(db, createdBy, company))) accounts.push(createdBy);
  await notify(db, accounts, {
    event: 'file.infected',
    title: `Найден вирус в файле «${titleOf(paper)}»`,
    detail: whatToDo(paper),
  });
}

interface Paper {
  place: string;
  kind: string;
  individualId: number | null;
  legalEntityId: number | null;
  requestId: number | null;
  paymentId: number | null;
  lifeEventId: number | null;
  /** Of an event: who has entered it, and of which agreement it is a pause. */
  side: string | null;
  settlementId: number | null;
  eventKind: string | null;
}

/** What a paper is called on the page of its owner. */
function titleOf({ place, kind, ...of }: Paper): string {
  if (place === 'tariff') return 'Приложение к тарифу';
  if (kind === MESSAGE_FOLDER) return 'Файл сообщения';
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
