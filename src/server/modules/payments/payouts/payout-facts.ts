import {
  DEFAULT_PAYOUT_RULE,
  PAYOUT_UNDER_WAY,
  type PayoutEvery,
  type PayoutFacts,
  type PayoutRule,
} from '#domain/money/payout.ts';
import { kopecks } from '#domain/values/money.ts';
import { payoutDetails } from '#server/modules/payment-details/payment-details.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { FreeMoney } from '../free-money.queries.ts';
import { awaitsStatement, openDifferences, waitsForFee } from './payout-holds.ts';

/** When and from which sum a creditor is paid out; the version is null while he has set nothing. */
export async function payoutRuleOf(db: Db, legalEntityId: number): Promise<PayoutRule & { version: number | null }> {
  const row = await db
    .selectFrom('payoutRules')
    .select(['every', 'least', 'version'])
    .where('legalEntityId', '=', legalEntityId)
    .executeTakeFirst();
  if (!row) return { ...DEFAULT_PAYOUT_RULE, version: null };
  return { every: row.every as PayoutEvery, least: kopecks(row.least), version: row.version };
}

export type PayoutDetails = NonNullable<Awaited<ReturnType<typeof payoutDetails>>>;

/** Whom details name: whoever decides about money reads it beside the creditor. */
export const recipientOf = ({
  recipientName,
  recipientInn,
}: Pick<PayoutDetails, 'recipientName' | 'recipientInn'>): string =>
  recipientInn === null ? `${recipientName}, без ИНН` : `${recipientName}, ИНН ${recipientInn}`;

/** What decides whether a creditor may be paid out, where to, and whether it is an account of his own that two have agreed to pay to before. */
export async function payoutFactsOf(
  { app, db }: { app: Pick<App, 'secrets' | 'payments'>; db: Db },
  legalEntityId: number,
  { free }: FreeMoney,
): Promise<{ facts: PayoutFacts; details: PayoutDetails | undefined; isKnownAccount: boolean; isBlocked: boolean }> {
  const { verificationStatus, inn } = await db
    .selectFrom('legalEntities')
    .select(['verificationStatus', 'inn'])
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  const details = await payoutDetails({ app, db }, legalEntityId);
  const underWay = await db
    .selectFrom('payouts')
    .select('id')
    .where('legalEntityId', '=', legalEntityId)
    .where('status', 'in', PAYOUT_UNDER_WAY)
    .executeTakeFirst();
  return {
    facts: {
      isVerified: verificationStatus === 'verified',
      hasDetails: details !== undefined,
      areDetailsRefused: details !== undefined && (await isAccountRefused(db, details)),
      areDetailsFresh: details !== undefined && details.isFresh && !details.isTrusted,
      isUnderWay: underWay !== undefined,
      hasPartner: app.payments !== undefined,
      areFeesBooked: !(await waitsForFee(db, legalEntityId)),
      isReconciled: !(await awaitsStatement(db)) && (await openDifferences(db)) === 0,
      free,
    },
    details,
    isKnownAccount: details !== undefined && details.recipientInn === inn && details.isTrusted,
    isBlocked: verificationStatus === 'blocked',
  };
}

/** Whether the last payout to these details, as they are now, that came to an end was refused, or came back. */
async function isAccountRefused(db: Db, { id, version }: PayoutDetails): Promise<boolean> {
  const last = await db
    .selectFrom('payouts')
    .select('accountRefused')
    .where('paymentDetailId', '=', id)
    .where('detailVersion', '=', version)
    .where('status', 'in', ['succeeded', 'failed', 'returned'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.accountRefused ?? false;
}
