import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { contacts } from '#contract/registries/contacts.ts';
import { chats } from '#contract/settlements/chats.ts';
import type { complaints } from '#contract/settlements/complaints.ts';
import { COMPLAINT_KINDS, type ComplaintKind, complaintMachine } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS, type ContactKind, clockOf } from '#domain/parties/contact-law.ts';
import { formatDay } from '#domain/values/days.ts';
import { localTime } from '#domain/values/local-time.ts';
import { correctContact } from '#server/modules/contacts/correction.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith, stillWorks } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { stateful, transition } from '#server/platform/state/transition.ts';

const complaintState = stateful(complaintMachine, { table: 'complaints', column: 'status' });

/** What was complained of, and who has to hear of the decision. */
const complainedOf = async (tx: Tx, id: number) => {
  const row = await tx
    .selectFrom('complaints as k')
    .leftJoin('chatMessages as m', 'm.id', 'k.messageId')
    .leftJoin('chats as c', 'c.id', 'm.chatId')
    .leftJoin('contactRecords as r', 'r.id', 'k.contactId')
    .leftJoin('registryEntries as e', 'e.id', 'r.registryEntryId')
    .leftJoin('simpleRegistryEntries as s', 's.id', 'r.simpleEntryId')
    .select(['k.id', 'k.accountId', 'k.kind', 'k.contactId', 'k.contactStatus'])
    .select(['m.chatId', 'm.side', 'm.accountId as authorId', 'r.kind as contact', 'r.at'])
    .select(({ fn }) => fn.coalesce('e.contractNumber', 's.contractNumber').as('contractNumber'))
    .select(({ fn }) => fn.coalesce('e.tz', 's.tz').as('zone'))
    .select(({ fn }) => fn.coalesce('c.legalEntityId', 'r.legalEntityId').as('legalEntityId'))
    .where('k.id', '=', id)
    .executeTakeFirstOrThrow();
  const link = row.chatId === null ? pagePath('/dashboard/contacts') : pagePath('/chat-{$id}', { id: row.chatId });
  return { ...row, kind: row.kind as ComplaintKind, link };
};
type Complained = Awaited<ReturnType<typeof complainedOf>>;

/**
 * An operator decides: whoever has complained reads his answer, and a creditor hears of what was found against him. A call or a meeting that was
 * not counts no more, and one that was denied counts again.
 * @throws Refusal `move.illegal` of what was decided before, or is about himself
 */
export async function decideComplaint(
  ctx: Writing,
  id: number,
  { move, answer }: Input<typeof complaints.decide>['body'],
): Promise<void> {
  const { db, actor, now } = ctx;
  const complained = await complainedOf(db, id);
  if (complained.authorId === actor.accountId) {
    throw new Refusal('move.illegal', { detail: 'Пожаловались на вас: решить должен другой оператор' });
  }
  await transition(ctx, complaintState(id), move, { set: { answer, decidedBy: actor.accountId, decidedAt: now } });
  await settleNotifications(db, { table: 'complaints', id }, 'complaint');
  await tellComplainer(db, complained, { isUpheld: move === 'uphold', answer });
  if (move === 'dismiss') return;
  if (complained.kind === 'untrue' && complained.contactId !== null)
    await correctContact(ctx, complained.contactId, complained.contactStatus as 'held' | 'failed');
  await tellCreditor(db, complained);
}

async function tellComplainer(
  tx: Tx,
  { accountId, legalEntityId, link }: Complained,
  { isUpheld, answer }: { isUpheld: boolean; answer: string },
): Promise<void> {
  if (!(await stillWorks(tx, accountId, legalEntityId))) return;
  const title = isUpheld ? 'Ваша жалоба признана обоснованной' : 'Ваша жалоба не подтвердилась';
  await notify(tx, [accountId], { event: 'complaint', title, detail: answer, link });
}

/** Those of the creditor who talk to debtors; what his debtor has said to the operator they do not read. */
async function tellCreditor(tx: Tx, complained: Complained): Promise<void> {
  const { kind, side, legalEntityId, contactId, link } = complained;
  const isAgainstCreditor = contactId !== null || side === 'creditor';
  if (!isAgainstCreditor || legalEntityId === null) return;
  const people = await employeesWith(tx, legalEntityId, contactId === null ? chats.send : contacts.enter);
  await notify(
    tx,
    people.map(({ accountId }) => accountId),
    {
      event: 'complaint',
      title: `Жалоба на ${contactId === null ? 'ваше сообщение' : 'ваш контакт с заёмщиком'} признана обоснованной`,
      detail: [COMPLAINT_KINDS[kind], contactWords(complained)].filter(Boolean).join('. '),
      link,
    },
  );
}

/** «Звонок 05.03.2026, договор № К-1», by the debtor's clock; empty of a message, to which the link leads. */
function contactWords({ contact, at, zone, contractNumber }: Complained): string {
  if (contact === null || at === null) return '';
  const when = `${CONTACT_KINDS[contact as ContactKind]} ${formatDay(localTime(at, clockOf(zone)).day)}`;
  return contractNumber === null ? when : `${when}, договор № ${contractNumber}`;
}
