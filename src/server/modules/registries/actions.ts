import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { formatPassport, formatSnils } from '#domain/values/requisites.ts';
import type { Actor, Ctx, FileAnswer, Writing } from '#server/platform/ctx.ts';
import { demandServed } from '#server/platform/files/virus/scanned.ts';
import { auditReading, auditReveal } from '#server/platform/state/write.ts';
import { replacedBy } from './compare.ts';
import type { Replacement } from './entries/absent.ts';
import { openPerson } from './entries/entry-cards.ts';
import { planInvitations, previewInvitations } from './invitations/invitations.ts';
import { entryTables, objectTypes } from './kinds.ts';
import { messagesPage, readMessages } from './message-list.ts';
import { dryRowsPage, problemsPage } from './reading/dry-rows.ts';
import { correctCell, mapHeadings, requestLoad, withdrawRegistry } from './reading/dry-run.ts';
import { addRegistry } from './reading/upload.ts';
import { withdrawEntry } from './reading/withdrawing.commands.ts';
import { registryCard, registryList } from './registry-cards.ts';
import { errorWorkbook, templateFile } from './workbooks.ts';

type Reading = Ctx<Actor>;
type Of<Key extends keyof typeof registries> = Input<(typeof registries)[Key]>;

/** A page of a list, as `defineList` gives it. */
interface EntryList<Query, Parent, Page> {
  page: (ctx: Reading, query: Query, parent: Parent) => Promise<Page>;
}

/** How the entries of a kind are read: their columns differ, the operations do not. */
interface EntryReads<Query, AbsentQuery, Entries, Card> {
  list: EntryList<Query, { registryId: number }, Entries>;
  absent: EntryList<AbsentQuery, Replacement, Entries>;
  card: (ctx: Reading, id: number) => Promise<Card>;
}

/** What both kinds of registries answer in the same way; each module of handlers takes its own set. */
export const actionsOf = <Query, AbsentQuery, Entries, Card>(
  kind: RegistryKind,
  entries: EntryReads<Query, AbsentQuery, Entries, Card>,
) => ({
  entries: (ctx: Reading, { params, query }: Pick<Of<'entries'>, 'params'> & { query: Query }) =>
    entries.list.page(ctx, query, { registryId: params.r }),
  absent: async (ctx: Reading, { params, query }: Pick<Of<'absent'>, 'params'> & { query: AbsentQuery }) =>
    entries.absent.page(ctx, query, await replacedBy(ctx.db, params.r, kind)),
  entry: (ctx: Reading, { params }: Pick<Of<'entry'>, 'params'>) => entries.card(ctx, params.e),
  withdrawEntry: async (ctx: Writing, { params, body }: Of<'withdrawEntry'>) => {
    await withdrawEntry(ctx, kind, params.e, body);
    return entries.card(ctx, params.e);
  },
  upload: async (ctx: Writing, { params, body, file }: Of<'upload'>) =>
    registryCard(ctx, await addRegistry(ctx, kind, params.id, { file, form: body })),
  list: (ctx: Reading, { params, query }: Of<'list'>) =>
    registryList.page(ctx, query, { kind, legalEntityId: params.id }),
  withMessages: (ctx: Reading, { params, query }: Of<'withMessages'>) =>
    registryList.page(ctx, query, { kind, legalEntityId: params.id, isUnread: true }),
  get: (ctx: Reading, { params }: Of<'get'>) => registryCard(ctx, params.r),
  download: (ctx: Reading, { params }: Of<'download'>) => downloadFile(ctx, params.r),
  importErrors: (ctx: Reading, { params, query }: Of<'importErrors'>) => problemsPage(ctx, params.r, query),
  errorWorkbook: async (ctx: Reading, { params }: Of<'errorWorkbook'>) => {
    await auditDownload(ctx, params.r, 'rows with errors');
    return errorWorkbook(ctx, kind, params.r);
  },
  rows: (ctx: Reading, { params, query }: Of<'rows'>) =>
    dryRowsPage(ctx, { kind, registryId: params.r, legalEntityId: params.id }, query),
  correct: async (ctx: Writing, { params, body }: Of<'correct'>) => {
    await correctCell(ctx, params.r, body);
    return registryCard(ctx, params.r);
  },
  map: async (ctx: Writing, { params, body }: Of<'map'>) => {
    await mapHeadings(ctx, params.r, body);
    return registryCard(ctx, params.r);
  },
  load: async (ctx: Writing, { params, body }: Of<'load'>) => {
    await requestLoad(ctx, params.r, body);
    return registryCard(ctx, params.r);
  },
  withdraw: async (ctx: Writing, { params, body }: Of<'withdraw'>) => {
    await withdrawRegistry(ctx, params.r, body);
    return registryCard(ctx, params.r);
  },
  invite: (ctx: Writing, { params }: Of<'invite'>) => planInvitations(ctx, params.r),
  invitationPreview: (ctx: Reading, { params }: Of<'invitationPreview'>) => previewInvitations(ctx, params.r),
  messages: (ctx: Reading, { params, query }: Of<'messages'>) => messagesPage(ctx, params.r, query),
  readMessages: (ctx: Writing, { params }: Of<'readMessages'>) => readMessages(ctx, params.r),
  reveal: (ctx: Writing, { params, body }: Of<'reveal'>) => revealDebtor(ctx, kind, params.e, body),
  template: () => templateFile(kind),
});

/** The file as it came in. It is full of personal data, so the audit learns who takes it. */
async function downloadFile(ctx: Reading, registryId: number): Promise<FileAnswer> {
  const file = await ctx.db
    .selectFrom('registries as r')
    .innerJoin('storedFiles as f', 'f.id', 'r.fileId')
    .select(['f.key', 'f.name', 'f.scan'])
    .where('r.id', '=', registryId)
    .executeTakeFirstOrThrow();
  demandServed(file.scan);
  await auditDownload(ctx, registryId, 'file');
  return { name: file.name, stream: ctx.app.files.read(file.key) };
}

const auditDownload = (ctx: Reading, objectId: number, what: string): Promise<void> =>
  auditReading(ctx, ctx.db, { objectType: 'registries', objectId, after: { downloaded: what }, reason: null });

/** What is masked of a debtor, in full: the fields that were asked for, with their reason in the audit. */
async function revealDebtor(ctx: Writing, kind: RegistryKind, id: number, { fields, reason }: Of<'reveal'>['body']) {
  const sealed = kind === 'full' ? sql`person_sealed` : sql`null::text`;
  const { rows } = await sql<{ debtorInn: string; phone: string; email: string | null; personSealed: string | null }>`
    select debtor_inn, phone, email, ${sealed} as person_sealed from ${sql.table(entryTables[kind])} where id = ${id}`.execute(
    ctx.db,
  );
  const { personSealed, ...plain } = rows[0]!;
  const { phone2, regAddress, snils, passportSeries, passportNumber } = openPerson(ctx, personSealed);
  const full: Record<string, string | null | undefined> = {
    ...plain,
    phone2,
    regAddress,
    snils: snils && formatSnils(snils),
    passport: passportNumber && formatPassport(passportSeries ?? '', passportNumber),
  };
  const table = objectTypes[kind];
  await auditReveal(ctx, ctx.db, table, id, fields, reason);
  return Object.fromEntries(fields.map((field) => [field, full[field] ?? null]));
}
