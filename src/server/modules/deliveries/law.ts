import { isContactOf, isOfDebt, newsEndsAt } from '#domain/settings/debt-news.ts';
import { isNotificationEvent, type NotificationEvent, type PersonKind } from '#domain/settings/notification-event.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { debtNewsDue } from './deliveries.events.ts';
import { dropped, type Outcome } from './outcome.ts';

/** What is due to somebody, as the law asks about it. */
interface DueDelivery {
  readonly id: number;
  readonly accountId: number;
  readonly kind: PersonKind;
  readonly event: string;
  /** The creditor of whose debt it tells. */
  readonly legalEntityId: number | null;
  /** The zone that the person has named. */
  readonly zone: string | null;
  /** When it was told in the cabinet. */
  readonly createdAt: Date;
}

/** What the law of contact has against telling a debtor of his debts now (docs/decisions/0189); undefined where nothing. */
export async function lawAgainst(app: App, due: DueDelivery, now: Date): Promise<Outcome | undefined> {
  if (!isOfLaw(due)) return undefined;
  return inSystemTransaction(app.database.db, 'deliveries.contact', (tx) => lawIn(app, tx, due, now));
}

/** The same within a transaction. */
export async function lawIn(app: App, tx: Tx, due: DueDelivery, now: Date): Promise<Outcome | undefined> {
  if (!isOfLaw(due)) return undefined;
  const { id, accountId, legalEntityId, zone, event, kind, createdAt } = due;
  const endsAt = newsEndsAt(event, createdAt);
  const isLate = (at: Date): boolean => endsAt !== null && at >= endsAt;
  if (isLate(now)) return dropped('late');
  let outcome: Outcome | undefined;
  await publish({ app, db: tx, actor: null }, debtNewsDue, {
    deliveryId: id,
    accountId,
    legalEntityId,
    isContact: isContactOf(event, kind),
    zone,
    now,
    hinder: (until) => {
      if (until === null) outcome = dropped('law');
      else outcome = isLate(until) ? dropped('late') : { status: 'waiting', problem: 'hours', dueAt: until };
    },
  });
  return outcome;
}

const isOfLaw = (due: DueDelivery): due is DueDelivery & { legalEntityId: number; event: NotificationEvent } =>
  due.legalEntityId !== null && isNotificationEvent(due.event) && isOfDebt(due.event, due.kind);
