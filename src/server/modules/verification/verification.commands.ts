import { sql } from 'kysely';
import type * as z from 'zod';
import { type FieldErrors, messageOf, Refusal } from '#contract/kernel/errors.ts';
import type { Permitted } from '#contract/kernel/op.ts';
import type { verificationMove } from '#contract/parties/verification.ts';
import { type VerificationMove, type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import { alreadyProposed, proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import {
  type Notification,
  notify,
  settleNotifications,
} from '#server/modules/notifications/notifications.commands.ts';
import { type Confirmed, demandCode, sendCodeTo } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import type { ApprovalKind } from '#server/platform/approvals.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import { isActorOneOf } from '#server/platform/auth/same-person.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import { brokenConstraint } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { demandStart, type Subject, transition } from '#server/platform/state/transition.ts';
import { actingAccounts } from './accounts.queries.ts';
import { cardOf } from './card.queries.ts';
import { verificationState } from './stateful.ts';
import { wasVerified } from './verified-parties.queries.ts';

/** An object under verification: a person or a company, and the rights over it. */
export interface Verified {
  subject: Subject;
  /** Whether the actor is the person himself, or a head of the company himself. */
  isOwn: boolean;
  rights: Record<'verify' | 'return' | 'block' | 'unblock', Permitted>;
  /** What of its data an application needs and is not there, a message by the field. */
  missing(): Promise<FieldErrors>;
}

/** Which of these fields say nothing, each with its message. */
export const emptyOf = (
  values: Readonly<Record<string, unknown>>,
  fields: readonly string[] = Object.keys(values),
): FieldErrors =>
  Object.fromEntries(
    fields
      .filter((field) => values[field] === null || values[field] === '')
      .map((field) => [field, 'Поле должно быть заполнено']),
  );

/** @throws Refusal `input.invalid` at each field that says nothing */
export function demandFilled(missing: FieldErrors, detail?: string): void {
  if (Object.keys(missing).length > 0)
    throw new Refusal('input.invalid', { fields: missing, ...(detail !== undefined && { detail }) });
}

const now = sql<Date>`now()`;

/**
 * Puts the application into the queue and tells whoever may decide it. What must be filled in is the caller's question.
 * @param verify the right to decide it
 */
export async function applyForVerification(
  ctx: Writing,
  subject: Subject,
  { version, verify }: { version: number; verify: Permitted },
): Promise<void> {
  await transition(ctx, verificationState(subject), 'apply', {
    version,
    set: { pendingSince: now, remarks: jsonText([]) },
  });
  await settleNotifications(ctx.db, subject, 'verification.returned');
  await notifyVerifiers(ctx, subject, verify);
}

/** Those who verify learn that somebody waits, until one of them has decided. */
async function notifyVerifiers({ db }: Writing, { table, id }: Subject, verify: Permitted): Promise<void> {
  const who = table === 'individuals' ? 'Физлицо' : 'Компания';
  const about = { table, id };
  await settleNotifications(db, about, 'verification');
  const notification = {
    event: 'verification.waiting' as const,
    title: `${who} ждёт верификации`,
    link: cardOf({ table, id }),
    about,
    topic: 'verification' as const,
  };
  await notify(db, await operatorsWith(db, verify), notification);
}

/**
 * Whoever owns the data may change them unless they wait for a verifier or access is closed; an operator always may.
 * The object stays locked, so that its status holds until the change is written.
 * @throws Refusal `move.illegal`
 */
export async function demandOpenForm(ctx: Writing, subject: Subject): Promise<VerificationStatus> {
  const { status } = await ctx.db
    .selectFrom(subject.table)
    .select('verificationStatus as status')
    .where('id', '=', subject.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const closed = { pending: 'Анкета на проверке: сначала отзовите её', blocked: 'Запись заблокирована' };
  if (ctx.actor.kind !== 'operator' && (status === 'pending' || status === 'blocked')) {
    throw new Refusal('move.illegal', { detail: closed[status] });
  }
  return status;
}

/** The actor among those who have changed the data, whatever number of times he has. */
export const withEditor = ({ actor }: Writing) =>
  sql<
    number[]
  >`case when ${actor.accountId} = any(editors) then editors else editors || ${actor.accountId}::bigint end`;

/** A change of what was verified as its owner sends it, and the code that confirms this very change. */
export interface OwnersChange {
  code: string | undefined;
  form: object;
}

const confirmed = ({ table, id }: Subject, form: object): Confirmed => ({
  act: `verified data of ${table}`,
  of: id,
  content: form,
});

/** Sends the owner the code with which he changes what was verified, as he has changed it in this form. */
export const sendReopeningCode = (ctx: Writing, subject: Subject, form: object) =>
  sendCodeTo(ctx, 'verified_data', confirmed(subject, form), 'изменить проверенные данные так, как в форме');

/**
 * A verified object whose critical data somebody changes goes back into the queue, whoever he is. Its owner confirms that
 * by a code: whoever has found his session open does not become him. An operator is one of those who have edited it, so
 * a second one verifies it, and the owner is told.
 * @throws Refusal `code.needed` when the owner sent no code, `code.wrong`
 */
export async function reopen(
  ctx: Writing,
  subject: Subject,
  { change, version, verify }: { change: OwnersChange; version?: number; verify: Permitted },
): Promise<void> {
  const isOperator = ctx.actor.kind === 'operator';
  if (!isOperator) await demandOwnersCode(ctx, subject, change);
  await transition(ctx, verificationState(subject), 'reopen', { version, set: { pendingSince: now } });
  await notifyVerifiers(ctx, subject, verify);
  if (isOperator) {
    await notifyOwners(ctx, subject, {
      event: 'verification',
      title: 'Оператор изменил проверенные данные: они проверяются заново',
    });
  }
}

/**
 * A verified object of which somebody replaces or removes a paper goes back into the queue, whoever he is, and somebody else
 * looks at what is there now. It takes no code of the owner's: his data stay as they are, and nothing new is signed
 * meanwhile.
 */
export async function reopenByPaper(ctx: Writing, subject: Subject, verify: Permitted): Promise<void> {
  const set = { pendingSince: now, editors: withEditor(ctx) };
  await transition(ctx, verificationState(subject), 'reopen', { set });
  await notifyVerifiers(ctx, subject, verify);
  await notifyOwners(ctx, subject, {
    event: 'verification',
    title: 'Документ, по которому вас проверили, заменён или удалён: данные проверяются заново',
  });
}

/**
 * Whoever was verified once changes what was verified by a code for good: to withdraw an application, or to be unblocked, frees
 * nothing. Of somebody verified now the change reopens, which asks for the code itself.
 * @throws Refusal `code.needed`, `code.wrong`
 */
export async function demandCodeOfVerifiedOnce(ctx: Writing, subject: Subject, change: OwnersChange): Promise<void> {
  if (ctx.actor.kind === 'operator' || !(await wasVerified(ctx.db, subject))) return;
  await demandOwnersCode(ctx, subject, change);
}

async function demandOwnersCode(ctx: Writing, subject: Subject, { code, form }: OwnersChange): Promise<void> {
  if (code === undefined) throw new Refusal('code.needed');
  await demandCode(ctx, 'verified_data', confirmed(subject, form), code);
}

/** Whether a change touches one of the fields. What is sealed cannot be compared, so to send it is to change it. */
export const touchesFields = (
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): boolean => fields.some((field) => change[field] !== undefined && change[field] !== before[field]);

/** Whether the actor's rights reach to a move, whatever the status is. */
function reachableMoves(
  ctx: Ctx,
  { isOwn, rights }: Pick<Verified, 'isOwn' | 'rights'>,
): Record<VerificationMove, boolean> {
  return {
    apply: isOwn,
    approve: ctx.may(rights.verify),
    return: ctx.may(rights.return),
    withdraw: isOwn,
    // Nobody makes this move by hand: a change of critical data does.
    reopen: false,
    block: ctx.may(rights.block),
    unblock: ctx.may(rights.unblock),
  };
}

/** The moves of the machine that the actor may make now, as buttons: rights decide, the machine limits. */
export function verificationMovesFor(
  ctx: Ctx,
  status: VerificationStatus,
  verified: Pick<Verified, 'isOwn' | 'rights'>,
): VerificationMove[] {
  const open = reachableMoves(ctx, verified);
  return (Object.keys(open) as VerificationMove[]).filter(
    (move) => open[move] && verificationMachine.canMove(status, move),
  );
}

/** Why an open move is closed to this very actor now: the sentence that is at its button. */
export async function blockersFor(
  ctx: Ctx,
  editors: readonly number[],
  proposals: readonly { kind: string; endedWhy: string | null }[],
): Promise<Partial<Record<VerificationMove, string>>> {
  const proposed = (['block', 'unblock'] as const).filter((move) =>
    proposals.some(
      ({ kind, endedWhy }) => kind === (`verification.${move}` satisfies ApprovalKind) && endedWhy === null,
    ),
  );
  return {
    ...((await isActorOneOf(ctx, editors)) && { approve: messageOf('verification.own_edit') }),
    ...Object.fromEntries(proposed.map((move) => [move, alreadyProposed])),
  };
}

/**
 * Makes one move of verification by hand. Blocking and unblocking only propose: a second person decides.
 * @throws Refusal `access.denied` when the actor's rights do not reach to this move
 */
export async function makeMove(
  ctx: Writing,
  verified: Verified,
  { move, reason, remarks, version }: z.output<typeof verificationMove>,
): Promise<void> {
  const { subject } = verified;
  if (!reachableMoves(ctx, verified)[move]) throw new Refusal('access.denied');
  // Of a move that is refused nothing stays.
  if (move === 'approve' || move === 'return' || move === 'withdraw') {
    await settleNotifications(ctx.db, subject, 'verification');
  }
  switch (move) {
    case 'approve':
      await demandStart(ctx, verificationState(subject), 'approve', version);
      // The one who checks must not be one of those who typed the data in.
      if (await isActorOneOf(ctx, await editorsOf(ctx, subject))) throw new Refusal('verification.own_edit');
      await demandFreeInn(ctx, subject);
      // An operator may have emptied since what its owner has sent.
      demandFilled(await verified.missing(), 'Анкета заполнена не целиком: верните её с замечаниями');
      await refusingDuplicates(() =>
        transition(ctx, verificationState(subject), 'approve', {
          version,
          reason,
          set: { pendingSince: null, remarks: jsonText([]), editors: [] },
        }),
      );
      return notifyOwners(ctx, subject, { event: 'verification', title: 'Данные проверены и подтверждены' });
    case 'return':
      demandReason(reason, 10);
      await transition(ctx, verificationState(subject), 'return', {
        version,
        reason,
        remarks,
        set: { pendingSince: null, remarks: jsonText(remarks ?? []) },
      });
      return notifyOwners(ctx, subject, {
        event: 'verification',
        title: 'Анкета возвращена с замечаниями',
        detail: reason!,
        about: subject,
        topic: 'verification.returned',
      });
    case 'withdraw':
      return transition(ctx, verificationState(subject), 'withdraw', { version, set: { pendingSince: null } });
    case 'block':
    case 'unblock':
      demandReason(reason, 3);
      return propose(ctx, subject, move, { reason: reason!, version });
  }
}

/** Everybody who has changed the data since they were last verified. Whoever asks holds the object. */
async function editorsOf({ db }: Writing, { table, id }: Subject): Promise<readonly number[]> {
  const { editors } = await db.selectFrom(table).select('editors').where('id', '=', id).executeTakeFirstOrThrow();
  return editors;
}

const notifyOwners = async ({ db }: Writing, subject: Subject, notification: Notification): Promise<void> =>
  notify(db, await actingAccounts(db, subject), { ...notification, link: cardOf(subject) });

function demandReason(reason: string | undefined, least: number): void {
  if ((reason ?? '').length >= least) return;
  throw new Refusal('input.invalid', { fields: { reason: `Назовите причину: не меньше ${least} знаков` } });
}

/** Nobody decides in vain: the proposal is refused at once when the move itself would be. */
async function propose(
  ctx: Writing,
  subject: Subject,
  move: 'block' | 'unblock',
  { reason, version }: { reason: string; version: number },
): Promise<void> {
  await demandStart(ctx, verificationState(subject), move, version);
  await proposeApproval(ctx, `verification.${move}` satisfies ApprovalKind, subject, reason);
}

/**
 * An ИНН once verified stays its owner's: while he is looked at anew, whatever he has typed since, and while he is blocked. Whoever was
 * blocked before anybody had verified him does not come back under what he typed either: he is decided first. Of all others a typed ИНН
 * shuts nobody out.
 * @throws Refusal `verification.duplicate`
 */
async function demandFreeInn({ db }: Writing, { table, id }: Subject): Promise<void> {
  const { rows } = await sql<{ status: VerificationStatus }>`
    select other.verification_status as status
    from ${sql.table(table)} own join ${sql.table(table)} other on other.id <> own.id
      and (other.inn = own.inn or other.verified_inn = own.inn)
    where own.id = ${id} and other.deleted_at is null and own.inn = case other.verification_status
      when 'verified' then other.inn
      when 'blocked' then coalesce(other.verified_inn, other.inn)
      else other.verified_inn end`.execute(db);
  if (rows.length === 0) return;
  const detail = 'Под этим ИНН есть запись, которая заблокирована или проверяется заново: сначала решите о ней';
  throw new Refusal('verification.duplicate', rows.some(({ status }) => status === 'verified') ? {} : { detail });
}

/** The indexes that keep an ИНН to one verified holder. */
const innIndexes = ['individuals_inn', 'legal_entities_inn'];

/**
 * One ИНН is verified once. The database says so, which holds even when two are approved at the same moment.
 * @throws Refusal `verification.duplicate`
 */
export async function refusingDuplicates(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw innIndexes.includes(brokenConstraint(error) ?? '') ? new Refusal('verification.duplicate') : error;
  }
}
