import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { contacts } from '#contract/registries/contacts.ts';
import { chats } from '#contract/settlements/chats.ts';
import type { complaints } from '#contract/settlements/complaints.ts';
import {
  COMPLAINT_KINDS,
  CONTACT_FINDINGS,
  type ComplaintKind,
  type ContactFinding,
  complaintMachine,
  findingsOf,
  tellsCreditor,
  wasHeld,
} from '#domain/parties/complaint.ts';
import { tellOfDecision } from '#server/modules/chats/call.commands.ts';
import { lockChat } from '#server/modules/chats/chats.commands.ts';
import { confirmContact, correctContact, holdContact } from '#server/modules/contacts/correction.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith, stillWorks } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { stateful, transition } from '#server/platform/state/transition.ts';
import { seenOf } from './changes.ts';
import { concernedColumns, demandOthers, legalEntityOf } from './own-person.ts';
import { linkTo, thingWords, withThing } from './thing.ts';

const complaintState = stateful(complaintMachine, { table: 'complaints', column: 'status' });

/** What was complained of, and who has to hear of the decision. */
async function complainedOf(tx: Tx, id: number) {
  const row = await withThing(tx)
    .select([...concernedColumns, 'k.contactStatus', 'm.side', seenOf.as('seen')])
    .select(legalEntityOf)
    .where('k.id', '=', id)
    .executeTakeFirstOrThrow();
  const stood = row.contactStatus as 'held' | 'failed' | null;
  return { ...row, kind: row.kind as ComplaintKind, stood, thing: thingWords(row), link: linkTo(row) };
}
/** What whoever reads a complaint now gives back with his decision. */
export const seenNow = async (tx: Tx, id: number): Promise<string> => (await complainedOf(tx, id)).seen;

type Decision = Input<typeof complaints.decide>['body'];
type Complained = Awaited<ReturnType<typeof complainedOf>>;

/**
 * An operator decides: whoever has complained reads his answer, the talk that it was decided, and a creditor what was found against him. A call or a
 * meeting that was not counts no more, and one that was denied counts again.
 * @throws Refusal `move.illegal` of what was decided before, or is about himself, `approval.own` of what is his own, `version.stale` where what it is of has
 *   changed since he has read it, `input.invalid` at `finding`
 */
export async function decideComplaint(
  ctx: Writing,
  id: number,
  { move, answer, seen, finding: found }: Decision,
): Promise<void> {
  const finding = found ?? null;
  const { db, actor, now } = ctx;
  const { contactId, chatId } = await withThing(db).where('k.id', '=', id).executeTakeFirstOrThrow();
  // As whoever writes, calls, complains or denies, he holds the chat or the contact first.
  if (contactId !== null) await holdContact(db, contactId);
  const chat = chatId === null ? null : await lockChat(db, chatId);
  const complained = await complainedOf(db, id);
  await demandOthers(ctx, complained);
  demandFinding(complained, move, finding);
  const decided = { answer, decidedBy: actor.accountId, decidedAt: now, finding };
  await transition(ctx, complaintState(id), move, { set: decided });
  if (complained.seen !== seen) throw new Refusal('version.stale');
  await settleNotifications(db, { table: 'complaints', id }, 'complaint');
  if (chat?.kind === 'request') await tellOfDecision(ctx, chat, { isLast: !(await isAwaited(db, chat.id)) });
  const isUpheld = move === 'uphold';
  await tellComplainer(db, complained, { isUpheld, answer });
  if (contactId !== null)
    await leaveContact(ctx, contactId, { ...complained, stood: complained.stood!, isUpheld, finding });
  if (isUpheld && tellsCreditor(complained)) await tellCreditor(db, complained, finding);
}

/** A contact stands as operators have said that it was; what they do not confirm changes nothing of it. */
async function leaveContact(ctx: Writing, id: number, decided: Parameters<typeof wasHeld>[0]): Promise<void> {
  const isHeld = wasHeld(decided);
  if (decided.isUpheld) await correctContact(ctx, id, isHeld === true);
  if (isHeld) await confirmContact(ctx, id);
}

/** Whether another complaint about a message of the chat waits. */
const isAwaited = async (tx: Tx, chatId: number): Promise<boolean> =>
  (await tx
    .selectFrom('complaints as k')
    .innerJoin('chatMessages as m', 'm.id', 'k.messageId')
    .select('k.id')
    .where('m.chatId', '=', chatId)
    .where('k.status', '=', 'open')
    .executeTakeFirst()) !== undefined;

/** @throws Refusal `input.invalid` where a choice is missing, or there is none */
function demandFinding({ kind, stood }: Complained, move: Decision['move'], finding: ContactFinding | null): void {
  const mayChoose = move === 'uphold' && findingsOf(kind, stood).length > 0;
  if (mayChoose === (finding !== null)) return;
  const problem = mayChoose ? 'Выберите, был ли контакт' : 'Здесь выбирать не из чего';
  throw new Refusal('input.invalid', { fields: { finding: problem } });
}

async function tellComplainer(
  tx: Tx,
  { id, accountId, legalEntityId, thing, link }: Complained,
  { isUpheld, answer }: { isUpheld: boolean; answer: string },
): Promise<void> {
  if (!(await stillWorks(tx, accountId, legalEntityId))) return;
  const title = `Ваша жалоба № ${id} ${isUpheld ? 'признана обоснованной' : 'не подтвердилась'}`;
  await notify(tx, [accountId], { event: 'complaint', title, detail: `${thing}. Ответ оператора: ${answer}`, link });
}

/** Those of the creditor who talk to debtors; what his debtor has said to the operator they do not read. */
async function tellCreditor(
  tx: Tx,
  { kind, stood, legalEntityId, contactId, thing, link }: Complained,
  finding: ContactFinding | null,
): Promise<void> {
  const found = finding
    ? `Что установил оператор: ${CONTACT_FINDINGS[finding]}`
    : stood === 'failed'
      ? COUNTS_AGAIN
      : null;
  const people = await employeesWith(tx, legalEntityId!, contactId === null ? chats.send : contacts.enter);
  await notify(
    tx,
    people.map(({ accountId }) => accountId),
    {
      event: 'complaint',
      title: `Жалоба на ${contactId === null ? 'ваше сообщение' : 'ваш контакт с заёмщиком'} признана обоснованной`,
      detail: [thing, COMPLAINT_KINDS[kind], found].filter((said) => said !== null).join('. '),
      link,
    },
  );
}
const COUNTS_AGAIN = 'Контакт был и снова считается';
