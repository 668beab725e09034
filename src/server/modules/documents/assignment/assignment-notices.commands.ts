import { type Insertable, type RawBuilder, sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import type { RequisitesFacts } from '#domain/documents/agreement-facts.ts';
import { ASSIGNMENT_NOTICE_TEMPLATE, type AssignmentNoticeFacts } from '#domain/documents/assignment-notice.ts';
import { debtOfClaim } from '#domain/settlements/debt-structure.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import { type Notification, notifyEach } from '#server/modules/notifications/notifications.commands.ts';
import { accountNamed } from '#server/modules/payment-details/payment-details.queries.ts';
import { planClaimLetters } from '#server/modules/registries/invitations/claim-letters.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { expectMany } from '#server/platform/database/lookup.ts';
import type { Notices } from '#server/platform/database/schema.ts';
import type { Publisher } from '#server/platform/events.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { issue } from '../issue.ts';
import { factsContext } from '../make.ts';
import { companyFacts, notStated } from '../sides.ts';
import {
  accountsToTell,
  byDebtor,
  changedNotices,
  companiesToTellOf,
  markNotice,
  outdatedNotices,
  toldAccounts,
  type UntoldClaim,
  unmarkedNotices,
  untoldClaims,
} from './assignment-notices.queries.ts';

export const assignmentsJob = 'tell-assignments';
/** Instead of the mark of an account where a notice could name none: the first account is told of anew. */
const noAccount = 'none';
/** Said of a deed whose number the registry does not tell. */
const noNumber = 'без номера';

/** Looking through all claims of a large company takes a second; this is the end of patience. */
const longestMs = 60_000;
/** So many claims are told of in one transaction, a fraction of a second. */
const portion = 200;

/** One job issues the notices of a company. */
const jobKey = (legalEntityId: RawBuilder<number>) => sql<string>`'assignments:' || ${legalEntityId}`;

/** Adds the job that tells the debtors of a company whose claims it has acquired. */
export const enqueueAssignments = (
  { app, db }: Pick<Publisher, 'db'> & { app: App },
  { legalEntityId }: { legalEntityId: number },
): Promise<void> => app.jobs.add(db, assignmentsJob, { legalEntityId }, { key: `assignments:${legalEntityId}` });

/**
 * Claims from before there were notices, those that another version of the program has loaded, and of companies verified since; and
 * notices of a deed or an account that such a version has changed. What another node does already stays his.
 */
export async function seekAssignments(app: App): Promise<void> {
  const { db } = app.database;
  const companies = new Set(await companiesToTellOf(db, jobKey));
  for (const { legalEntityId, marks } of await toldAccounts(db, jobKey)) {
    const mark = accountMark(app, await accountNamed({ app, db }, legalEntityId));
    if (mark !== null && marks.some((told) => told !== mark)) companies.add(legalEntityId);
  }
  for (const legalEntityId of companies) {
    await inSystemTransaction(app.database.db, 'documents.assignment', (db) =>
      enqueueAssignments({ app, db }, { legalEntityId }),
    );
  }
}

/**
 * Issues the notice of its assignment for each claim of a company that has found its debtor, once, and revokes those of claims
 * that are withdrawn or somebody else's. Of a corrected deed, or of another account, a new one is issued. It goes in portions that are
 * each whole: a job that died is run again.
 */
export async function issueAssignmentNotices(app: App, { legalEntityId }: { legalEntityId: number }): Promise<void> {
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inSystemTransaction(app.database.db, 'documents.assignment', async (tx) => {
      // Of two jobs of one company the second sees what the first has issued.
      // The limit holds from the next statement on, so that the waiting is a statement of its own.
      await expectMany(tx, longestMs);
      await sql`select pg_advisory_xact_lock(hashtextextended('assignments', ${legalEntityId}))`.execute(tx);
      return work(tx);
    });
  while (await within((tx) => markOlder(app, tx, legalEntityId)));
  await within((tx) => revokeOutdated(app, tx, legalEntityId));
  let from: number | null = 0;
  while (from !== null) from = await within((tx) => issuePortion(app, tx, { legalEntityId, from: from ?? 0 }));
}

/**
 * Notices from before 0117 bear no mark of what they told: it is read from their facts, so that of a corrected deed or another account
 * they are told anew as all others are. @returns whether there may be more
 */
async function markOlder(app: App, tx: Tx, legalEntityId: number): Promise<boolean> {
  const notices = await unmarkedNotices(tx, legalEntityId, portion);
  for (const { id, factsSealed } of notices) {
    const { former, deed, requisites } = app.secrets.open<AssignmentNoticeFacts>(factsContext, factsSealed);
    await markNotice(tx, id, {
      deed: [toldOr(former.name, notStated), toldOr(former.inn, notStated), toldOr(deed, noNumber)],
      accountMark: accountMark(app, requisites) ?? noAccount,
    });
  }
  return notices.length === portion;
}

/** What a registry has told; null where a notice says in its place that it has not. */
const toldOr = (words: string, placeholder: string): string | null => (words === placeholder ? null : words);

async function revokeOutdated(app: App, tx: Tx, legalEntityId: number): Promise<void> {
  const account = accountMark(app, await accountNamed({ app, db: tx }, legalEntityId));
  await sql`update issued_documents set status = 'revoked'
    where id = any(array(${outdatedNotices(sql`d.legal_entity_id = ${legalEntityId}`)}))
      or id = any(array(${changedNotices(legalEntityId, account)}))`.execute(tx);
}

const accountMark = ({ secrets }: App, requisites: RequisitesFacts | null): string | null =>
  requisites && secrets.mark('notices.account', Object.values(requisites).join('|'));

/**
 * Tells of some claims, those of one debtor by one letter.
 * @param next whose claims, and from which debtor on: those with lower ids have been told
 * @returns the debtor to go on from; null when all are told
 */
async function issuePortion(app: App, tx: Tx, next: { legalEntityId: number; from: number }): Promise<number | null> {
  const { legalEntityId } = next;
  const company = await tx
    .selectFrom('legalEntities')
    .select(['fullName as creditorName', 'shortName', 'inn', 'ogrn', 'legalAddress', 'phone as creditorPhone'])
    .select('verificationStatus')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  // What a company under verification says of itself and of its account is not told in its name.
  if (company.verificationStatus !== 'verified') return null;
  const claims = await byDebtor(tx, () => untoldClaims(tx, { ...next, most: portion }));
  if (claims.length === 0) return null;
  const now = new Date();
  const common: Pick<AssignmentNoticeFacts, 'issuedAt' | 'creditor' | 'requisites'> = {
    issuedAt: now,
    creditor: companyFacts(company),
    requisites: await accountNamed({ app, db: tx }, legalEntityId),
  };
  const letters = await planClaimLetters(
    tx,
    claims.map(({ id }) => id),
    now,
  );
  const notices: Insertable<Notices>[] = [];
  for (const claim of claims) {
    const facts: AssignmentNoticeFacts = { ...common, ...claimFacts(claim) };
    const { id: registryEntryId, individualId } = claim;
    const subject = { registryEntryId, individualId, legalEntityId, number: facts.number };
    const documentId = await issue({ app, db: tx }, subject, ASSIGNMENT_NOTICE_TEMPLATE, facts);
    notices.push({
      documentId,
      contactId: letters.get(individualId) ?? null,
      deedMark: claim.deedMark,
      accountMark: accountMark(app, common.requisites) ?? noAccount,
    });
  }
  await tx.insertInto('notices').values(notices).execute();
  await notifyDebtors(tx, claims, { legalEntityId, creditor: company.shortName });
  return claims.length < portion ? null : claims.at(-1)!.individualId;
}

/** The bell tells of it too: without a consent to letters it is the only thing that leads him to the notice. */
async function notifyDebtors(
  tx: Tx,
  claims: readonly UntoldClaim[],
  of: { legalEntityId: number; creditor: string },
): Promise<void> {
  const ids = claims.map(({ id }) => id);
  const accounts = await accountsToTell(tx, ids);
  const told = claims.flatMap((claim) => {
    const accountId = accounts.get(claim.id);
    return accountId === undefined ? [] : [{ accountId, ...bellOf(claim, of) }];
  });
  await notifyEach(tx, told);
}

/** Of another account, or a corrected deed, nothing has passed to anybody. To whom he pays, and when he need not, the notice tells. */
function bellOf(
  { id, registryId, contractNumber, toldBefore }: UntoldClaim,
  { legalEntityId, creditor }: { legalEntityId: number; creditor: string },
): Notification {
  const words = toldBefore
    ? {
        title: `Новое уведомление об уступке взамен прежнего: договор № ${contractNumber}, ${creditor}`,
        detail: 'Кредитор тот же: в уведомлении другой счёт или другие сведения об уступке. Оно на странице долга',
      }
    : {
        title: `Ваш долг по договору № ${contractNumber} перешёл к другому кредитору: ${creditor}`,
        detail:
          'Кто теперь кредитор и как проверить это до оплаты, сказано в уведомлении об уступке: оно на странице долга',
      };
  return {
    event: 'claim.changed',
    creditorId: legalEntityId,
    ...words,
    link: pagePath('/registry-entry-{$key}', { key: [legalEntityId, registryId, id] }),
  };
}

/** «Ц-1234/1»: the number of the claim, and which of its notices it is. */
const claimFacts = (claim: UntoldClaim): Omit<AssignmentNoticeFacts, 'issuedAt' | 'creditor' | 'requisites'> => ({
  number: `Ц-${claim.id}/${claim.issuedBefore + 1}`,
  former: { name: claim.cedentName ?? notStated, inn: claim.cedentInn ?? notStated },
  deed: claim.cessionRef ?? noNumber,
  debtor: { fullName: fullName(claim) },
  contract: { number: claim.contractNumber, date: toDay(claim.contractDate) },
  parts: debtOfClaim((column) => claim[column]),
  debtAsOf: claim.asOf as Day,
  earlierOn: claim.cessionNotice as Day | null,
});
