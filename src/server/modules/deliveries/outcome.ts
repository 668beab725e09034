import type { PersonKind } from '#domain/settings/notification-event.ts';
import type { App } from '#server/platform/app.ts';

/** A delivery that somebody of this node is making just now. */
export interface ClaimedDelivery {
  id: number;
  accountId: number;
  kind: PersonKind;
  event: string | null;
  /** The creditor of whose debt it tells its debtor. */
  legalEntityId: number | null;
  partnerKey: string;
  contentsSealed: string | null;
  attempts: number;
  createdAt: Date;
}

/** What became of it. `problem` holds no personal data: a word of ours, or the number that a service gave. */
export type Outcome =
  | { status: 'sent' | 'delivered'; providerId: string | null }
  | { status: 'waiting' | 'failed' | 'unknown' | 'dropped'; problem: string }
  /** It was not tried: until then the person is left in peace. */
  | { status: 'waiting'; problem: string; dueAt: Date };

/** Makes deliveries of one channel. */
export interface Sender {
  send(app: App, delivery: ClaimedDelivery): Promise<Outcome>;
  /** What follows when it is not known whether the service has taken it: asked again where that is harmless. */
  unseen: 'waiting' | 'unknown';
}

export const dropped = (problem: string): Outcome => ({ status: 'dropped', problem });
