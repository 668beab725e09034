import { sql } from 'kysely';
import { PartnerRefused, PartnerSilent, PartnerUnreached } from '#server/partners/errors.ts';
import type { App } from '#server/platform/app.ts';
import { type Interval, startInterval } from '#server/platform/jobs/interval.ts';
import { describeError } from '#server/platform/log/log.ts';
import { claim } from './claim.ts';
import { lawAgainst } from './law.ts';
import { sendDueLetters } from './letters.commands.ts';
import { type ClaimedDelivery, dropped, type Outcome, type Sender } from './outcome.ts';
import { dueFor, isWanted, recipientsOf } from './recipients.queries.ts';
import { type SentChannel, senders } from './senders.ts';

/** A code is waited for, so due deliveries are looked for this often. */
const lookMs = 2_000;
/** No service is spoken to for longer, so a delivery that was begun before has been left by a process that died. */
const leftSeconds = 120;
const maxAttempts = 12;
/** After the first silence; twice as long after each further one, up to an hour. */
const firstWaitSeconds = 10;
const longestWaitSeconds = 3_600;
/** So many of a channel are spoken of at the same time. */
const lanesOf = 3;
/** So many by each in one look, so that what is due there later is looked for anew. */
const portion = 100;
const sentChannels = Object.keys(senders) as SentChannel[];

/** Sends what is due, again and again. */
export const startDelivering = (app: App): Interval =>
  startInterval(lookMs, app.log, 'deliveries', () => deliverDue(app));

/** Sends what is due and nobody has seen in the cabinet meanwhile. */
export async function deliverDue(app: App): Promise<void> {
  if (!(await isAnythingDue(app))) return;
  await takeUpLeft(app);
  await dropSeen(app);
  const lanes = sentChannels.flatMap((channel) => Array.from({ length: lanesOf }, () => deliverBy(app, channel)));
  const outcomes = await Promise.allSettled([sendDueLetters(app), ...lanes]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** One delivery of a channel after another, beside the other channels: a service that is silent holds nobody else up. */
async function deliverBy(app: App, channel: SentChannel): Promise<void> {
  for (let count = 0; count < portion && !app.stopping.signal.aborted; count++) {
    const delivery = await claim(app, channel);
    if (!delivery) return;
    const outcome = (await obstacleTo(app, channel, delivery)) ?? (await attempt(app, channel, delivery));
    await record(app, delivery, outcome);
  }
}

/** A look that finds nothing writes nothing, or the pages of the log would be read anew after each. */
async function isAnythingDue({ database: { db } }: App): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`select
    exists (select from deliveries where status = 'waiting' and due_at <= now())
    or exists (select from deliveries where status = 'sending' and sending_at < now() - make_interval(secs => ${leftSeconds}))
    as is_due`.execute(db);
  return rows[0]!.isDue;
}

/** Of a run that has died nobody knows what it reached: it is asked for again where that is harmless. */
async function takeUpLeft({ database: { db } }: App): Promise<void> {
  for (const channel of sentChannels) {
    await db
      .updateTable('deliveries')
      .set({ status: senders[channel].unseen, problem: 'interrupted' })
      .where('channel', '=', channel)
      .where('status', '=', 'sending')
      .where('sendingAt', '<', sql<Date>`now() - make_interval(secs => ${leftSeconds})`)
      .execute();
  }
}

/** What has been read in the cabinet, or decided by somebody else, is no news any more. */
async function dropSeen({ database: { db } }: App): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'dropped', problem: 'seen' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries as d')
        .innerJoin('notifications as n', 'n.id', 'd.notificationId')
        .select('d.id')
        .where('d.status', '=', 'waiting')
        .where('d.dueAt', '<=', sql<Date>`now()`)
        .where((seen) => seen.or([seen('n.readAt', 'is not', null), seen('n.decidedAt', 'is not', null)]))
        // Two nodes that look at once do not wait for one another.
        .forUpdate('d')
        .skipLocked(),
    )
    .execute();
}

/** What has changed since it was planned: who is there no more, what he does not want any more, the hour, the law. A code waits for nothing. */
async function obstacleTo(app: App, channel: SentChannel, delivery: ClaimedDelivery): Promise<Outcome | undefined> {
  const { accountId, event } = delivery;
  if (event === null) return undefined;
  const { db } = app.database;
  const [recipient] = await recipientsOf(db, [accountId], [event]);
  if (!recipient?.[channel]) return dropped('no address');
  if (!isWanted(recipient, event, channel)) return dropped('not wanted');
  const now = new Date();
  const dueAt = dueFor(recipient, event, now);
  if (dueAt > now) return { status: 'waiting', problem: 'hours', dueAt };
  return lawAgainst(app, { ...delivery, event, zone: recipient.zone }, now);
}

async function attempt(app: App, channel: SentChannel, delivery: ClaimedDelivery): Promise<Outcome> {
  const sender: Sender = senders[channel];
  try {
    return await sender.send(app, delivery);
  } catch (error) {
    if (error instanceof PartnerRefused) return { status: 'failed', problem: 'refused' };
    if (!(error instanceof PartnerSilent)) {
      app.log.error({ deliveryId: delivery.id, error: describeError(error) }, 'a delivery cannot be made');
      return { status: 'failed', problem: 'unreadable' };
    }
    const isUnreached = error instanceof PartnerUnreached;
    if (delivery.attempts >= maxAttempts) return { status: isUnreached ? 'failed' : 'unknown', problem: 'silent' };
    return { status: isUnreached ? 'waiting' : sender.unseen, problem: 'silent' };
  }
}

/** A run that was only thought dead still says the truth: its success replaces what was thought of it. */
async function record(app: App, { id, attempts }: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const isGood = 'providerId' in outcome;
  if (!isGood)
    app.log.info({ deliveryId: id, status: outcome.status, problem: outcome.problem }, 'a delivery was not made');
  await app.database.db
    .updateTable('deliveries')
    .set(isGood ? { ...outcome, ...madeNow(outcome.status) } : { ...outcome, ...laterIf(outcome, attempts) })
    .where('id', '=', id)
    .where('status', 'in', isGood ? ['sending', 'waiting', 'unknown'] : ['sending'])
    // What has been begun anew meanwhile is not over because an earlier run has failed.
    .$if(!isGood, (row) => row.where('attempts', '=', attempts))
    .execute();
}

const now = sql<Date>`now()`;

const madeNow = (status: string) => ({
  problem: null,
  sentAt: now,
  ...(status === 'delivered' && { deliveredAt: now }),
});

/** What is tried again waits twice as long each time. */
function laterIf(outcome: Outcome, attempts: number) {
  if ('dueAt' in outcome) return { attempts: attempts - 1 };
  return (
    outcome.status === 'waiting' && {
      dueAt: sql<Date>`now() + make_interval(secs => ${Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds)})`,
    }
  );
}
