import { pagePath } from '#contract/kernel/page-path.ts';
import { companyDetails } from '#contract/parties/payment-details.ts';
import { maskNumber } from '#domain/parties/payment-detail.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { paymentDetailLetters } from './letters.ts';
import { type Owner, payoutDetails } from './payment-details.queries.ts';

/**
 * Those who confirm the details of a company read which account its money goes to from now on, whoever has brought it about: the others
 * beside the door, and everybody by letter, since a session may be in the hands of somebody else than its owner.
 */
export async function tellOfAccount(ctx: Writing, legalEntityId: number): Promise<void> {
  const used = await payoutDetails(ctx, legalEntityId);
  if (!used) return;
  const keepers = await employeesWith(ctx.db, legalEntityId, companyDetails.confirm);
  const account = `${used.bankName}, ${maskNumber(used.number)}`;
  const page = { id: legalEntityId, tab: 'payment-details' } as const;
  await notify(
    ctx.db,
    keepers.map(({ accountId }) => accountId).filter((id) => id !== ctx.actor.accountId),
    {
      event: 'details.changed',
      title: 'Изменился счёт, на который приходят деньги компании',
      detail: account,
      link: pagePath('/legal-entity-{$id}', page),
      about: { table: 'legalEntities', id: legalEntityId },
    },
  );
  const company = await companyName(ctx, legalEntityId);
  const link = pageUrl(ctx.app, '/legal-entity-{$id}', page);
  for (const { email } of keepers)
    await queueLetter(ctx, paymentDetailLetters.accountChanged, email, { company, account, link });
}

/** An operator has changed the details of an owner, who reads of it before he confirms them: he is not to confirm what he has not asked for. */
export async function tellOfOperator(ctx: Writing, owner: Owner, before: string, after: string): Promise<void> {
  const { readers, link, about, address } = await (owner.column === 'individualId'
    ? personBehind(ctx, owner.id)
    : companyBehind(ctx, owner.id));
  const [was, is] = [maskNumber(before), maskNumber(after)];
  const what = was === is ? is : `${was} → ${is}`;
  await notify(
    ctx.db,
    readers.map(({ accountId }) => accountId),
    {
      event: 'details.changed',
      title: `Оператор изменил реквизиты: ${what}`,
      detail:
        'Без вашего кода деньги туда не пойдут. Если вы об этом не просили, никому код не называйте и напишите нам',
      link,
      about,
    },
  );
  for (const { email } of readers)
    await queueLetter(ctx, paymentDetailLetters.changedByOperator, email, { what, link: address });
}

async function companyBehind(ctx: Writing, id: number) {
  const page = { id, tab: 'payment-details' } as const;
  return {
    readers: await employeesWith(ctx.db, id, companyDetails.confirm),
    link: pagePath('/legal-entity-{$id}', page),
    about: { table: 'legalEntities' as const, id },
    address: pageUrl(ctx.app, '/legal-entity-{$id}', page),
  };
}

async function personBehind(ctx: Writing, id: number) {
  const page = { id, tab: 'payment-details' } as const;
  const readers = await ctx.db
    .selectFrom('individuals as i')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .select(['a.id as accountId', 'a.email'])
    .where('i.id', '=', id)
    .execute();
  return {
    readers,
    link: pagePath('/individual-{$id}', page),
    about: { table: 'individuals' as const, id },
    address: pageUrl(ctx.app, '/individual-{$id}', page),
  };
}

async function companyName({ db }: Writing, id: number): Promise<string> {
  const { shortName } = await db
    .selectFrom('legalEntities')
    .select('shortName')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return shortName;
}
