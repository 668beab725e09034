import { sql } from 'kysely';
import type { Day } from '#domain/values/days.ts';
import { formatDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { plural } from '#domain/values/text/words.ts';
import { revokeNotices } from '#server/modules/documents/notices/notices.commands.ts';
import type { Counting, LifeContext } from '#server/modules/life-events/life-events.events.ts';
import { settlementLetters } from '../letters.ts';
import { writeToSides } from '../letters-to-sides.ts';
import { notifySides } from '../money/money.commands.ts';

/** An agreement with what was done about it since a day; days are of Moscow. */
interface Acts {
  id: number;
  number: string;
  individualId: number;
  legalEntityId: number;
  isClosed: boolean;
  signedOn: Day | null;
  brokenOn: Day | null;
  fulfilledOn: Day | null;
  payments: number;
  paid: number;
}

/**
 * A bankruptcy is told of later than it began: what was signed, paid and ended in between may be undone in its case (127-ФЗ, ст. 61.3, 213.11 [K]), so
 * that both sides read what it was, of agreements that have ended, too. A notice that wants a restored debt by a day wants nothing any more (docs/decisions/0212).
 */
export async function tellOfActsSince(
  ctx: LifeContext,
  { kind, since, begins, individualId }: Counting,
): Promise<void> {
  if (!begins || (kind !== 'bankruptcy' && kind !== 'bankruptcy_out_of_court')) return;
  for (const one of await actsSince(ctx, individualId, since)) {
    if (one.brokenOn !== null) await revokeNotices(ctx.db, one.id, 'restoration_notice');
    const title = `${one.number}. Что сделано после ${formatDay(since)}, дня банкротства`;
    const whom = kind === 'bankruptcy' ? 'Покажите это финансовому управляющему' : 'Сохраните документы об этом';
    const detail = `${wordsOf(one).join('; ')}. ${whom}: в банкротстве такое могут оспорить (статья 61.3 Закона о банкротстве)`;
    await notifySides(ctx.db, one, { event: 'settlement.life', title, detail });
    // Of what is open the letter that the event counts goes anyway; whoever is bankrupt gets none.
    if (one.isClosed) await writeToSides(ctx, one, settlementLetters.lifeEvent, true);
  }
}

async function actsSince({ db }: LifeContext, individualId: number, since: Day): Promise<Acts[]> {
  const { rows } = await sql<Acts>`
    select * from (
      select s.id, s.number, s.individual_id, s.legal_entity_id, s.status = 'closed' as is_closed,
        case when days.signed >= ${since} then days.signed end as signed_on,
        case when s.close_reason = 'breached' and days.closed >= ${since} then days.closed end as broken_on,
        case when s.close_reason = 'fulfilled' and days.closed >= ${since} then days.closed end as fulfilled_on,
        money.count as payments, money.sum as paid
      from settlements s
        cross join lateral (select (s.signed_at at time zone 'Europe/Moscow')::date as signed,
          (s.closed_at at time zone 'Europe/Moscow')::date as closed) days
        cross join lateral (select count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as sum from payments p
          where p.settlement_id = s.id and p.succeeded_at is not null and p.value_date >= ${since}) money
      where s.individual_id = ${individualId} and s.signed_at is not null) acts
    where signed_on is not null or broken_on is not null or fulfilled_on is not null or payments > 0
    order by id`.execute(db);
  return rows;
}

function wordsOf({ signedOn, brokenOn, fulfilledOn, payments, paid }: Acts): string[] {
  return [
    ...(signedOn ? [`Соглашение подписано ${formatDay(signedOn)}`] : []),
    ...(payments > 0
      ? [
          `Получено: ${payments} ${plural(payments, ['платёж', 'платежа', 'платежей'])} на ${formatMoney(kopecks(paid))}`,
        ]
      : []),
    ...(brokenOn ? [`Соглашение расторгнуто ${formatDay(brokenOn)}, срок вернуть долг больше не действует`] : []),
    ...(fulfilledOn ? [`Соглашение закрыто как исполненное ${formatDay(fulfilledOn)}`] : []),
  ];
}
