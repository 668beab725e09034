import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { writs } from '#contract/registries/writs.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { implement, type Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { postRegistryMessage } from '../messages.ts';
import { readPaper, removePaper, replacePaper } from './claim-papers.ts';
import { enforcementOf, isProved, writOf } from './enforcement.queries.ts';

const folder = 'writs';
const noWrit = 'Исполнительный документ не приложен';

/**
 * The debtor says that no bailiffs collect the debt: kept once, and told to his creditor.
 * @throws Refusal `rate.limited`; `object.absent`; `move.illegal` where nobody says they do, or the writ proves it
 */
export async function denyBailiffs(ctx: Writing, who: number, id: number): Promise<void> {
  // Each time his creditor is told, so he does so often and no oftener; to take it back is never refused for that (docs/decisions/0150).
  await ctx.app.limits.take('markAccount', `${ctx.actor.accountId} bailiffs`);
  const { registryId, deniedAt } = await lockUnproved(ctx, who, id);
  if (deniedAt !== null) return;
  await ctx.db.updateTable('registryEntries').set({ noBailiffsAt: ctx.now }).where('id', '=', id).execute();
  await postRegistryMessage(ctx.db, registryId, 'bailiffs_denied', {}, id);
}

/**
 * The debtor takes back that there are none, as long as nobody has proved them: the claim is judged by its creditor's word again
 * (docs/decisions/0150). What he had said of the same contract before it was loaded anew goes with it.
 * @throws Refusal `object.absent`; `move.illegal` where he has not said it, or the writ is attached
 */
export async function recallDenial(ctx: Writing, who: number, id: number): Promise<void> {
  const { registryId, deniedAt } = await lockUnproved(ctx, who, id);
  if (deniedAt === null) throw new Refusal('move.illegal', { detail: 'Вы и не говорили, что приставов нет' });
  await sql`update registry_entries e set no_bailiffs_at = null from registry_entries t
    where t.id = ${id} and e.legal_entity_id = t.legal_entity_id and e.no_bailiffs_at is not null
      and e.debtor_inn = t.debtor_inn and e.contract_number = t.contract_number`.execute(ctx.db);
  await postRegistryMessage(ctx.db, registryId, 'denial_recalled', {}, id);
}

/** The claim of which its debtor may say whether bailiffs collect it. */
async function lockUnproved(
  ctx: Writing,
  who: number,
  id: number,
): Promise<{ registryId: number; deniedAt: Date | null }> {
  const claim = await ctx.db
    .selectFrom('registryEntries')
    .select('registryId')
    .where('id', '=', id)
    .where('individualId', '=', who)
    .where('withdrawnAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!claim) throw new Refusal('object.absent');
  const enforcement = await enforcementOf(ctx.db, id);
  if (enforcement?.stage !== 'enforcement')
    throw new Refusal('move.illegal', { detail: 'Кредитор и не говорит, что долг у приставов' });
  if (isProved(enforcement)) {
    throw new Refusal('move.illegal', {
      detail: 'Кредитор приложил исполнительный документ. Если он не о вашем долге, напишите в поддержку',
    });
  }
  return { ...claim, deniedAt: enforcement.deniedAt };
}

/**
 * Attaches the writ of a claim, or the act of the court that has it, in place of the one before it. Its debtor is told: it may take his answer away.
 * @throws Refusal `move.illegal` for a claim that no court has had, and as the folder of the company does
 */
async function attach(
  ctx: Writing,
  legalEntityId: number,
  entryId: number,
  file: Uploaded,
): Promise<Answer<typeof writs.attach>> {
  const claim = await lockClaim(ctx.db, entryId);
  if (claim.stage === 'pretrial') {
    throw new Refusal('move.illegal', {
      detail: 'Стадия этого требования не «Судебная» и не «Исполнительное производство»',
    });
  }
  const former = (await writOf(ctx.db, entryId))?.id ?? null;
  const id = await replacePaper(ctx, { legalEntityId, folder, former }, file);
  await ctx.db.updateTable('registryEntries').set({ writFileId: id }).where('id', '=', entryId).execute();
  await tellOfWrit(ctx.db, entryId, claim, {
    title: claim.stage === 'court' ? 'приложен документ суда' : 'приложен исполнительный документ',
    detail: 'Откройте его на странице долга. Если он не о вашем долге, напишите в поддержку',
  });
  const { writ } = (await enforcementOf(ctx.db, entryId))!;
  return writ!;
}

/**
 * Takes away the writ of a claim, as one that was attached to it by mistake. Its debtor is told: what he says of bailiffs counts again.
 * @throws Refusal `document.absent` where none is attached, `move.illegal` while the company is being verified
 */
async function remove(ctx: Writing, legalEntityId: number, entryId: number): Promise<void> {
  const claim = await lockClaim(ctx.db, entryId);
  const writ = await writOf(ctx.db, entryId);
  if (!writ) throw new Refusal('document.absent', { detail: noWrit });
  await removePaper(ctx, legalEntityId, folder, writ.id);
  await tellOfWrit(ctx.db, entryId, claim, REMOVED[claim.stage === 'court' ? 'court' : 'enforcement']);
}

const REMOVED = {
  court: {
    title: 'документ суда убран',
    detail: 'Пока его нет, срок исковой давности на странице долга считается без суда',
  },
  enforcement: {
    title: 'исполнительный документ убран',
    detail: 'Ваш ответ о приставах снова действует. Если вы не отвечали, ответить можно на странице долга',
  },
};

const lockClaim = (tx: Tx, entryId: number) =>
  tx
    .selectFrom('registryEntries as e')
    .leftJoin('individuals as i', 'i.id', 'e.individualId')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .select([
      'e.stage',
      'e.withdrawnAt',
      'e.legalEntityId',
      'e.registryId',
      'i.accountId',
      'le.shortName',
      'e.contractNumber',
    ])
    .where('e.id', '=', entryId)
    .forUpdate('e')
    .executeTakeFirstOrThrow();

interface Owned {
  withdrawnAt: Date | null;
  legalEntityId: number;
  registryId: number;
  accountId: number | null;
  shortName: string;
  contractNumber: string;
}

/** Tells the debtor of a claim that is still his what has become of the writ. */
async function tellOfWrit(
  tx: Tx,
  entryId: number,
  { withdrawnAt, legalEntityId, registryId, accountId, shortName, contractNumber }: Owned,
  { title, detail }: { title: string; detail: string },
): Promise<void> {
  if (withdrawnAt !== null || accountId === null) return;
  await notify(tx, [accountId], {
    event: 'claim.changed',
    creditorId: legalEntityId,
    title: `${shortName}, договор № ${contractNumber}: ${title}`,
    detail,
    link: pagePath('/registry-entry-{$key}', { key: [legalEntityId, registryId, entryId] }),
  });
}

export const writHandlers = implement(writs, {
  attach: (ctx, { params, file }) => attach(ctx, params.id, params.e, file),
  get: async (ctx, { params }) => readPaper(ctx, await writOf(ctx.db, params.e), folder, noWrit),
  remove: (ctx, { params }) => remove(ctx, params.id, params.e),
});
