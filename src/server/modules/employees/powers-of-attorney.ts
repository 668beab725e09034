import { sql } from 'kysely';
import { powersOfAttorney } from '#contract/access/powers-of-attorney.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import {
  ALL_SIGNING_ACTS,
  type PowerOfAttorneyStatus,
  powerOfAttorneyMachine,
  powerProblems,
  type SigningAct,
} from '#domain/parties/signing-right.ts';
import { addFile, removeFile } from '#server/modules/files/files.commands.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { personName } from '#server/platform/person-name.ts';
import { stateful, transition } from '#server/platform/state/transition.ts';

type Shown = Answer<typeof powersOfAttorney.add>;
type Form = Input<typeof powersOfAttorney.add>['body'];

const powerState = stateful(powerOfAttorneyMachine, { table: 'powersOfAttorney', column: 'status' });

const powers = (ctx: Ctx) =>
  ctx.db
    .selectFrom('powersOfAttorney as p')
    .innerJoin('legalEntities as le', 'le.id', 'p.legalEntityId')
    .leftJoin('ownedFiles as o', (join) => join.onRef('o.id', '=', 'p.fileId').on('o.deletedAt', 'is', null))
    .leftJoin('storedFiles as f', 'f.id', 'o.fileId')
    .leftJoin('statusHistory as h', (join) =>
      join
        .onRef('h.objectId', '=', 'p.id')
        .on('h.machine', '=', powerOfAttorneyMachine.name)
        .on('h.move', '=', 'revoke'),
    )
    .select(['p.id', 'p.legalEntityId', 'p.membershipId', 'p.number', 'p.issuedOn', 'p.validUntil', 'p.scope'])
    .select(['p.status', 'p.createdAt', 'p.version', 'le.shortName as company'])
    .select(['o.id as ownedId', 'f.name as fileName', 'f.kind as fileType', 'f.scan'])
    .select(['h.at as revokedAt', 'h.reason as revokeReason'])
    .select([personName('p.createdBy').as('createdBy'), personName('h.accountId').as('revokedBy')])
    .where(ctx.within('powerOfAttorney', 'p'));

type Row = Awaited<ReturnType<ReturnType<typeof powers>['executeTakeFirstOrThrow']>>;

function shown({ day }: Ctx, { ownedId, fileName, fileType, scan, ...row }: Row): Shown {
  const status = row.status as PowerOfAttorneyStatus;
  return {
    ...row,
    status,
    scope: row.scope as SigningAct[],
    isInForce: status === 'given' && row.issuedOn <= day && day <= row.validUntil,
    file:
      ownedId === null
        ? null
        : {
            id: ownedId,
            name: fileName ?? '',
            type: fileType as NonNullable<Shown['file']>['type'],
            scan: scan as NonNullable<Shown['file']>['scan'],
          },
  };
}

/** The newest first, as they are looked for. */
const listed = async (ctx: Ctx, rows: ReturnType<typeof powers>) => ({
  items: (await rows.orderBy('p.id', 'desc').execute()).map((row) => shown(ctx, row)),
});

async function findPower(ctx: Ctx, id: number): Promise<Shown> {
  const row = await powers(ctx).where('p.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return shown(ctx, row);
}

/**
 * Writes down a power of attorney of an employee, with its scan. Nobody gives one to himself (ГК РФ, ст. 182, п. 3).
 * @throws Refusal `input.invalid`, `quota.exceeded`, `move.illegal` for oneself, for a dismissed one, or for one without a position
 */
async function addPower(
  ctx: Writing,
  { legalEntityId, membershipId }: { legalEntityId: number; membershipId: number },
  form: Form,
  file: Uploaded,
): Promise<Shown> {
  const problem = powerProblems(form, ctx.day);
  if (problem) throw new Refusal('input.invalid', { fields: problem });
  const membership = await ctx.db
    .selectFrom('memberships')
    .select(['employeeId', 'active', 'position'])
    .where('id', '=', membershipId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (membership.employeeId === ctx.actor.employeeId) {
    throw illegal('Себе доверенность не выдают: её заносит другой руководитель');
  }
  if (!membership.active) throw illegal('Сотрудник уволен: доверенность ему не нужна');
  if (!membership.position?.trim()) throw illegal('Сначала укажите должность сотрудника: она стоит под его подписью');
  const { id } = await ctx.db
    .insertInto('powersOfAttorney')
    .values({
      ...form,
      scope: ALL_SIGNING_ACTS.filter((act) => form.scope.includes(act)),
      membershipId,
      legalEntityId,
      createdBy: ctx.actor.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return attach(ctx, legalEntityId, id, file);
}

const illegal = (detail: string): Refusal => new Refusal('move.illegal', { detail });

/**
 * Puts the scan into the company's folder of powers of attorney and names it here. The one before it is taken out, unless somebody has signed by
 * it: what stands under signed agreements stays in the folder.
 * @throws Refusal `move.illegal` for a power that is revoked
 */
async function attach(ctx: Writing, legalEntityId: number, id: number, file: Uploaded): Promise<Shown> {
  const location = { owner: 'legalEntity', column: 'legalEntityId', id: legalEntityId, place: 'folder' } as const;
  // Whoever waited for the lock reads the scan that the other has attached meanwhile: that is why it is read by itself.
  const { status } = await ctx.db
    .selectFrom('powersOfAttorney')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status === 'revoked') throw illegal('Доверенность отозвана: её скан не меняют');
  const former = await ctx.db
    .selectFrom('powersOfAttorney as p')
    .innerJoin('ownedFiles as o', 'o.id', 'p.fileId')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['o.id', 'f.scan', hasSigned.as('isSignedBy')])
    .where('p.id', '=', id)
    .where('o.deletedAt', 'is', null)
    .executeTakeFirst();
  if (former && (!former.isSignedBy || former.scan === 'infected'))
    await removeFile(ctx, location, 'powers', former.id);
  const added = await addFile(ctx, location, 'powers', file);
  await ctx.db.updateTable('powersOfAttorney').set({ fileId: added.id }).where('id', '=', id).execute();
  return findPower(ctx, id);
}

/** Whether its holder has signed by the power `p`: an agreement, a certificate, the conditions of his company. */
const hasSigned = sql<boolean>`exists (
  select from memberships m join employees h on h.id = m.employee_id cross join lateral (
    select g.signatory -> 'ground' as ground from signatures g join settlements s on s.id = g.settlement_id
      where g.account_id = h.account_id and s.legal_entity_id = p.legal_entity_id
    union all select c.signatory -> 'ground' from creditor_signatures c
      where c.account_id = h.account_id and c.legal_entity_id = p.legal_entity_id
    union all select o.signatory -> 'ground' from settlement_policies o
      where o.account_id = h.account_id and o.legal_entity_id = p.legal_entity_id) signed
  where m.id = p.membership_id and signed.ground ->> 'kind' = 'power_of_attorney'
    and signed.ground ->> 'number' = p.number and signed.ground ->> 'issuedOn' = p.issued_on::text)`;

/** What an employee may sign ends when he leaves: should he come back, he is given another one. */
export async function revokeAllOf(ctx: Writing, membershipId: number): Promise<void> {
  const given = await ctx.db
    .selectFrom('powersOfAttorney')
    .select('id')
    .where('membershipId', '=', membershipId)
    .where('status', '=', 'given')
    .orderBy('id')
    .execute();
  for (const { id } of given) await transition(ctx, powerState(id), 'revoke', { reason: 'Сотрудник уволен' });
}

export const powerHandlers = implement(powersOfAttorney, {
  own: (ctx) => listed(ctx, powers(ctx)),
  list: (ctx, { params }) => listed(ctx, powers(ctx).where('p.membershipId', '=', params.employeeId)),
  add: (ctx, { params, body, file }) =>
    addPower(ctx, { legalEntityId: params.id, membershipId: params.employeeId }, body, file),
  attach: (ctx, { params, file }) => attach(ctx, params.id, params.powerId, file),
  async revoke(ctx, { params, body: { reason, version } }) {
    await transition(ctx, powerState(params.powerId), 'revoke', { reason, version });
    return findPower(ctx, params.powerId);
  },
});
