import { moscowDay } from '#domain/values/days.ts';
import { askAboutUnanswered } from '#server/modules/payments/unanswered.acts.ts';
import { dueErasures, keepErasure } from '#server/modules/personal-data/erasures.acts.ts';
import { keepRetention } from '#server/modules/personal-data/retention.acts.ts';
import { reconcileYesterday } from '#server/modules/reconciliation/nightly.acts.ts';
import { dueInvitations, sendInvitation } from '#server/modules/registries/invitations/invitations.acts.ts';
import { dueRequests, requestDeadline } from '#server/modules/requests/deadlines.acts.ts';
import { askRnkoAgain, dueIdentities, expireIdentity } from '#server/modules/rnko/unanswered.acts.ts';
import { dueAgreements, keepAgreement } from '#server/modules/settlements/agreement/running-deadlines.acts.ts';
import { dueSettlements, settleDeadlines } from '#server/modules/settlements/negotiation/deadlines.acts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { every, type Recurring } from '#server/platform/jobs/every.ts';
import { describeError } from '#server/platform/log/log.ts';
import type { SystemOperation } from '#server/platform/state/system-operations.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

/** How often the clock is looked at; whoever opens a deal sees its true state at any moment. */
const intervalMs = 60_000;

/**
 * Does what time has come for, each deal in a transaction of its own: one that fails is told in the log and stops no
 * other. What is due stands in the rows, so nothing is lost when no node looks for a while, and two nodes that look at
 * once find it done under the lock of the row.
 * @param now the moment to judge by
 */
export async function keepDeadlines(app: App, now: Date = new Date()): Promise<void> {
  const { db } = app.database;
  await askAboutUnanswered(app);
  await askRnkoAgain(app);
  await reconcileYesterday(app, now);
  await eachAlone(app, 'settlements.deadline', await dueSettlements(db), (tx, id) => settleDeadlines(tx, id, now));
  const today = moscowDay(now);
  await eachAlone(app, 'rnko.expiry', await dueIdentities(db, today), (tx, id) => expireIdentity(tx, id, today));
  const erasures = await dueErasures(db, today);
  await eachAlone(app, 'personal-data.erasure', erasures, (tx, id) => keepErasure(app, tx, id, today));
  await keepRetention(app, today);
  const running = await dueAgreements(db, now);
  await eachAlone(app, 'settlements.day', running, (tx, id) => keepAgreement(app, tx, id, now));
  const invitations = await dueInvitations(db, now);
  await eachAlone(app, 'registries.invitation', invitations, (tx, id) => sendInvitation(app, tx, id, now));
  await eachAlone(app, 'requests.deadline', await dueRequests(db, now), (tx, id) => requestDeadline(tx, id, now));
}

async function eachAlone(
  app: App,
  operation: SystemOperation,
  ids: readonly number[],
  work: (tx: Tx, id: number) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await inSystemTransaction(app.database.db, operation, (tx) => work(tx, id));
    } catch (error) {
      app.log.error({ operation, id, error: describeError(error) }, 'deadline not kept');
    }
  }
}

/** Keeps deadlines every minute until it is stopped. */
export const startDeadlines = (app: App): Recurring =>
  every(intervalMs, app.log, 'deadlines', () => keepDeadlines(app));
