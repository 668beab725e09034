import { randomUUID } from 'node:crypto';
import type { Resource } from '#contract/kernel/access.ts';
import type { Input } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { restOf } from '#domain/settlements/addendum.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { kopecks } from '#domain/values/money.ts';
import { askForStatement } from '../modules/certificates/requests.commands.ts';
import { currentDocuments, insertConsents } from '../modules/consents/consents.commands.ts';
import { followLetter, markRead } from '../modules/documents/notices/notices.commands.ts';
import { beginPayment } from '../modules/payments/pay.ts';
import { takeAnswer } from '../modules/payments/settle.ts';
import { sendDebtorLetter } from '../modules/registries/invitations/debtor-letters.commands.ts';
import { createByEntry } from '../modules/requests/by-entry.ts';
import { lockRequest } from '../modules/requests/moves.ts';
import { confirmClaim } from '../modules/requests/negotiate.ts';
import { proposeSchedule } from '../modules/settlements/agreement/addendum.ts';
import { bringToMorning } from '../modules/settlements/agreement/sub-jobs.ts';
import { endForBreach, fulfilByHand } from '../modules/settlements/ending-handlers.ts';
import { judgeFeedback, rateSettlement } from '../modules/settlements/endings/feedback.ts';
import { lockSettlement } from '../modules/settlements/money/money.commands.ts';
import { stopBargaining } from '../modules/settlements/negotiation/accept.ts';
import { settleDeadlines } from '../modules/settlements/negotiation/deadlines.commands.ts';
import { lockNegotiation, rejectOffer } from '../modules/settlements/negotiation/negotiation.ts';
import { sendSigningCode } from '../modules/settlements/negotiation/signing.ts';
import { draftAgreement } from '../modules/settlements/terms/reading.queries.ts';
import { acceptOffer, makeOffer } from '../modules/settlements/terms/terms.ts';
import type { App } from '../platform/app.ts';
import { startSession } from '../platform/auth/sessions.ts';
import type { Actor, Ctx, Writing } from '../platform/ctx.ts';
import type { Tx } from '../platform/database/db.ts';
import { makeCtx } from '../platform/http/perform.ts';
import { renderLetter } from '../platform/jobs/letters.ts';

type PlanForm = Input<typeof settlements.offerByDebtor>['body']['plan'];

const dayMs = 86_400_000;
/** So long after one act of a day the next one follows. */
const pauseMs = 7 * 60_000;
const browsers = {
  phone:
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
};

/** The people of the demonstration at work: each acts through the code that serves a real request. */
export class DemoScenario {
  readonly #app: App;
  readonly #tx: Tx;
  readonly #setMoment: (at: Date) => Promise<void>;
  readonly #actors = new Map<string, Promise<Actor>>();
  readonly #now = Date.now();
  #moment = new Date(this.#now);

  constructor(app: App, tx: Tx, setMoment: (at: Date) => Promise<void>) {
    this.#app = app;
    this.#tx = tx;
    this.#setMoment = setMoment;
  }

  get today(): Day {
    return moscowDay(new Date(this.#now));
  }

  /** What follows happens so many days ago, one act after another, and is over an hour before now at the latest. */
  async on(daysAgo: number): Promise<void> {
    this.#moment = new Date(this.#now - daysAgo * dayMs - 3_600_000 * 2);
    await this.#setMoment(this.#moment);
  }

  /** The context of one act of somebody. The clock goes on a little with each. */
  async by(email: string): Promise<Writing> {
    this.#moment = new Date(this.#moment.getTime() + pauseMs);
    await this.#setMoment(this.#moment);
    const known = this.#actors.get(email) ?? this.#enter(email);
    this.#actors.set(email, known);
    return this.#ctxOf(await known);
  }

  /** The clock at this moment of the story: it acts for nobody. */
  get clock(): { app: App; db: Tx; now: Date } {
    return { app: this.#app, db: this.#tx, now: this.#moment };
  }

  /** A code as somebody reads it in the letter that brings it; the letter has been sent then. */
  async codeFrom(ctx: Writing, send: () => Promise<unknown>): Promise<string> {
    await send();
    const letter = await ctx.db
      .selectFrom('letters')
      .select(['id', 'template', 'contentsSealed'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await ctx.db
      .updateTable('letters')
      .set({ status: 'sent', attempts: 1, sendingAt: ctx.now, sentAt: ctx.now })
      .where('id', '=', letter.id)
      .execute();
    const [, code] = /: (\d{6})$/m.exec(renderLetter(this.#app, letter).text) ?? [];
    if (code === undefined) throw new Error('The letter brings no code');
    return code;
  }

  /** Signs somebody in, and has him agree to what everybody agrees to. */
  async #enter(email: string): Promise<Actor> {
    const { id, kind } = await this.#tx
      .selectFrom('accounts')
      .select(['id', 'kind'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const ctx = this.#ctxOf(null, kind === 'individual' ? 'phone' : 'desk');
    if (kind !== 'operator') {
      const documents = await currentDocuments(this.#tx, kind as 'individual' | 'employee');
      const required = documents.filter((document) => document.required).map((document) => document.id);
      await insertConsents(ctx, this.#tx, id, required);
    }
    const actor = await this.#app.sessions.find(await startSession(ctx, id), { tx: this.#tx });
    if (!actor) throw new Error('Somebody of the demonstration cannot sign in');
    return actor;
  }

  #ctxOf<Who extends Actor | null>(actor: Who, browser: keyof typeof browsers = 'desk'): Ctx<Who, Tx> {
    const userAgent = browsers[actor?.kind === 'individual' ? 'phone' : browser];
    const origin = { requestId: randomUUID(), ip: '127.0.0.1', userAgent, device: null, session: null, login: null };
    const noted = { scopeApplied: new Set<Resource>(), read: new Set<string>() };
    const context = { operation: settlements.get, actor, origin, params: {}, ...noted };
    const now = this.#moment;
    return { ...makeCtx(this.#app, context), db: this.#tx, actor, now, day: moscowDay(now) };
  }
}

/** A settlement of the demonstration between two people who can sign in. */
export class Settlement {
  readonly #stage: DemoScenario;
  readonly #people: Record<Side, string>;
  readonly id: number;
  readonly requestId: number;
  /** The debt and what of it may be forgiven; kopecks. */
  readonly debt: number;
  readonly #forgivable: number;

  private constructor(
    scenario: DemoScenario,
    people: Record<Side, string>,
    of: { id: number; requestId: number; debt: number; forgivable: number },
  ) {
    this.#stage = scenario;
    this.#people = people;
    this.id = of.id;
    this.requestId = of.requestId;
    this.debt = of.debt;
    this.#forgivable = of.forgivable;
  }

  /** The debtor asks about his newest free claim of that creditor, who begins to bargain. */
  static async open(scenario: DemoScenario, debtor: string, creditor: string, comment?: string): Promise<Settlement> {
    const requestId = await ask(scenario, debtor, creditor, comment);
    const ctx = await scenario.by(creditor);
    const { version } = await ctx.db
      .selectFrom('requests')
      .select('version')
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow();
    await confirmClaim(ctx, await lockRequest(ctx.db, requestId), { named: undefined, version });
    const row = await ctx.db
      .selectFrom('settlements as s')
      .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
      .select(['s.id', 's.debtTotal', 'e.courtCost'])
      .where('s.requestId', '=', requestId)
      .executeTakeFirstOrThrow();
    const of = { id: row.id, requestId, debt: row.debtTotal, forgivable: row.debtTotal - row.courtCost };
    return new Settlement(scenario, { individual: debtor, creditor }, of);
  }

  /** The debt after a discount of at least so many percent, in whole roubles. */
  less(percent: number): number {
    return this.debt - Math.ceil((this.#forgivable * percent) / 10_000) * 100;
  }

  /** The creditor has gone to court about the debt, or bailiffs collect it by a writ. */
  async goesTo(stage: 'court' | 'enforcement', caseNo: string, court: string): Promise<void> {
    const { db } = this.#stage.clock;
    await db
      .updateTable('registryEntries')
      .set({ stage, caseNo, court })
      .where('id', '=', (eb) => eb.selectFrom('settlements').select('registryEntryId').where('id', '=', this.id))
      .execute();
  }

  async offers(side: Side, plan: PlanForm, comment?: string): Promise<void> {
    const ctx = await this.#by(side);
    const { sha256: textHash } = await draftAgreement(ctx, this.id, side, { plan });
    await makeOffer(ctx, this.id, side, { plan, comment, textHash, code: await this.#code(ctx, textHash) });
  }

  /** Proposes another schedule for all that is left. */
  async reschedules(side: Side, plan: Omit<PlanForm, 'amount'>, comment?: string): Promise<void> {
    const ctx = await this.#by(side);
    const settlement = await lockSettlement(ctx.db, this.id);
    const { principal } = restOf(settlement.rows, ctx.day, settlement.interest);
    const whole = { ...plan, amount: principal };
    const { sha256: textHash } = await draftAgreement(ctx, this.id, side, { plan: whole });
    await proposeSchedule(ctx, this.id, side, {
      plan: whole,
      comment,
      textHash,
      code: await this.#code(ctx, textHash),
    });
  }

  async accepts(side: Side): Promise<void> {
    const ctx = await this.#by(side);
    const { offer } = await lockNegotiation(ctx, this.id, ctx.now);
    if (!offer) throw new Error('There is nothing to accept');
    const { termsHash } = offer;
    await acceptOffer(ctx, this.id, side, { termsHash, code: await this.#code(ctx, termsHash) });
  }

  async rejects(side: Side, reason: string): Promise<void> {
    const ctx = await this.#by(side);
    await rejectOffer(ctx, await lockNegotiation(ctx, this.id, ctx.now), side, reason);
  }

  async stops(side: Side, reason: string): Promise<void> {
    const ctx = await this.#by(side);
    await stopBargaining(ctx, await lockNegotiation(ctx, this.id, ctx.now), side, reason);
  }

  /** The debtor pays the oldest row that is not paid yet, or all at once, and the partner says that the money has come. */
  async pays(what: 'next' | 'all'): Promise<void> {
    const ctx = await this.#by('individual');
    const open = (await lockSettlement(ctx.db, this.id)).rows.filter((row) => row.amount > row.paid);
    const wanted = what === 'all' ? open : open.slice(0, 1);
    const amount = kopecks(wanted.reduce((sum, row) => sum + row.amount - row.paid, 0));
    const id = await beginPayment(ctx, this.id, { amount, channel: 'sbp' });
    const { feeAmount, partnerKey: key } = await ctx.db
      .selectFrom('payments')
      .select(['feeAmount', 'partnerKey'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const partnerAnswer = { id: randomUUID(), key, amount: kopecks(amount + feeAmount), payUrl: null, reason: null };
    await takeAnswer(ctx.db, id, { ...partnerAnswer, status: 'succeeded', succeededAt: ctx.now });
  }

  /** Somebody of the creditor confirms that all is paid. */
  async isFulfilledBy(employee: string): Promise<void> {
    const ctx = await this.#stage.by(employee);
    await fulfilByHand(ctx, this.id);
  }

  /** The debtor asks for a statement of what he owes today. */
  async asksForStatement(): Promise<void> {
    const ctx = await this.#by('individual');
    await askForStatement(ctx, this.id, ctx.day);
  }

  async rates(rating: number, text: string): Promise<void> {
    await rateSettlement(await this.#by('individual'), this.id, { rating, text });
  }

  async isPublishedBy(operator: string): Promise<void> {
    await judgeFeedback(await this.#stage.by(operator), this.id, { move: 'publish' });
  }

  /** Letters that have been planned for the debtor go out, and the mail server takes them. */
  async isWritten(): Promise<void> {
    const { app, db, now } = this.#stage.clock;
    const planned = await db
      .selectFrom('entryNotices')
      .select('id')
      .where('settlementId', '=', this.id)
      .where('status', '=', 'planned')
      .execute();
    for (const { id } of planned) {
      const sent = await sendDebtorLetter(app, db, id, now);
      await db.updateTable('entryNotices').set(sent).where('id', '=', id).execute();
      if (sent.letterId === undefined) continue;
      await db
        .updateTable('letters')
        .set({ status: 'sent', attempts: 1, sendingAt: now, sentAt: now })
        .where('id', '=', sent.letterId)
        .execute();
    }
    for (const { id } of await this.#notices(db)) await followLetter({ app, db, actor: null }, id);
  }

  /** The debtor opens every notice. */
  async readsNotices(): Promise<void> {
    const ctx = await this.#by('individual');
    for (const { documentId } of await this.#notices(ctx.db)) await markRead(ctx.db, documentId, ctx.now);
  }

  #notices(tx: Tx): Promise<{ id: number; documentId: number }[]> {
    return tx.selectFrom('notices').select(['id', 'documentId']).where('settlementId', '=', this.id).execute();
  }

  /** The creditor ends an agreement whose time to cure is over. */
  async isEndedBy(head: string, reason: string): Promise<void> {
    const ctx = await this.#stage.by(head);
    await endForBreach(ctx, this.id, reason);
  }

  /** The clock looks at the settlement, and the close of the day before brings it to this one. */
  async passes(): Promise<void> {
    const { app, db, now } = this.#stage.clock;
    await settleDeadlines(db, this.id, now);
    await bringToMorning(app, db, this.id, now);
  }

  #by(side: Side): Promise<Writing> {
    return this.#stage.by(this.#people[side]);
  }

  async #code(ctx: Writing, textHash: string): Promise<string> {
    const negotiation = await lockNegotiation(ctx, this.id, ctx.now);
    const side = ctx.actor.kind === 'individual' ? 'individual' : 'creditor';
    return this.#stage.codeFrom(ctx, () => sendSigningCode(ctx, negotiation, side, textHash));
  }
}

/** The debtor asks about his newest free claim of the creditor for whom somebody works, overdue by then. @returns the request's id */
export async function ask(scenario: DemoScenario, debtor: string, creditor: string, comment?: string): Promise<number> {
  const ctx = await scenario.by(debtor);
  const id = ctx.actor.individualId!;
  const claim = await ctx.db
    .selectFrom('registryEntries as e')
    .innerJoin('memberships as m', 'm.legalEntityId', 'e.legalEntityId')
    .innerJoin('employees as p', 'p.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'p.accountId')
    .select(['e.id as entryId', 'e.registryId as regId', 'e.legalEntityId as leId', 'e.asOf'])
    .where('a.email', '=', creditor)
    .where('e.individualId', '=', id)
    .where('e.withdrawnAt', 'is', null)
    .where('e.frozenAt', 'is', null)
    .where('e.overdueFrom', '<', ctx.day)
    .orderBy('e.id', 'desc')
    .executeTakeFirstOrThrow();
  // What is agreed about on a day is the debt of that day, however late its registry was loaded.
  if (claim.asOf > ctx.day) {
    await ctx.db.updateTable('registryEntries').set({ asOf: ctx.day }).where('id', '=', claim.entryId).execute();
  }
  const { entryId, regId, leId } = claim;
  const options = {
    debtReason: 'income_drop' as const,
    limitationShown: true,
    ...(comment !== undefined && { comment }),
  };
  return createByEntry(ctx, { id, leId, regId, entryId }, options);
}
