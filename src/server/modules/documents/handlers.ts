import { DOCUMENT_KINDS, documents } from '#contract/documents/documents.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { IssuedDocumentStatus } from '#domain/documents/issued-document.ts';
import { formatVerifyCode, parseVerifyCode } from '#domain/parties/verify-code.ts';
import { hasDeed } from '#server/modules/registries/papers/assignment-deeds.queries.ts';
import { type Actor, type Ctx, type FileAnswer, implement, type Writing } from '#server/platform/ctx.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { ofSettlement } from './assignment/assignment-notices.queries.ts';
import { courtPaper } from './court-papers.queries.ts';
import { publishedForm } from './forms.queries.ts';
import { factsIn, makeDocument, printed } from './make.ts';
import { markRead } from './notices/notices.commands.ts';
import { sendDocument, storedColumns } from './storage.ts';

type Kind = keyof typeof DOCUMENT_KINDS;

/** The only kind of owners that documents have so far. */
function demandLoan(owner: string): void {
  if (owner !== 'loan') throw new Refusal('object.absent');
}

const issued = (ctx: Ctx) => ctx.db.selectFrom('issuedDocuments as d').where(ctx.within('document', 'd'));

/** The latest paper of an agreement itself: one concluded anew has another one. */
async function contractOf(ctx: Ctx<Actor>, settlementId: number, kind: Kind): Promise<FileAnswer> {
  const found = await issued(ctx)
    .select(storedColumns)
    .where('d.settlementId', '=', settlementId)
    .where('d.kind', '=', kind)
    .where('d.offerId', 'is', null)
    .orderBy('d.id', 'desc')
    .executeTakeFirst();
  if (!found) throw new Refusal('document.absent');
  return sendDocument(ctx, found);
}

/** The document of a code, as somebody has typed it. @throws Refusal `object.absent` */
async function byCode({ db }: Pick<Ctx, 'db'>, code: string) {
  const found = await db
    .selectFrom('issuedDocuments')
    .select(['kind', 'number', 'status', 'issuedAt', 'sha256'])
    .where('verifyCode', '=', parseVerifyCode(code) ?? '')
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  return found;
}

/** Whoever takes the file of a notice has it: that is as good as reading it on the screen. */
async function noteTaking({ app, actor, now }: Ctx, of: { id: number; individualId: number }): Promise<void> {
  if (actor?.individualId !== of.individualId) return;
  await inSystemTransaction(app.database.db, 'documents.delivery', (tx) => markRead(tx, of.id, now));
}

/** Notices as they are read on the screen. */
const noticesToRead = (ctx: Ctx) =>
  issued(ctx)
    .innerJoin('notices as n', 'n.documentId', 'd.id')
    .select(['d.id', 'd.kind', 'd.factsSealed', 'd.factsSha256', 'd.templateVersion']);

/** Shows its debtor the text of a notice: it has come to him, and he has read it. @throws Refusal `document.absent` */
async function readNotice(
  ctx: Writing,
  found: Awaited<ReturnType<ReturnType<typeof noticesToRead>['executeTakeFirst']>>,
): Promise<Answer<typeof documents.readNotice>> {
  if (!found) throw new Refusal('document.absent');
  const form = await publishedForm(ctx.db, { kind: found.kind, version: found.templateVersion });
  await markRead(ctx.db, found.id, ctx.now);
  const blocks = printed(form, factsIn(ctx.app, found, null)) as Answer<typeof documents.readNotice>['blocks'];
  return { version: found.templateVersion, blocks, sha256: found.factsSha256 };
}

export const documentHandlers = implement(documents, {
  contract: (ctx, { params, query }) => contractOf(ctx, params.id, query.kind),
  courtPaper: (ctx, { params, query }) => courtPaper(ctx, params.id, query.kind),
  async list(ctx, { params }) {
    demandLoan(params.a);
    const rows = await issued(ctx)
      .select(['d.id', 'd.kind', 'd.number', 'd.status', 'd.templateVersion', 'd.verifyCode', 'd.sha256', 'd.size'])
      .select('d.issuedAt')
      .leftJoin('notices as n', 'n.documentId', 'd.id')
      .select(['n.id as noticeId', 'n.sentAt', 'n.deliveredAt', 'n.returnedAt', 'n.readAt'])
      .select('d.registryEntryId')
      .select(hasDeed('d.registryEntryId').as('hasDeed'))
      .where(ofSettlement(params.b))
      .orderBy('d.id', 'desc')
      .execute();
    const items = rows.map(({ noticeId, sentAt, deliveredAt, returnedAt, readAt, sha256, ...row }) => ({
      ...row,
      made: sha256 !== null,
      notice: noticeId === null ? null : { sentAt, deliveredAt, returnedAt, readAt },
      kind: row.kind as Kind,
      status: row.status as IssuedDocumentStatus,
      verifyCode: formatVerifyCode(row.verifyCode),
    }));
    return { items };
  },
  async get(ctx, { params }) {
    demandLoan(params.a);
    const found = await issued(ctx)
      .select(storedColumns)
      .select('d.individualId')
      .where('d.id', '=', params.c)
      .executeTakeFirst();
    if (!found) throw new Refusal('object.absent');
    // What could not be handed over has not come to anybody.
    const file = await sendDocument(ctx, found);
    await noteTaking(ctx, found);
    return file;
  },
  async readNotice(ctx, { params }) {
    return readNotice(ctx, await noticesToRead(ctx).where('d.id', '=', params.documentId).executeTakeFirst());
  },
  async assignmentNotice(ctx, { params }) {
    const last = () =>
      issued(ctx)
        .select([...storedColumns, 'd.individualId'])
        .where('d.registryEntryId', '=', params.e)
        .orderBy('d.id', 'desc')
        .executeTakeFirst();
    const found = await last();
    if (!found) throw new Refusal('document.absent');
    if (found.sha256 === null) await makeDocument(ctx.app, found.id);
    const file = await sendDocument(ctx, found.sha256 === null ? (await last())! : found);
    await noteTaking(ctx, found);
    return file;
  },
  async readAssignmentNotice(ctx, { params }) {
    const last = noticesToRead(ctx).where('d.registryEntryId', '=', params.e).orderBy('d.id', 'desc');
    return readNotice(ctx, await last.executeTakeFirst());
  },
  async verify(ctx, { params }) {
    const { sha256, ...found } = await byCode(ctx, params.code);
    return {
      ...found,
      kind: found.kind as Kind,
      status: found.status as IssuedDocumentStatus,
      made: sha256 !== null,
    };
  },
  async compare(ctx, { params, body }) {
    return { same: (await byCode(ctx, params.code)).sha256 === body.sha256 };
  },
});
