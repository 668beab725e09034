import { sql } from 'kysely';
import { CANCEL_AFTER_MINUTES } from '#domain/money/payment.ts';
import { withPartnerErrors } from '#server/partners/partner-errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import type { PartnerBinding, PaymentPartner } from '#server/platform/ports/payments.ts';
import type { Deadline } from '#server/platform/state/deadlines.ts';
import { transition } from '#server/platform/state/transition.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { enqueueBinding } from '../jobs.ts';
import { autopaymentState, lockAutopayment } from './autopayment-state.ts';
import { release } from './release-binding.ts';
import { turnOff } from './switching.commands.ts';
import { andWhatNow, noMoreTaken, tellPayer } from './tell-payer.ts';

interface About {
  autopaymentId: number;
}

const refusedByPartner = 'Партнёр отказал в привязке';
const unbound = 'Банк или партнёр снял привязку';
const ofNobody = 'Привязку не подтвердили вовремя';

/**
 * Binds with the partner under our key, so that said twice it is still one; asks what has become of it; takes back what is off.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function askBinding(app: App, { autopaymentId: id }: About): Promise<void> {
  const { db } = app.database;
  const row = await db
    .selectFrom('autopayments as a')
    .innerJoin('settlements as s', 's.id', 'a.settlementId')
    .select([
      'a.id',
      'a.status',
      'a.partnerKey',
      'a.partnerId',
      'a.channel',
      'a.settlementId',
      'a.createdAt',
      's.number',
    ])
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row || !app.payments) return;
  const partner = app.payments;
  if (row.status !== 'created' && row.status !== 'on') return release(app, partner, row);
  const refused = () =>
    inSystemTransaction(db, 'autopayments.answer', (tx) => failBinding(app, tx, id, refusedByPartner));
  try {
    await withPartnerErrors(app, { table: 'autopayments', id, refused }, async () => {
      const partnerAnswer = await answerOf(app, partner, row);
      await inSystemTransaction(db, 'autopayments.answer', (tx) => takeBinding(app, tx, id, partnerAnswer));
    });
  } catch (error) {
    // What he says of it may be readable to nobody: after a day it fails by our own clock, and is taken back. Silence alone may end sooner.
    if (row.status === 'created' && isGivenUp(row))
      await inSystemTransaction(db, 'autopayments.answer', (tx) => failBinding(app, tx, id, ofNobody));
    throw error;
  }
}

const DAY_MS = 24 * 3_600_000;

interface Bound {
  id: number;
  status: string;
  partnerKey: string;
  partnerId: string | null;
  channel: string;
  settlementId: number;
  number: string;
  createdAt: Date;
}

/** Nobody binds a card so long after he has begun to. */
const isOld = ({ createdAt }: Pick<Bound, 'createdAt'>): boolean =>
  Date.now() - createdAt.getTime() > CANCEL_AFTER_MINUTES * 60_000;

const isGivenUp = ({ createdAt }: Pick<Bound, 'createdAt'>): boolean => Date.now() - createdAt.getTime() > DAY_MS;

async function answerOf(app: App, partner: PaymentPartner, row: Bound): Promise<PartnerBinding | null> {
  const known = await partner.findBinding(row.partnerKey);
  if (known) return known.status === 'created' && isOld(row) ? partner.unbind(row.partnerKey) : known;
  if (row.status !== 'created' || isOld(row)) return null;
  return partner.bind({
    key: row.partnerKey,
    channel: row.channel === 'sbp' ? 'sbp' : 'card',
    purpose: `Автоплатёж по соглашению ${row.number}`,
    returnUrl: pageUrl(app, '/settlement-{$id}', { id: row.settlementId }),
  });
}

/**
 * Takes the partner's answer about a binding; told twice or late it changes nothing more. Null is that he does not know it: of what is on it
 * is not believed, as what stands before him may say so.
 */
async function takeBinding(app: App, tx: Tx, id: number, partnerAnswer: PartnerBinding | null): Promise<void> {
  const { settlement, status } = await lockAutopayment(tx, id);
  const isEnded = partnerAnswer?.status === 'failed' || partnerAnswer?.status === 'revoked';
  if (status === 'created' && (isEnded || partnerAnswer === null))
    return failBinding(app, tx, id, partnerAnswer?.reason ?? ofNobody);
  if (status === 'on' && isEnded) {
    await turnOff({ app, db: tx, actor: null }, id, unbound);
    return tellPayer({ app, db: tx }, settlement, {
      title: 'Автоплатёж выключился',
      detail: `${unbound}. ${await noMoreTaken(tx, settlement, 'платите на странице соглашения или включите автоплатёж заново')}`,
    });
  }
  if (status !== 'created' || partnerAnswer === null) return;
  const heard = { partnerId: partnerAnswer.id, askedAt: sql<Date>`now()`, partnerSilent: false };
  if (partnerAnswer.status === 'created') {
    const { bindUrl } = partnerAnswer;
    await tx
      .updateTable('autopayments')
      .set({ ...heard, bindUrl })
      .where('id', '=', id)
      .execute();
    return;
  }
  const bound = { mask: partnerAnswer.mask, boundAt: sql<Date>`now()`, bindUrl: null };
  await transition({ db: tx, actor: null }, autopaymentState(id), 'bind', { set: { ...heard, ...bound } });
  await tellPayer({ app, db: tx }, settlement, {
    title: 'Автоплатёж включён',
    detail: 'Платежи со сроком после сегодняшнего дня спишутся сами. Накануне списания мы предупредим о нём.',
    ...(partnerAnswer.mask !== null && { aside: `${partnerAnswer.mask}.` }),
  });
}

/** A binding that was never made ends, and whoever has begun it learns that nothing is taken by itself. */
async function failBinding(app: App, tx: Tx, id: number, reason: string): Promise<void> {
  const { settlement, status } = await lockAutopayment(tx, id);
  if (status !== 'created') return;
  const set = { reason, bindUrl: null, partnerSilent: false };
  await transition({ db: tx, actor: null }, autopaymentState(id), 'fail', { reason, set });
  await tellPayer({ app, db: tx }, settlement, {
    title: 'Автоплатёж не включён',
    detail: await andWhatNow(tx, settlement, notBound, 'платите на странице соглашения или включите автоплатёж заново'),
    aside: `Причина: ${reason}.`,
  });
}

const notBound = 'Привязать карту или подписку СБП не получилось, платежи по графику сами не списываются';

/** So long is waited for the partner's own word before he is asked. */
const patienceSeconds = 60;
const portion = 200;

/** Sees to it that each binding without an end is asked about, and each that has ended is taken back: a lost message loses nothing. */
export const askAboutBindings: Deadline = async (app) => {
  if (!app.payments) return;
  const { db } = app.database;
  const { rows } = await sql<{ id: number }>`select id from autopayments where status <> 'on' and released_at is null
    and coalesce(asked_at, created_at) < now() - make_interval(secs => case when absent_at is null then ${sql.lit(patienceSeconds)} else 3600 end)
    order by id limit ${portion}`.execute(db);
  for (const { id } of rows) await enqueueBinding(app, db, id);
};
