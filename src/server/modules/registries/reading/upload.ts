import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { loadedStatuses } from '#domain/registries/registry-import.ts';
import { demandFeature } from '#server/modules/feature-flags/feature-flags.queries.ts';
import { demandWithinQuota } from '#server/modules/files/quota.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';
import { enqueueLoading } from '../loading/load-job.ts';
import { enqueueReading } from './read-job.ts';

type Form = Input<typeof registries.upload>['body'];

/**
 * Takes an uploaded file as a new registry of the company; it is read by a job afterwards.
 * @returns its id
 * @throws Refusal `feature.off`, `input.invalid`, `quota.exceeded`
 */
export async function addRegistry(
  ctx: Writing,
  kind: RegistryKind,
  legalEntityId: number,
  { file, form }: { file: Uploaded; form: Form },
): Promise<number> {
  if (kind === 'simple') await demandFeature(ctx.db, legalEntityId, 'simple_registries');
  if (form.asOfDate > ctx.day) throw invalid('asOfDate', 'Эта дата ещё не наступила');
  if (form.basis === 'cession' && !form.basisNumber) throw invalid('basisNumber', 'Назовите договор уступки');
  if (form.replaces !== undefined) await demandReplaceable(ctx.db, kind, legalEntityId, form.replaces);
  const stored = await ctx.db
    .insertInto('storedFiles')
    .values({ ...file, createdBy: ctx.actor.accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { replaces, ...rest } = form;
  const { id } = await ctx.db
    .insertInto('registries')
    .values({
      ...rest,
      kind,
      legalEntityId,
      number: await nextNumber(ctx.db, kind, legalEntityId),
      replacesId: replaces ?? null,
      fileId: stored.id,
      createdBy: ctx.actor.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await demandWithinQuota(ctx.db, { column: 'legalEntityId', id: legalEntityId }, file.size);
  await enqueueReading(ctx.app, ctx.db, id);
  return id;
}

const invalid = (field: string, message: string): Refusal =>
  new Refusal('input.invalid', { fields: { [field]: message } });

/** Only a loaded registry of the same company and kind can be unloaded anew. */
async function demandReplaceable(tx: Tx, kind: RegistryKind, legalEntityId: number, id: number): Promise<void> {
  const found = await tx
    .selectFrom('registries')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('legalEntityId', '=', legalEntityId)
    .where('status', 'in', loadedStatuses)
    .executeTakeFirst();
  if (!found) throw invalid('replaces', 'Такого принятого реестра у компании нет');
}

/** The company's numbers follow one another without gaps, so its uploads take them one at a time. */
async function nextNumber(tx: Tx, kind: RegistryKind, legalEntityId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('registry-number', ${legalEntityId}))`.execute(tx);
  const { last } = await tx
    .selectFrom('registries')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('kind', '=', kind)
    .where('legalEntityId', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return ((last as number | null) ?? 0) + 1;
}

/**
 * After a start registries are taken up that wait without a job: what is left of a job has given up. One that a living node
 * works at stays his.
 */
export async function resumeRegistries(app: App): Promise<void> {
  const { db } = app.database;
  const open = await db
    .selectFrom('registries')
    .select(['id', 'loadRequestedAt'])
    .where((of) => of.or([of('status', 'in', ['uploaded', 'validating']), of('loadRequestedAt', 'is not', null)]))
    .where(sql<boolean>`not ${hasLivingJob(jobKey)}`)
    .execute();
  for (const { id, loadRequestedAt } of open) {
    await (loadRequestedAt === null ? enqueueReading(app, db, id) : enqueueLoading(app, db, id));
  }
}

/** The key of the job that an open registry waits for. */
const jobKey = sql<string>`case when load_requested_at is null then 'read' else 'load' end || '-registry:' || registries.id`;
