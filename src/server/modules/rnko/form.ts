import type { Selectable } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { rnkoForms } from '#contract/parties/rnko.ts';
import {
  checkQuestionnaire,
  emptyQuestionnaire,
  type Questionnaire,
  type RnkoFormMove,
  type RnkoFormStatus,
  rnkoFormMachine,
} from '#domain/parties/rnko-form.ts';
import { maskName } from '#domain/values/masks.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { cardOf } from '#server/modules/verification/card.queries.ts';
import { holdsPermissionAt } from '#server/platform/auth/access.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { RnkoForms } from '#server/platform/database/schema.ts';
import { illegalIn, type TransitionOptions, transition } from '#server/platform/state/transition.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { formContext, newQuestion } from './identity-moves.ts';
import { companyOf, rnkoTab } from './owners.ts';
import { enqueueFormSending } from './partner-jobs.ts';
import { rnkoFormState } from './stateful.ts';

type Shown = Answer<typeof rnkoForms.get>;
type Row = Selectable<RnkoForms>;

const rowOf = (db: Db, legalEntityId: number): Promise<Row | undefined> =>
  db.selectFrom('rnkoForms').selectAll().where('legalEntityId', '=', legalEntityId).executeTakeFirst();

const formIn = (ctx: Ctx, row: Row | undefined): Questionnaire =>
  row ? ctx.app.secrets.open<Questionnaire>(formContext, row.formSealed) : emptyQuestionnaire;

/** The questionnaire of a company; before anything is filled in, an empty one of version 0. */
export async function findForm(ctx: Ctx, legalEntityId: number): Promise<Shown> {
  const row = await rowOf(ctx.db, legalEntityId);
  const form = formIn(ctx, row);
  const status = (row?.status ?? 'draft') as RnkoFormStatus;
  return {
    ...form,
    owners: form.owners.map((owner) => (seesOwners(ctx, legalEntityId) ? owner : hidden(owner))),
    missing: checkQuestionnaire(form),
    status,
    reason: row?.reason ?? null,
    remarks: [...(row?.remarks ?? [])],
    partnerSilent: row?.partnerSilent ?? false,
    sentAt: row?.sentAt ?? null,
    answeredAt: row?.answeredAt ?? null,
    moves: movesOf(ctx, legalEntityId, status),
    version: row?.version ?? 0,
  };
}

/** Who only looks needs no data of the owners. */
const seesOwners = ({ actor, may }: Ctx, legalEntityId: number): boolean =>
  actor?.kind === 'employee'
    ? holdsPermissionAt(rnkoForms.fill, actor, legalEntityId)
    : may(rnkoForms.startReview) || may(rnkoForms.send);

function hidden(owner: Questionnaire['owners'][number]): Shown['owners'][number] {
  const [lastName = '', firstName = '', middleName = null] = owner.name.split(' ');
  return { ...owner, name: maskName({ lastName, firstName, middleName }), birthDate: null };
}

/** The moves open to the viewer. */
function movesOf({ actor, may }: Ctx, legalEntityId: number, status: RnkoFormStatus): Shown['moves'] {
  if (actor?.kind === 'employee') {
    const isOpen = status === 'draft' || rnkoFormMachine.canMove(status, 'correct');
    return isOpen && holdsPermissionAt(rnkoForms.fill, actor, legalEntityId) ? ['fill'] : [];
  }
  const moves = ['startReview', 'reject', 'approve', 'send'] as const;
  return actor ? moves.filter((move) => rnkoFormMachine.canMove(status, move) && may(rnkoForms[move])) : [];
}

/**
 * Keeps what has been filled in, complete or not. What came back is being corrected from then on.
 * @throws Refusal `version.stale`, `move.illegal` while it is looked at
 */
export async function fillForm(
  ctx: Writing,
  legalEntityId: number,
  { version, ...form }: Input<typeof rnkoForms.fill>['body'],
): Promise<void> {
  const before = await rowOf(ctx.db, legalEntityId);
  await saveForm(ctx, legalEntityId, before, { version, formSealed: sealed(ctx, form) });
  const wasWhole = before?.status === 'draft' && isWhole(formIn(ctx, before));
  if (isWhole(form) && !wasWhole) await notifyReviewers(ctx.db, legalEntityId);
}

const sealed = ({ app }: Writing, form: Questionnaire): string => app.secrets.seal(formContext, form);
const isWhole = (form: Questionnaire): boolean => Object.keys(checkQuestionnaire(form)).length === 0;

async function saveForm(
  ctx: Writing,
  legalEntityId: number,
  before: Row | undefined,
  { version, formSealed }: { version: number; formSealed: string },
): Promise<void> {
  if (version === 0) return makeForm(ctx.db, legalEntityId, formSealed);
  if (!before) throw new Refusal('version.stale');
  const status = before.status as RnkoFormStatus;
  if (status === 'draft') return changeRow(ctx.db, 'rnkoForms', before.id, version, { formSealed });
  if (!rnkoFormMachine.canMove(status, 'correct')) throw illegalIn(rnkoFormMachine, status);
  await move(ctx, before.id, 'correct', { version, set: { formSealed } });
  await settleNotifications(ctx.db, { table: 'legalEntities', id: legalEntityId }, 'rnko.returned');
}

/** Those who look at questionnaires learn that one has been filled in to its end. */
const notifyReviewers = async (tx: Tx, legalEntityId: number): Promise<void> =>
  notify(tx, await operatorsWith(tx, rnkoForms.startReview), {
    event: 'rnko',
    title: 'Анкета для РНКО заполнена',
    link: cardOf(companyOf(legalEntityId), rnkoTab),
    about: { table: 'legalEntities', id: legalEntityId },
    topic: 'rnko.form',
  });

async function makeForm(tx: Tx, legalEntityId: number, formSealed: string): Promise<void> {
  const made = await tx
    .insertInto('rnkoForms')
    .values({ legalEntityId, formSealed })
    .onConflict((same) => same.column('legalEntityId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('version.stale');
}

const move = (ctx: Writing, id: number, name: RnkoFormMove, step: TransitionOptions<'rnkoForms'> = {}): Promise<void> =>
  transition(ctx, rnkoFormState(id), name, step);

/** An operator's move over a company's questionnaire; one that nobody has begun is still to be filled. @returns its id */
export async function judgeForm(
  ctx: Writing,
  legalEntityId: number,
  name: 'startReview' | 'approve' | 'reject' | 'send',
  step: TransitionOptions<'rnkoForms'> = {},
): Promise<number> {
  const row = await rowOf(ctx.db, legalEntityId);
  if (!row) throw new Refusal('move.illegal', { detail: 'Компания ещё не начала заполнять анкету' });
  if (name === 'startReview') demandComplete(formIn(ctx, row));
  await move(ctx, row.id, name, step);
  await settleNotifications(ctx.db, { table: 'legalEntities', id: legalEntityId }, 'rnko.form');
  return row.id;
}

/** @throws Refusal `rnko.incomplete` */
function demandComplete(form: Questionnaire): void {
  if (isWhole(form)) return;
  throw new Refusal('rnko.incomplete', { detail: 'Анкета заполнена не до конца' });
}

/** Sends the approved questionnaire: the partner hears of it from a job of this transaction. @throws Refusal `rnko.unavailable`, `move.illegal` */
export async function sendForm(ctx: Writing, legalEntityId: number): Promise<void> {
  if (!ctx.app.rnko) throw new Refusal('rnko.unavailable');
  const id = await judgeForm(ctx, legalEntityId, 'send', {
    set: {
      ...newQuestion(ctx.now),
      reason: null,
      remarks: jsonText([]),
    },
  });
  await enqueueFormSending(ctx.app, ctx.db, id);
}

/** Returns it with what is to be mended. @throws Refusal `object.absent`, `move.illegal` */
export async function rejectForm(
  ctx: Writing,
  { legalEntityId, reason, remarks = [] }: Input<typeof rnkoForms.reject>['body'],
): Promise<void> {
  const company = await ctx.db
    .selectFrom('legalEntities')
    .select('id')
    .where('id', '=', legalEntityId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!company) throw new Refusal('object.absent');
  await judgeForm(ctx, legalEntityId, 'reject', {
    reason,
    remarks,
    set: { reason, remarks: jsonText(remarks) },
  });
}
