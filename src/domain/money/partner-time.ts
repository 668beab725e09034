/** What the partner was asked to move, and whether he answers about it. */
export interface AtPartner {
  readonly partnerSilent: boolean;
  readonly createdAt: Date;
}

/** So many hours the partner has to move money or to refuse it, before people may end it by hand. */
const PARTNER_HAS_HOURS = 24;

/** Whether the partner does not answer about money under way, or has had his time (docs/decisions/0126). */
export const isOverdueAtPartner = ({ partnerSilent, createdAt }: AtPartner, now: Date): boolean =>
  partnerSilent || now.getTime() - createdAt.getTime() >= PARTNER_HAS_HOURS * 3_600_000;
