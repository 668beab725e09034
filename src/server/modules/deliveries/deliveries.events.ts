import { defineEvent } from '#server/platform/events.ts';

/** Something that is to tell a debtor of his debts with a creditor beside the cabinet. */
export interface DebtNews {
  readonly deliveryId: number;
  readonly accountId: number;
  readonly legalEntityId: number;
  /** A creditor's own word; anything else answers the debtor, or tells of his own moves. */
  readonly isContact: boolean;
  /** The zone that he has named himself; null where he has not. */
  readonly zone: string | null;
  readonly now: Date;
  /** The law does not let it go now: until when, null is for good. */
  readonly hinder: (until: Date | null) => void;
}

/** It is due: whoever keeps the law of contact says whether it goes, and takes the place of what counts. */
export const debtNewsDue = defineEvent<DebtNews>('deliveries.debtNewsDue');
