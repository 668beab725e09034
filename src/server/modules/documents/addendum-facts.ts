import type { AddendumFacts } from '#domain/documents/addendum-template.ts';
import { toDay } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { Db } from '#server/platform/database/db.ts';
import { concludedSettlement } from './sides.ts';

/** What every paper that changes an agreement says of it. */
type ChangedSettlement = Pick<
  AddendumFacts,
  'number' | 'creditor' | 'contract' | 'agreement' | 'platform' | 'debtor' | 'signatures'
>;

/** Papers that change an agreement, and the letter by which each kind is numbered. */
const SERIES = { addendum: '', annulment: 'О', shift_notice: 'П' } as const;
export type ChangeKind = keyof typeof SERIES;

/** Gathers it. The number of the paper is that of the agreement with how many such papers there are by now. */
export async function changedSettlement(db: Db, settlementId: number, kind: ChangeKind) {
  const settlement = await concludedSettlement(db, settlementId);
  const { count } = await db
    .selectFrom('issuedDocuments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('settlementId', '=', settlementId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const { row, subject } = settlement;
  const number = `${row.number}/${SERIES[kind]}${count + 1}`;
  const facts: Omit<ChangedSettlement, 'signatures'> = {
    ...settlement.facts,
    number,
    debtor: { fullName: fullName(row), birthDate: row.birthDate === null ? null : toDay(row.birthDate) },
  };
  return { subject: { ...subject, number }, facts };
}
