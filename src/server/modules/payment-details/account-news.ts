import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { companyDetails } from '#contract/parties/payment-details.ts';
import { maskNumber } from '#domain/parties/payment-detail.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { type LetterTemplate, queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { paymentDetailLetters } from './letters.ts';
import { type Owner, openNumber, payoutDetails } from './payment-details.queries.ts';

/**
 * Those who confirm the details of a company read which account its money goes to from now on, whoever has brought it about: the others
 * beside the door, and everybody by letter, since a session may be in the hands of somebody else than its owner.
 */
export async function tellOfAccount(ctx: Writing, legalEntityId: number): Promise<void> {
  const used = await payoutDetails(ctx, legalEntityId);
  if (!used) return;
  const account = accountWords(used);
  const title = 'Изменился счёт, на который приходят деньги компании';
  await tellKeepers(ctx, legalEntityId, { title, detail: account }, paymentDetailLetters.accountChanged, { account });
}

/**
 * The same of an account that is there and not in use, as one may be added today and be put in its place when nobody looks. Of what is in use
 * `tellOfAccount` tells.
 */
export async function tellOfUnused(ctx: Writing, legalEntityId: number, detailId: number): Promise<void> {
  const { numberSealed, ...row } = await ctx.db
    .selectFrom('paymentDetails')
    .select(['bankName', 'numberSealed', 'isDefault', sql<boolean>`verified_at is not null`.as('isConfirmed')])
    .where('id', '=', detailId)
    .executeTakeFirstOrThrow();
  if (row.isDefault) return;
  const account = accountWords({ ...row, number: openNumber(ctx.app.secrets, numberSealed) });
  const next = row.isConfirmed
    ? nextOf.confirmed
    : nextOf[(await payoutDetails(ctx, legalEntityId)) ? 'beside' : 'only'];
  const title = 'У компании новый счёт: деньги на него пока не идут';
  await tellKeepers(ctx, legalEntityId, { title, detail: `${account}. ${next}` }, paymentDetailLetters.accountAdded, {
    account,
    next,
  });
}

/** What may come of an account that is not in use: confirmed, unconfirmed beside one that is in use, unconfirmed where none is. */
const nextOf = {
  confirmed: 'Он подтверждён: его могут сделать основным',
  beside: 'Когда руководитель подтвердит его кодом, его смогут сделать основным',
  only: 'Деньги пойдут на него, когда руководитель подтвердит его кодом',
} as const;

const accountWords = ({ bankName, number }: { bankName: string; number: string }): string =>
  `${bankName}, ${maskNumber(number)}`;

/** Those who confirm the details of a company: beside the door all but who acts, by letter all. */
async function tellKeepers<Data extends { company: string; link: string }>(
  ctx: Writing,
  legalEntityId: number,
  told: { title: string; detail: string },
  letter: LetterTemplate<Data>,
  data: Omit<Data, 'company' | 'link'>,
): Promise<void> {
  const { readers, link, about, address } = await companyBehind(ctx, legalEntityId);
  await notify(
    ctx.db,
    readers.map(({ accountId }) => accountId).filter((id) => id !== ctx.actor.accountId),
    { event: 'details.changed', ...told, link, about },
  );
  const company = await companyName(ctx, legalEntityId);
  for (const { email } of readers) await queueLetter(ctx, letter, email, { ...data, company, link: address } as Data);
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
