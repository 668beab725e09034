import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { COMPLAINT_KINDS, type ComplaintKind, complaintKindsOf, mayComplainOf } from '#domain/parties/complaint.ts';
import type { ContactKind } from '#domain/parties/contact-law.ts';
import type { ContactState } from '#domain/parties/contact-record.ts';
import { openToOperators } from '#server/modules/chats/call.commands.ts';
import { lockChat } from '#server/modules/chats/chats.commands.ts';
import { holdContact } from '#server/modules/contacts/correction.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { hasChanged } from './changes.ts';
import { decidersOf } from './own-person.ts';

type Form = Input<typeof complaints.ofMessage>['body'];
type Thing = { messageId: number } | { contactId: number };
/** A contact with as what it stands now. */
type ThingNow = { messageId: number } | { contactId: number; contactStatus: string };

/**
 * A message of another side, which its reader complains of. Operators read the talk from then on, as where they are called; both sides see it.
 * @returns the complaint, the one of before where nothing has changed since it was decided
 * @throws Refusal `input.invalid`
 */
export async function complainOfMessage(
  ctx: Writing,
  { id: chatId, messageId }: { id: number; messageId: number },
  form: Form,
): Promise<number> {
  demandKind(form, complaintKindsOf('message', ctx.actor.kind === 'individual' ? 'individual' : 'creditor'));
  // Whoever writes, calls or complains holds the chat first.
  const chat = await lockChat(ctx.db, chatId);
  const { id, isNew } = await keepOnce(ctx, { messageId }, form);
  if (!isNew) return id;
  if (chat.kind === 'request') await openToOperators(ctx, chat, { byComplaint: true });
  await tellOperators(ctx, id, 'Жалоба на сообщение в разговоре', form.kind);
  return id;
}

/**
 * A contact of the journal, which its debtor complains of.
 * @returns the complaint, the one of before where nothing has changed since it was decided
 * @throws Refusal `input.invalid`, `move.illegal` of one that has not been
 */
export async function complainOfContact(ctx: Writing, contactId: number, form: Form): Promise<number> {
  // Whoever denies it, or tells of it otherwise, meanwhile waits, and finds the complaint.
  await holdContact(ctx.db, contactId);
  const found = await ctx.db
    .selectFrom('contactRecords')
    .select(['kind', 'status', 'at'])
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow();
  const kind = found.kind as ContactKind;
  const earlier = await complaintOf(ctx, { contactId });
  if (earlier !== undefined) return earlier;
  if (!mayComplainOf({ kind, status: found.status as ContactState, at: found.at }, ctx.now))
    throw new Refusal('move.illegal', { detail: 'Жалуются на то, что уже было' });
  demandKind(form, complaintKindsOf(kind, 'individual'));
  const { id, isNew } = await keepOnce(ctx, { contactId, contactStatus: found.status }, form);
  if (isNew) await tellOperators(ctx, id, 'Жалоба на запись журнала контактов', form.kind);
  return id;
}

function demandKind({ kind, words }: Form, kinds: readonly ComplaintKind[]): void {
  if (!kinds.includes(kind)) throw new Refusal('input.invalid', { fields: { kind: 'Выберите из списка' } });
  if (kind === 'other' && !words) throw new Refusal('input.invalid', { fields: { words: 'Напишите, что случилось' } });
}

/** His complaint of a thing that still says all there is to say of it: the one that waits, or the last one, while what it is of has not changed. */
async function complaintOf({ db, actor }: Writing, thing: Thing): Promise<number | undefined> {
  const [column, id] =
    'messageId' in thing ? (['k.messageId', thing.messageId] as const) : (['k.contactId', thing.contactId] as const);
  const last = await db
    .selectFrom('complaints as k')
    .leftJoin('chatMessages as m', 'm.id', 'k.messageId')
    .leftJoin('contactRecords as r', 'r.id', 'k.contactId')
    .select(['k.id', hasChanged.as('hasChanged')])
    .where('k.accountId', '=', actor.accountId)
    .where(column, '=', id)
    .orderBy('k.id', 'desc')
    .executeTakeFirst();
  return last && !last.hasChanged ? last.id : undefined;
}

/** One complaint of each person about a thing as it is; of two at once the second finds the first. */
async function keepOnce(ctx: Writing, thing: ThingNow, { kind, words }: Form): Promise<{ id: number; isNew: boolean }> {
  const earlier = await complaintOf(ctx, thing);
  if (earlier !== undefined) return { id: earlier, isNew: false };
  const made = await ctx.db
    .insertInto('complaints')
    .values({ ...thing, accountId: ctx.actor.accountId, kind, words: words ? words : null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, isNew: true };
  return { id: (await complaintOf(ctx, thing))!, isNew: false };
}

async function tellOperators(ctx: Writing, id: number, title: string, kind: ComplaintKind): Promise<void> {
  await notify(ctx.db, await decidersOf(ctx, id), {
    event: 'complaint',
    title,
    detail: COMPLAINT_KINDS[kind],
    link: pagePath('/complaints', { preview: id }),
    about: { table: 'complaints', id },
    topic: 'complaint',
  });
}
