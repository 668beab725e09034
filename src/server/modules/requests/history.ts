import type { Answer } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import type { RequestMove } from '#domain/negotiation/request.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { firstOf } from '#server/platform/list/first-of.ts';
import { personName } from '#server/platform/person-name.ts';

/** A request makes a handful of moves; one that has made more is cut here. */
const most = 200;

/** What was done, in the past tense: the labels of the machine are those of buttons. */
const made: Record<RequestMove, string> = {
  complete: 'Всё заполнено, начат поиск кредитора',
  match: 'Передана кредитору',
  invite: 'Кредитор приглашён на площадку',
  confirm: 'Долг подтверждён, открыты торги',
  decline: 'Отклонена кредитором',
  timeOut: 'Кредитор не ответил в срок',
  withdraw: 'Закрыта до торгов',
  followAccept: 'Соглашение заключено',
  followReopen: 'Торги возобновлены',
  followPayOff: 'Оплата получена',
  followReturn: 'Оплата возвращена',
  followClose: 'Урегулирование закрыто',
  searchAgain: 'Торги прекращены, поиск продолжается',
};

/** How the sides are called to each other: the names of people at work are told to operators only. */
const sides: Readonly<Record<string, string>> = {
  individual: 'Заёмщик',
  employee: 'Кредитор',
  operator: 'Оператор',
};

/** What has happened to a request, the newest first. */
export async function requestHistory(ctx: Ctx, id: number): Promise<Answer<typeof requests.history>> {
  const { createdAt } = await ctx.db
    .selectFrom('requests')
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const moves = await ctx.db
    .selectFrom('statusHistory as h')
    .leftJoin('accounts as a', 'a.id', 'h.accountId')
    .select(['h.id', 'h.at', 'h.move', 'h.reason', 'a.kind', personName('h.accountId').as('name')])
    .where('h.objectType', '=', 'requests')
    .where('h.objectId', '=', id)
    .orderBy('h.id', 'desc')
    .limit(most + 1)
    .execute();
  const isOperator = ctx.actor?.kind === 'operator';
  const { items, more } = firstOf(moves, most);
  const entries = items.map(({ id: move, at, move: name, reason, kind, name: person }) => ({
    id: `m${move}`,
    at,
    who: (isOperator ? person : kind && sides[kind]) ?? 'Система',
    what: made[name as RequestMove],
    reason,
    changes: [],
  }));
  // Whoever's registry has named the debt, the request itself is made by the debtor alone.
  const first = {
    id: 'created',
    at: createdAt,
    who: 'Заёмщик',
    what: 'Создана',
    reason: null,
    changes: [],
  };
  return { items: more ? entries : [...entries, first], more };
}
