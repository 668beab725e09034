import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { chats } from '#contract/settlements/chats.ts';
import { type Called, CHAT_KINDS, type ChatKind, operatorOf, sideOf } from '#domain/negotiation/chat/chat.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { contactNow } from './contact-rule.commands.ts';
import { readsOf } from './message-rows.ts';

type Reading = Ctx<Actor>;
type About = Pick<
  Answer<typeof chats.info>,
  'kind' | 'title' | 'about' | 'requestId' | 'settlementId' | 'individualId' | 'legalEntityId' | 'registryId'
>;

const company = sql<string | null>`(select short_name from legal_entities where id = c.legal_entity_id)`;
const person: RawBuilder<string | null> =
  sql`(select concat_ws(' ', last_name, first_name, middle_name) from individuals where id = c.individual_id)`;
const asker: RawBuilder<string | null> =
  sql`coalesce(${person}, (select concat_ws(' ', last_name, first_name, middle_name)
  from employees where account_id = c.account_id))`;

/** What a chat is about, and who the sides are. */
export const aboutColumns = [
  'c.id',
  'c.kind',
  'c.requestId',
  'c.settlementId',
  'c.individualId',
  'c.legalEntityId',
  'c.registryId',
  'c.lastNo',
  'c.lastChange',
  'c.lastSide',
  'c.lastAt',
  'c.calledAt',
  'c.callEndedAt',
  'c.joinedAt',
  'c.leftAt',
  company.as('company'),
  asker.as('asker'),
  sql<
    string | null
  >`coalesce((select number from settlements where id = c.settlement_id), (select number from requests where id = c.request_id),
    (select '№ ' || number from registries where id = c.registry_id))`.as('about'),
] as const;

interface AboutRow extends Omit<About, 'kind' | 'title'> {
  kind: string;
  company: string | null;
  asker: string | null;
}

/** A chat by its sides: each reads what the other is called, and operators both. */
export function aboutFor({ actor }: Pick<Reading, 'actor'>, row: AboutRow): About {
  const { requestId, settlementId, individualId, legalEntityId, registryId, about } = row;
  const kind = kindOf(row);
  return {
    kind,
    title: titleOf(actor, kind, row),
    about,
    requestId,
    settlementId,
    individualId,
    legalEntityId,
    registryId,
  };
}

const kindOf = ({ kind, settlementId }: { kind: string; settlementId: number | null }): ChatKind =>
  settlementId === null ? (kind as ChatKind) : 'settlement';

function titleOf(actor: Actor, kind: ChatKind, { company: creditor, asker: debtor }: AboutRow): string {
  if (kind === 'support') return actor.kind === 'operator' ? (debtor ?? CHAT_KINDS.support) : CHAT_KINDS.support;
  if (kind === 'registry') return actor.kind === 'operator' ? (creditor ?? '') : CHAT_KINDS.registry;
  if (actor.kind === 'individual') return creditor ?? '';
  return actor.kind === 'employee' ? (debtor ?? '') : `${debtor ?? ''} и ${creditor ?? ''}`;
}

/** A chat that has been looked at already, with what its reader may do. @throws Refusal `object.absent` */
export async function chatInfo(ctx: Reading, id: number): Promise<Answer<typeof chats.info>> {
  const row = await ctx.db.selectFrom('chats as c').select(aboutColumns).where('c.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { actor } = ctx;
  return {
    ...aboutFor(ctx, row),
    id,
    accountId: actor.accountId,
    side: sideOf(actor.kind),
    lastNo: row.lastNo,
    lastChange: row.lastChange,
    readNo: await ownReadNo(ctx.db, id, actor.accountId),
    reads: await readsOf(ctx.db, id),
    operator: operatorOf(row),
    contact: await contactNow(ctx, row),
    waiting: await waitingOf(ctx, id),
    moves: movesOf(ctx, row),
  };
}

/** What the reader has written that waits for its hour; null where nothing does. */
async function waitingOf(
  { db, actor }: Reading,
  chatId: number,
): Promise<{ text: string; sendAt: Date; why: string | null } | null> {
  const row = await db
    .selectFrom('waitingMessages')
    .select(['text', 'sendAt', 'why'])
    .where('chatId', '=', chatId)
    .where('accountId', '=', actor.accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** Up to which message somebody has read; 0 of none. */
export async function ownReadNo(db: Db, chatId: number, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('chatReads')
    .select('readNo')
    .where('chatId', '=', chatId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row?.readNo ?? 0;
}

type Moves = Answer<typeof chats.info>['moves'];

function movesOf(
  ctx: Reading,
  row: Called & { kind: string; legalEntityId: number | null; leftAt: Date | null },
): Moves {
  const moves: Moves = [];
  const at = { legalEntityId: row.legalEntityId };
  // Whose question to those who support it is asks for no company.
  const writes = row.kind === 'support' ? ctx.mayAnywhere(chats.send) : ctx.may(chats.send, at);
  if (writes && row.leftAt === null) moves.push('send');
  const isCallable = row.kind === 'request' && row.leftAt === null && operatorOf(row) === 'absent';
  if (isCallable && ctx.may(chats.call, at)) moves.push('call');
  return moves;
}
