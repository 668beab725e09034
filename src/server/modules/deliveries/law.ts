import { isContactOf, isNotificationEvent, isOfDebt, type PersonKind } from '#domain/settings/notification-event.ts';
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
}

/** What the law of contact has against telling a debtor of his debts now (docs/decisions/0189); undefined where nothing. */
export async function lawAgainst(app: App, due: DueDelivery, now: Date): Promise<Outcome | undefined> {
  if (!isOfLaw(due)) return undefined;
  return inSystemTransaction(app.database.db, 'deliveries.contact', (tx) => lawIn(app, tx, due, now));
}

/** The same within a transaction. */
export async function lawIn(app: App, tx: Tx, due: DueDelivery, now: Date): Promise<Outcome | undefined> {
  if (!isOfLaw(due)) return undefined;
  const { id, accountId, legalEntityId, zone, event, kind } = due;
  let outcome: Outcome | undefined;
  await publish({ app, db: tx, actor: null }, debtNewsDue, {
    deliveryId: id,
    accountId,
    legalEntityId,
    isContact: isContactOf(event, kind),
    zone,
    now,
    hinder: (until) => {
      outcome = until === null ? dropped('law') : { status: 'waiting', problem: 'hours', dueAt: until };
    },
  });
  return outcome;
}

const isOfLaw = (due: DueDelivery): due is DueDelivery & { legalEntityId: number } =>
  due.legalEntityId !== null && isNotificationEvent(due.event) && isOfDebt(due.event, due.kind);
