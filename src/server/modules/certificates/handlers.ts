import { sql } from 'kysely';
import { certificates } from '#contract/documents/certificates.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import {
  CERTIFICATE_KINDS,
  type CertificateKind,
  type CertificateRequestStatus,
} from '#domain/settlements/certificate-request.ts';
import { demandSigningRules } from '#server/modules/consents/consents.queries.ts';
import { textOf } from '#server/modules/documents/creditor-papers.commands.ts';
import { demandSigningRight } from '#server/modules/employees/signing-right.queries.ts';
import { type Confirmed, demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { isReady, issueRequested, type LockedRequest, lockRequest } from './issue.commands.ts';
import { certificateLetters } from './letters.ts';
import { paperOf } from './papers.queries.ts';
import { askForStatement } from './requests.commands.ts';
import { findRule, revokeRule, sendRuleCode, signRule } from './rule.commands.ts';
import { insertSignature } from './signing.commands.ts';

type Row = Answer<typeof certificates.askByDebtor>;

/** Whether a certificate came, or will come, after its term; days of Moscow. */
const isLate = (day: string) => sql<boolean>`(r.status <> 'cancelled'
  and coalesce((r.issued_at at time zone 'Europe/Moscow')::date, ${day}::date) > r.due_on)`;

function findCertificateRequests(ctx: Ctx, { filter }: Pick<Input<typeof certificates.list>['query'], 'filter'>) {
  let rows = ctx.db.selectFrom('certificateRequests as r').where(ctx.within('certificateRequest', 'r'));
  if (filter?.kind) rows = rows.where('r.kind', 'in', filter.kind);
  if (filter?.status) rows = rows.where('r.status', 'in', filter.status);
  if (filter?.late !== undefined) rows = rows.where(isLate(ctx.day), '=', filter.late);
  return rows;
}

const columnsOf = (rows: ReturnType<typeof findCertificateRequests>, ctx: Ctx) =>
  rows
    .innerJoin('settlements as s', 's.id', 'r.settlementId')
    .select(['r.id', 'r.kind', 'r.status', 'r.settlementId', 'r.legalEntityId', 'r.debtOn', 'r.askedAt', 'r.dueOn'])
    .select([
      'r.issuedAt',
      'r.documentId',
      'r.ruleId',
      'r.signatureId',
      's.number as settlement',
      's.status as settlementStatus',
    ])
    .select([
      sql<string>`(select le.short_name from legal_entities le where le.id = r.legal_entity_id)`.as('creditor'),
      sql<string>`(select concat_ws(' ', i.last_name, i.first_name, i.middle_name) from individuals i where i.id = r.individual_id)`.as(
        'debtor',
      ),
      isLate(ctx.day).as('late'),
    ]);

const shown = ({ ruleId, signatureId, settlementStatus, ...row }: SelectedRow): Row => ({
  ...row,
  kind: row.kind as CertificateKind,
  status: row.status as CertificateRequestStatus,
  issuedBy: row.documentId === null ? null : ruleId !== null ? 'rule' : signatureId !== null ? 'code' : 'order',
  ready: isReady({ kind: row.kind, settlementStatus }),
});
type SelectedRow = Awaited<ReturnType<ReturnType<typeof columnsOf>['execute']>>[number];

const list = defineList({
  rows: findCertificateRequests,
  columns: columnsOf,
  orders: { dueOn: { columns: ['r.dueOn', 'r.id'], direction: -1 } },
  shown: (row) => shown(row),
});

async function findRequest(ctx: Ctx, id: number): Promise<Row> {
  const row = await columnsOf(findCertificateRequests(ctx, {}), ctx).where('r.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return shown(row);
}

const confirmed = (id: number, textHash: string): Confirmed => ({ act: 'certificate', of: id, content: textHash });

/** @throws Refusal `move.illegal` for what has been issued, or is not owed any more */
function demandWaiting({ status }: LockedRequest): void {
  if (status !== 'waiting') throw new Refusal('move.illegal', { detail: 'Справка уже выдана или не нужна' });
}

/** The head signs one certificate, the very one that he has read. */
async function signOne(
  ctx: Writing,
  id: number,
  { textHash, code }: Input<typeof certificates.sign>['body'],
): Promise<void> {
  const request = await lockRequest(ctx.db, id);
  demandWaiting(request);
  const paper = await paperOf(ctx, request);
  if (paper.sha256 !== textHash) throw new Refusal('version.stale');
  const { legalEntityId } = request;
  const signatory = await demandSigningRight(ctx, legalEntityId, ['certify']);
  await demandSigningRules(ctx);
  const codeId = await demandCode(ctx, 'signature', confirmed(id, textHash), code);
  const signatureId = await insertSignature(ctx, { legalEntityId, codeId, textSha256: paper.sha256, signatory });
  await issueRequested(ctx, request, paper, { signatureId });
}

const ask = async (ctx: Writing, { params, body }: { params: { x: number }; body: { on: string } }): Promise<Row> =>
  findRequest(ctx, await askForStatement(ctx, params.x, body.on));

export const certificateHandlers = implement(certificates, {
  list: (ctx, { query }) => list.page(ctx, query),
  async ofSettlement(ctx, { params }) {
    const rows = findCertificateRequests(ctx, {}).where('r.settlementId', '=', params.id).orderBy('r.id', 'desc');
    return { items: (await columnsOf(rows, ctx).execute()).map(shown) };
  },
  askByDebtor: ask,
  askByCreditor: ask,
  async text(ctx, { params }) {
    const row = await ctx.db
      .selectFrom('certificateRequests')
      .select(['id', 'kind', 'settlementId', 'debtOn'])
      .where('id', '=', params.x)
      .executeTakeFirstOrThrow();
    const paper = await paperOf(ctx, row);
    const blocks = textOf(paper) as Answer<typeof certificates.text>['blocks'];
    return { version: paper.template.version, blocks, sha256: paper.sha256 };
  },
  async code(ctx, { params, body: { textHash } }) {
    await demandSigningRight(ctx, params.id, ['certify']);
    await demandSigningRules(ctx);
    const { kind, settlement } = await lockRequest(ctx.db, params.x);
    const letter = { paper: CERTIFICATE_KINDS[kind], settlement };
    return sendCode(ctx, 'signature', confirmed(params.x, textHash), certificateLetters.certificateCode, letter);
  },
  async sign(ctx, { params, body }) {
    await signOne(ctx, params.x, body);
    return findRequest(ctx, params.x);
  },
  rule: (ctx, { params }) => findRule(ctx, params.id),
  ruleCode: (ctx, { params, body }) => sendRuleCode(ctx, params.id, body.textHash),
  async signRule(ctx, { params, body }) {
    await signRule(ctx, params.id, body);
    return findRule(ctx, params.id);
  },
  async revokeRule(ctx, { params }) {
    await revokeRule(ctx, params.id);
    return findRule(ctx, params.id);
  },
});
