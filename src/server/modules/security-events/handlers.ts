import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { securityEvents } from '#contract/platform/security-events.ts';
import { type SecurityEventKind, securityEventKinds } from '#domain/settings/security-event.ts';
import { normalizeLogin } from '#domain/values/login.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { personName } from '#server/platform/person-name.ts';

/** So much of a mark tells logins apart on the screen. */
const shownOfMark = 10;

type ListFilter = Pick<Input<typeof securityEvents.list>['query'], 'q' | 'filter'>;

/** The events as searched and filtered. */
function filtered({ app, db }: Ctx, { q, filter = {} }: ListFilter) {
  let rows = db.selectFrom('securityEvents as e');
  if (filter.kind) rows = rows.where('e.kind', 'in', filter.kind);
  if (filter.network) rows = rows.where('e.network', '=', filter.network);
  if (filter.accountId) rows = rows.where('e.accountId', '=', filter.accountId);
  if (filter.operation) rows = rows.where('e.operation', '=', filter.operation);
  if (filter.from) rows = rows.where('e.minute', '>=', moscowMidnight(filter.from));
  if (filter.to) rows = rows.where('e.minute', '<', moscowMidnight(filter.to, 1));
  return q ? rows.where('e.loginMark', '=', app.securityEvents.markOf(normalizeLogin(q))) : rows;
}

const list = defineList({
  rows: filtered,
  columns: (rows) =>
    rows.select([
      'e.id',
      'e.lastAt as at',
      sql<SecurityEventKind>`e.kind`.as('kind'),
      'e.operation',
      'e.network',
      'e.accountId',
      personName('e.accountId').as('who'),
      sql<string | null>`left(e.login_mark, ${shownOfMark})`.as('login'),
      'e.times',
    ]),
  // The number of a row follows its time closely and has the primary key behind it.
  orders: { at: { columns: ['e.id'], direction: -1 } },
  shown: (row, { app }) => ({ ...row, about: app.appDefinition.titles.get(row.operation ?? '') ?? null }),
  states: { filter: 'kind', of: securityEventKinds, by: 'e.kind' },
});

export const securityEventHandlers = implement(securityEvents, {
  list: (ctx, { query }) => list.page(ctx, query),
  counts: (ctx, { query }) => list.counts(ctx, query),
});
