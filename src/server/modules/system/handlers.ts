import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { mailbox, system } from '#contract/platform/system.ts';
import { newestSms } from '#server/modules/deliveries/sms-texts.queries.ts';
import { networkOf } from '#server/platform/auth/address.ts';
import { implement } from '#server/platform/ctx.ts';
import { renderLetter } from '#server/platform/jobs/letters.ts';

const mailboxSize = 50;
/** Whoever waits longer for a connection to the database has no use for this node, though he might get one in the end. */
const readyWithinMs = 2_000;

export const systemHandlers = implement(system, {
  health: async (ctx) => ({ status: 'ok' as const, time: ctx.now }),
  async readiness(ctx) {
    if (ctx.app.stopping.signal.aborted) throw new Refusal('server.busy');
    const seen = sql`select 1 from migrations limit 1`.execute(ctx.db).then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([seen, sleep(readyWithinMs, false, { ref: false })]))) throw new Refusal('server.busy');
    return { status: 'ready' as const };
  },
  async contentReport({ app, operation, actor, origin }) {
    app.securityEvents.note({
      kind: 'content_blocked',
      operation: operation.code,
      network: networkOf(origin.ip),
      accountId: actor?.accountId ?? null,
      login: null,
    });
  },
  about: async ({ app: { config, sms } }) => ({ demo: config.demo, mailbox: config.demo, sms: sms !== undefined }),
});

export const mailboxHandlers = implement(mailbox, {
  async list(ctx, { query }) {
    if (!ctx.app.config.demo) throw new Refusal('object.absent');
    let letters = ctx.db.selectFrom('letters').selectAll().orderBy('id', 'desc').limit(mailboxSize);
    if (query.to) letters = letters.where('recipient', '=', query.to.toLowerCase());
    const rows = await letters.execute();
    const items = rows.map((row) => ({
      channel: 'letter' as const,
      id: row.id,
      to: row.recipient,
      status: row.status,
      createdAt: row.createdAt,
      ...renderLetter(ctx.app, row),
    }));
    const messages = (await newestSms(ctx.app, mailboxSize))
      .filter(({ to }) => !query.to || to === query.to)
      .map((message) => ({ ...message, channel: 'sms' as const, subject: 'СМС' }));
    const newest = [...items, ...messages].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    return { items: newest.slice(0, mailboxSize) };
  },
});
