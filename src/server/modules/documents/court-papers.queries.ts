import { Readable } from 'node:stream';
import { Refusal } from '#contract/kernel/errors.ts';
import type { AgreementFacts } from '#domain/documents/agreement-facts.ts';
import { COURT_PAPER_TEMPLATES, COURT_PAPER_VOCABULARY } from '#domain/documents/court-papers.ts';
import { renderTemplate } from '#domain/documents/document-template.ts';
import { COURT_PAPERS, type CourtPaper, courtPapersOf, proceedingsOf } from '#domain/settlements/proceedings.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { factsIn } from './make.ts';

/**
 * A draft for a court or a bailiff, from the agreement as it was signed, its schedule in force, and the case as its creditor states it now.
 * @throws Refusal `document.absent` before an agreement, after its end, and where the stage of the debt asks for no such paper
 */
export async function courtPaper(ctx: Ctx, settlementId: number, kind: CourtPaper): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('issuedDocuments as d')
    .innerJoin('settlements as s', 's.id', 'd.settlementId')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select(['d.kind', 'd.factsSealed', 'd.factsSha256', 'e.stage', 'e.caseNo', 'e.court'])
    .where(ctx.within('document', 'd'))
    .where('d.settlementId', '=', settlementId)
    .where('d.kind', '=', 'agreement')
    .where('d.status', '=', 'issued')
    .where('s.status', '=', 'waiting_for_payment')
    .orderBy('d.id', 'desc')
    .executeTakeFirst();
  const proceedings = row ? proceedingsOf(row) : null;
  if (!row || !proceedings || !courtPapersOf(proceedings).includes(kind)) {
    throw new Refusal('document.absent', { detail: 'Такое заявление к этому соглашению не нужно' });
  }
  const signed = factsIn(ctx.app, row, null) as AgreementFacts;
  const agreement = { ...signed, rows: await rowsInForce(ctx, settlementId) };
  const name = `${COURT_PAPERS[kind]} (проект) к соглашению № ${agreement.number}`;
  const blocks = renderTemplate(COURT_PAPER_TEMPLATES[kind], COURT_PAPER_VOCABULARY, { ...agreement, proceedings });
  const foot = 'Проект: прочитайте, при необходимости исправьте и подпишите';
  const pdf = await ctx.app.printer.print({ name, blocks, foot, check: null, watermark: 'Проект', issuedAt: ctx.now });
  return { name: `${name}.pdf`, stream: Readable.from([pdf]) };
}

/** The schedule as addenda have left it. */
async function rowsInForce({ db }: Ctx, settlementId: number): Promise<ScheduleRow[]> {
  const rows = await db
    .selectFrom('scheduleItems')
    .select(['no', 'plannedDate', 'dueDate', 'principal', 'interest', 'amount'])
    .where('settlementId', '=', settlementId)
    .where('replacedOn', 'is', null)
    .orderBy('no')
    .execute();
  return rows.map((row) => ({
    ...row,
    plannedDate: row.plannedDate as Day,
    dueDate: row.dueDate as Day,
    principal: kopecks(row.principal),
    interest: kopecks(row.interest),
    amount: kopecks(row.amount),
  }));
}
