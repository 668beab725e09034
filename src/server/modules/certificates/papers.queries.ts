import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { CERTIFICATE_TEMPLATE, type CertificateFacts } from '#domain/documents/certificate-template.ts';
import { type OwedPart, STATEMENT_TEMPLATE, type StatementFacts } from '#domain/documents/statement-template.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import { restoredDebt } from '#domain/settlements/restored-debt.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { composePaper, type UnsignedPaper } from '#server/modules/documents/creditor-papers.commands.ts';
import { agreementSignatory } from '#server/modules/documents/notices/notices.queries.ts';
import { debtOn } from '#server/modules/payments/debt.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Whose transaction reads, and when. */
interface Reading {
  db: Db;
  now: Date;
}

/** A request as far as its paper goes. */
interface RequestedPaper {
  id: number;
  kind: string;
  settlementId: number;
  debtOn: string | null;
}

/** The paper of a request as it would be signed now. @throws Refusal `move.illegal` while what it says may still change */
export const paperOf = (ctx: Reading, request: RequestedPaper): Promise<UnsignedPaper> =>
  request.kind === 'certificate' ? certificateOf(ctx, request.settlementId) : statementOf(ctx, request);

/** The certificate as the platform issues it by the order of the agreement. */
export const orderedPaperOf = (ctx: Reading, { settlementId }: RequestedPaper): Promise<UnsignedPaper> =>
  certificateOf(ctx, settlementId, true);

/** Who has signed the last agreement for its creditor, and by which form. */
export async function orderOf(db: Db, settlementId: number): Promise<{ version: number; signatory: Signatory | null }> {
  const { version } = await db
    .selectFrom('issuedDocuments')
    .select('templateVersion as version')
    .where('settlementId', '=', settlementId)
    .where('kind', '=', 'agreement')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { version, signatory: await agreementSignatory(db, settlementId) };
}

const settlementOf = (db: Db, id: number) =>
  db.selectFrom('settlements').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function certificateOf(ctx: Reading, settlementId: number, byOrder = false): Promise<UnsignedPaper> {
  const row = await settlementOf(ctx.db, settlementId);
  if (row.status !== 'closed' || row.paidOn === null) {
    throw new Refusal('move.illegal', { detail: 'Сначала подтвердите исполнение: пока возможен возврат платежа' });
  }
  const own: Pick<CertificateFacts, 'paid' | 'paidOn' | 'forgiven' | 'penalty' | 'byOrder'> = {
    ...(byOrder && { byOrder }),
    paid: kopecks(row.paidAmount),
    paidOn: row.paidOn as Day,
    forgiven: kopecks(row.discountAmount ?? 0),
    penalty: kopecks(row.penaltyPaid),
  };
  // The agreement's number with a letter of its own.
  const numbered = (number: string) => number.replace(/^У/, 'С');
  return composePaper(ctx, settlementId, { template: CERTIFICATE_TEMPLATE, numbered, own });
}

type OwnFacts = Pick<StatementFacts, 'on' | 'state' | 'owed' | 'ahead' | 'overdue' | 'paid' | 'left' | 'forgiven'>;

async function statementOf(ctx: Reading, { id, settlementId, debtOn }: RequestedPaper): Promise<UnsignedPaper> {
  const own = await debtFacts(ctx.db, settlementId, debtOn as Day);
  // «С-2026-000012/3»: which of all requests it is, so that no two papers bear one number.
  const numbered = (number: string) => `${number.replace(/^У/, 'С')}/${id}`;
  return composePaper(ctx, settlementId, { template: STATEMENT_TEMPLATE, numbered, own });
}

/**
 * What is owed by an agreement at the end of a day: counted anew, as «Долг на дату» (docs/domain.md §8.7–8.8).
 * @throws Refusal `document.absent` before there is an agreement
 */
export async function debtFacts(db: Db, settlementId: number, on: Day): Promise<OwnFacts> {
  const row = await settlementOf(db, settlementId);
  if (row.signedAt === null) throw new Refusal('document.absent');
  const common = { on, paid: await receivedBy(db, settlementId, on), forgiven: kopecks(row.discountAmount ?? 0) };
  if (row.closeReason === 'breached') {
    await demandOwedAgain(db, settlementId);
    const rests = restoredDebt(row.debt, kopecks(row.paidAmount), row).filter(({ amount }) => amount > 0);
    return { ...common, state: 'terminated', owed: rests, overdue: kopecks(0), left: [] };
  }
  const debt = await debtOn({ db }, settlementId, on);
  const all: OwedPart[] = [
    { code: 'agreed', amount: kopecks(debt.principal) },
    { code: 'plan_interest', amount: kopecks(debt.interest) },
    { code: 'late_penalty', amount: kopecks(debt.penalty) },
  ];
  const owed = all.filter(({ amount }) => amount > 0);
  const left = debt.rows
    .map(({ no, dueDate, principal, interest }) => ({
      no,
      dueDate: dueDate as Day,
      rest: kopecks(principal + interest),
    }))
    .filter(({ rest }) => rest > 0);
  const state = owed.length > 0 ? 'in_force' : 'paid';
  const overdue = kopecks(debt.overdue + debt.penalty);
  return { ...common, state, owed, ahead: kopecks(debt.ahead), overdue, left };
}

/** Of an agreement that was terminated its claim tells no debt any more, or another agreement does. @throws Refusal `move.illegal` */
export async function demandOwedAgain(db: Db, settlementId: number): Promise<void> {
  if (!(await isOwedNoMore(db, settlementId))) return;
  const detail =
    'Долг по расторгнутому соглашению погашен, отозван кредитором или о нём есть новое соглашение: справки о нём больше нет';
  throw new Refusal('move.illegal', { detail });
}

/** Whether what an agreement that was terminated has left is owed no more, or by a newer agreement about the same claim. */
export async function isOwedNoMore(db: Db, settlementId: number): Promise<boolean> {
  const { rows } = await sql`
    select from settlements s join registry_entries e on e.id = s.registry_entry_id
    where s.id = ${settlementId} and s.close_reason = 'breached' and (e.settled_at is not null or e.withdrawn_at is not null
      or exists (select from settlements n
        where n.registry_entry_id = s.registry_entry_id and n.id > s.id and n.signed_at is not null))`.execute(db);
  return rows.length > 0;
}

/** What has come by a day and was not sent back by then; kopecks. */
async function receivedBy(db: Db, settlementId: number, on: Day): Promise<OwnFacts['paid']> {
  const { rows } = await sql<{ day: Day; number: string; amount: number }>`
    select p.value_date as day, p.number, (p.amount - coalesce((select sum(r.amount) from refunds r
      where r.payment_id = p.id and r.value_date <= ${on}), 0))::bigint as amount
    from payments p
    where p.settlement_id = ${settlementId} and p.succeeded_at is not null and p.value_date <= ${on}
    order by p.value_date, p.id`.execute(db);
  return rows
    .map(({ day, number, amount }) => ({ day, number, amount: kopecks(amount) }))
    .filter(({ amount }) => amount > 0);
}
