import { PartnerSilent, PartnerUnreached } from '#server/partners/errors.ts';
import type { App } from '#server/platform/app.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { dropped, type Sender } from './outcome.ts';
import { openPushKey } from './push-keys.commands.ts';

/** Tells every browser that somebody has bound. */
export const push: Sender = {
  unseen: 'unknown',
  async send(app, { accountId }) {
    if (!app.push) return dropped('no channel');
    const browsers = await app.database.db
      .selectFrom('pushSubscriptions as s')
      .innerJoin('pushKeys as k', 'k.id', 's.pushKeyId')
      .select(['s.id', 's.endpointSealed', 'k.publicKey', 'k.privateSealed'])
      .where('s.accountId', '=', accountId)
      .orderBy('s.id')
      .execute();
    const outcomes = await Promise.allSettled(browsers.map((browser) => tellBrowser(app, browser)));
    const told = outcomes.flatMap((one) => (one.status === 'fulfilled' && one.value !== 'gone' ? one.value : []));
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    // One browser that has heard is enough: whoever is silent is not told twice because of another.
    if (told.length > 0) return { status: 'sent', providerId: told[0]!.providerId };
    if (failures.length > 0) throw worstOf(failures);
    return dropped('no address');
  },
};

/** Where one may have heard nothing is repeated; else those that were not reached are a reason to come back. */
const worstOf = (failures: readonly unknown[]): unknown =>
  failures.find((one) => one instanceof PartnerSilent && !(one instanceof PartnerUnreached)) ??
  failures.find((one) => one instanceof PartnerUnreached) ??
  failures[0];

interface BoundBrowser {
  id: number;
  endpointSealed: string;
  publicKey: string;
  privateSealed: string;
}

/** Tells one browser; one that is bound no more is forgotten. */
async function tellBrowser(app: App, browser: BoundBrowser): Promise<'gone' | { providerId: string | null }> {
  const endpoint = app.secrets.open<string>('push_subscriptions.endpoint', browser.endpointSealed);
  const outcome = await app.push!.tell(endpoint, openPushKey(app, browser));
  if (outcome.status === 'sent') return outcome;
  await unbindBrowser(app, browser.id);
  return 'gone';
}

const unbindBrowser = (app: App, id: number) =>
  inSystemTransaction(app.database.db, 'deliveries.gone', (tx) =>
    tx.deleteFrom('pushSubscriptions').where('id', '=', id).execute(),
  );
