import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import type { registries } from '#contract/registries/registries.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { claimGrowth } from '#domain/negotiation/claim-growth.ts';
import { type LifeEffect, lifeTitle } from '#domain/parties/life-event.ts';
import { stoppingEvent } from '#domain/parties/life-table.ts';
import {
  type EntryStatus,
  openReasons,
  type RejectReason,
  registryEntryMachine,
} from '#domain/registries/registry-entry.ts';
import { maskPassport, maskPhone, maskSnils } from '#domain/values/masks.ts';
import { interestRightOf } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { contactFlagNow, lifeOfClaim } from '#server/modules/life-events/life-events.queries.ts';
import { forbiddingEventOf, lifeSpans } from '#server/modules/life-events/life-spans.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { debtorSees, personContext, type SealedPerson } from '../kinds.ts';
import { deedOf } from '../papers/assignment-deeds.queries.ts';
import { assignmentNoticeOf } from '../papers/assignment-notice.ts';
import { shownPaper } from '../papers/claim-papers.queries.ts';
import { enforcementOf, isProved } from '../papers/enforcement.queries.ts';
import { claimSettlement, type Held, hasSigned, isFree } from './claims.commands.ts';
import { seesDebtors, shownEmail } from './debtor-visibility.ts';
import { type Coded, claimStateColumns, claimStateOf, daysOverdue, entryRow, isStale, withColumns } from './entries.ts';
import { entryMovesOf, isCut, noticesOf, versionsOf } from './entry-history.ts';
import { type Growing, growingClaim, growingColumns } from './growing-claim.ts';

type Card = Answer<typeof registries.entry>;
type OwnCard = Answer<typeof claims.get>;

const answerColumns = ['e.decisionAt', 'e.rejectReason', 'e.answerBy'] as const;
const answerOf = <Row extends { rejectReason: string | null }>({ rejectReason }: Row) => ({
  rejectReason: rejectReason as RejectReason | null,
});

const contractColumns = [
  'e.issuedAmount',
  'e.rate as rateBps',
  'e.contractEnd',
  'e.maxPayments',
  'e.caseNo',
  'e.court',
  'e.basis',
  'e.cedentName',
  'e.cedentInn',
  'e.cessionRef',
  'e.cessionNotice',
] as const;

const restoredColumns = [
  'e.restoredTotal',
  'e.restoredOn',
  'e.explainedTotal',
  'e.explainedWhy',
  'e.explainedAt',
] as const;

interface Restored {
  restoredTotal: number | null;
  restoredOn: string | null;
  explainedTotal: number | null;
  explainedWhy: string | null;
  explainedAt: Date | null;
}

/** What the last terminated agreement has left of a claim, and what its creditor has explained since. */
const restoredOf = ({ restoredTotal, restoredOn, ...explained }: Restored) => {
  if (restoredTotal === null || restoredOn === null) return null;
  const { explainedTotal: total, explainedWhy: why, explainedAt: at } = explained;
  const isExplained = total !== null && why !== null && at !== null;
  return { total: restoredTotal, on: restoredOn, explained: isExplained ? { total, why, at } : null };
};

/** A claim as its creditor and the operators see it. @throws Refusal `object.absent` */
export async function entryCard(ctx: Ctx, id: number): Promise<Card> {
  const row = await withColumns(ctx.db.selectFrom('registryEntries as e'))
    .select([...contractColumns, ...claimStateColumns, ...restoredColumns])
    .select(['e.birthDate', 'e.email', 'e.tz', 'e.minAmount', 'e.externalId', 'e.comment'])
    .select(['e.personSealed', 'e.version', 'e.rejectComment', ...answerColumns])
    .select(claimSettlement(ctx.day).as('settlement'))
    .select(contactFlagNow('e.individualId', 'e.contactFlag').as('contactFlag'))
    .where('e.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { personSealed, ...plain } = row;
  const [enforcement, others, assignmentNotice, assignmentDeed, simpleEntry, versions, moments, notices] =
    await Promise.all([
      enforcementOf(ctx.db, id),
      othersOf(ctx, plain),
      assignmentNoticeOf(ctx.db, id),
      deedOf(ctx.db, id).then(shownPaper),
      simpleEntryOf(ctx, id),
      versionsOf(ctx.db, id, seesDebtors(ctx, plain.legalEntityId)),
      entryMovesOf(ctx, 'full', id),
      noticesOf(ctx, 'full', id),
    ]);
  return {
    ...plain,
    ...entryRow(ctx, plain),
    ...claimStateOf(ctx, plain),
    stale: isStale(ctx, plain),
    ...answerOf(plain),
    // Whether somebody is registered here is told to his creditor by the status alone.
    individualId: ctx.actor?.kind === 'employee' ? null : plain.individualId,
    ...shownPerson(ctx, plain, personSealed),
    basis: plain.basis as Card['basis'],
    contactFlag: plain.contactFlag as Card['contactFlag'],
    settlement: ctx.may(settlements.get, plain) ? plain.settlement : null,
    life: plain.individualId === null ? [] : await lifeOfClaim(ctx, plain.individualId, id),
    enforcement,
    restored: restoredOf(plain),
    others,
    assignmentNotice,
    assignmentDeed,
    simpleEntry,
    versions: versions.items,
    moments: moments.items,
    notices: notices.items,
    moreHistory: isCut(versions, moments, notices),
  };
}

/** Passport and СНИЛС are masked for everybody; the rest is full for those who see debtors. */
function shownPerson(ctx: Ctx, row: { legalEntityId: number; email: string | null }, sealed: string | null) {
  const person = openPerson(ctx, sealed);
  const open = seesDebtors(ctx, row.legalEntityId);
  const shown = (value: string | undefined, mask: (value: string) => string): string | null =>
    value === undefined ? null : open ? value : mask(value);
  return {
    email: shownEmail(ctx, row),
    phone2: shown(person.phone2, maskPhone),
    regAddress: shown(person.regAddress, () => '***'),
    passport: person.passportNumber ? maskPassport(person.passportSeries ?? '', person.passportNumber) : null,
    snils: person.snils ? maskSnils(person.snils) : null,
  };
}

export const openPerson = (ctx: Pick<Ctx, 'app'>, sealed: string | null): SealedPerson =>
  sealed === null ? {} : ctx.app.secrets.open<SealedPerson>(personContext, sealed);

interface Contract {
  legalEntityId: number;
  debtorInn: string;
  contractNumber: string;
  contractDate: string;
  contested: boolean;
}

/** Other creditors of the same contract. Their names are for operators and for the debtor; a creditor learns the fact. */
async function othersOf(ctx: Ctx, entry: Contract): Promise<Card['others']> {
  if (!entry.contested) return [];
  const { rows } = await sql<{ legalEntityId: number; creditor: string }>`
    select distinct e.legal_entity_id, le.short_name as creditor from registry_entries e
    join legal_entities le on le.id = e.legal_entity_id
    where e.debtor_inn = ${entry.debtorInn} and e.contract_number = ${entry.contractNumber}
      and e.contract_date = ${entry.contractDate} and e.withdrawn_at is null and e.legal_entity_id <> ${entry.legalEntityId}`.execute(
    ctx.db,
  );
  return ctx.actor?.kind === 'employee' ? rows.map(() => ({ legalEntityId: null, creditor: null })) : rows;
}

async function simpleEntryOf(ctx: Ctx, id: number): Promise<Card['simpleEntry']> {
  const row = await ctx.db
    .selectFrom('simpleRegistryEntries')
    .select(['id', 'registryId', 'rejectReason'])
    .where('fullEntryId', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, registryId: row.registryId, wasRejected: row.rejectReason !== null } : null;
}

/** The claims of one person that are still in force. */
const ownEntries = (ctx: Ctx, individualId: number) =>
  ctx.db
    .selectFrom('registryEntries as e')
    .where('e.individualId', '=', individualId)
    .where('e.withdrawnAt', 'is', null);

/** The columns of a claim for the debtor himself, who may call his creditor. */
const ownColumns = (rows: ReturnType<typeof ownEntries>, ctx: Ctx) =>
  withColumns(rows)
    .select([...claimStateColumns, ...answerColumns, 'e.noBailiffsAt', 'le.phone as creditorPhone'])
    .select(claimSettlement(ctx.day).as('settlement'));

type SelectedOwnEntry = Awaited<ReturnType<ReturnType<typeof ownColumns>['executeTakeFirstOrThrow']>>;
/** A claim as lists show it to the debtor himself. */
const ownRow = <Found extends SelectedOwnEntry>(ctx: Ctx, row: Found) => ({
  ...(row as Found & Coded),
  ...claimStateOf(ctx, row),
  ...answerOf(row),
  daysOverdue: daysOverdue(ctx, row),
  deniedAt: row.stage === 'enforcement' && row.judgedStage !== 'enforcement' ? row.noBailiffsAt : null,
});

export const ownList = defineList({
  rows(ctx: Ctx, { filter }: Pick<Input<typeof claims.list>['query'], 'filter'>, individualId: number) {
    const frozen = filter?.frozen;
    const rows = ownEntries(ctx, individualId);
    return frozen === undefined ? rows : rows.where('e.frozenAt', frozen ? 'is not' : 'is', null);
  },
  columns: ownColumns,
  orders: {
    createdAt: { columns: ['e.id'], direction: -1 },
    total: { columns: ['e.total', 'e.id'], direction: -1 },
  },
  shown: (row, ctx) => ownRow(ctx, row),
});

/** Whether the debt grows, with what stands still by what has happened to its debtor. */
async function growthOf(ctx: Ctx, individualId: number, row: Growing & { legalEntityId: number }): Promise<string[]> {
  const spans = await lifeSpans(ctx.db, { individualId });
  const why = (effect: LifeEffect) => {
    const span = stoppingEvent(spans, effect, ctx.day);
    return span && lifeTitle(span);
  };
  const claim = growingClaim(row, await interestRightOf(ctx.db, row.legalEntityId));
  return claimGrowth(claim, { interest: why('interest'), penalty: why('penalty') }, await ratesOf(ctx.db), ctx.day);
}

/** A claim as the debtor himself sees it, and operators who look at him. @throws Refusal `object.absent` */
export async function ownCard(ctx: Ctx, individualId: number, id: number): Promise<OwnCard> {
  const row = await ownColumns(ownEntries(ctx, individualId), ctx)
    .select([...contractColumns, ...restoredColumns])
    .select([...growingColumns, 'e.version', hasSigned.as('hasSigned')])
    .where('e.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const isHimself = ctx.actor?.individualId === individualId;
  const [stop, enforcement, others, assignmentNotice, assignmentDeed, versions, moments] = await Promise.all([
    forbiddingEventOf(ctx.db, { individualId }, 'acknowledge', ctx.day),
    enforcementOf(ctx.db, id),
    othersOf(ctx, row),
    assignmentNoticeOf(ctx.db, id),
    deedOf(ctx.db, id).then(shownPaper),
    versionsOf(ctx.db, id, isHimself || seesDebtors(ctx, row.legalEntityId)),
    entryMovesOf(ctx, 'full', id),
  ]);
  const mayReject = isHimself && isOpen(row, 'reject');
  const bailiffs =
    isHimself && enforcement?.stage === 'enforcement' && !isProved(enforcement) ? bailiffMove(enforcement) : [];
  return {
    ...ownRow(ctx, row),
    basis: row.basis as OwnCard['basis'],
    growth: row.settledAt === null ? await growthOf(ctx, individualId, row) : [],
    enforcement,
    restored: restoredOf(row),
    others,
    assignmentNotice,
    assignmentDeed,
    versions: versions.items.map((version) => ({
      ...version,
      changes: version.changes.filter(({ column }) => debtorSees(column)),
    })),
    moments: moments.items,
    moreHistory: isCut(versions, moments),
    moves: [...(mayReject ? ['reject' as const] : []), ...bailiffs],
    openReasons: mayReject ? openReasons({ hasSigned: row.hasSigned, isStopped: stop !== null }) : [],
  };
}

/** What its debtor may say of bailiffs that no writ proves: that there are none, or that he takes that back. */
const bailiffMove = ({ deniedAt }: { deniedAt: Date | null }): OwnCard['moves'] =>
  deniedAt === null ? ['denyBailiffs'] : ['recallDenial'];

/** What its debtor may answer to a claim: nothing once he bargains about it, or owes nothing of it. */
const isOpen = (row: Held & { status: string }, move: 'reject'): boolean =>
  isFree(row) && registryEntryMachine.canMove(row.status as EntryStatus, move);
