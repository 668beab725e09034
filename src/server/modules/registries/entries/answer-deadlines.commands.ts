import { sql } from 'kysely';
import { type PageAddress, pagePath } from '#contract/kernel/page-path.ts';
import { registries } from '#contract/registries/registries.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { SettingValues } from '#domain/settings/settings.ts';
import { type Day, formatDay, moscowDay, toDay } from '#domain/values/days.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { App } from '#server/platform/app.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { type Deadline, type EachDue, eachDue } from '#server/platform/state/deadlines.ts';
import { entryTables } from '../kinds.ts';

/** The creditor is reminded so many working days before the last one on which he may answer. */
const reminders = [2, 1] as const;
/** Companies that are looked at in one go. */
const batch = 200;

/** By when a creditor has to answer what his debtor says today (docs/domain.md §7.6, docs/decisions/0128). */
export async function answerDayOf(
  db: Db,
  today: Day,
  term: keyof Pick<SettingValues, 'rejectionAnswerDays' | 'fullClaimDays'>,
): Promise<Day> {
  return (await calendarIn(db)).addWorkingDays(today, (await settingsOf(db))[term]);
}

/** The entries `e` whose debtor waits for an answer of his creditor. */
const waiting: Record<RegistryKind, ReturnType<typeof sql>> = {
  full: sql`e.answer_by is not null and e.withdrawn_at is null and e.frozen_at is null and e.settled_at is null
    and e.status = 'rejected_by_individual'`,
  simple: sql`e.answer_by is not null and e.withdrawn_at is null
    and e.status in ('accepted_by_individual', 'rejected_by_individual')`,
};

/** How many of the steps of a deadline have come by a day: the reminders, and that it has passed. */
async function stepsBy(db: Db, today: Day) {
  const calendar = await calendarIn(db);
  const days = reminders.map((before) => calendar.addWorkingDays(today, before));
  return sql<number>`((select count(*) from unnest(${days}::date[]) as last (day) where last.day >= e.answer_by)
    + (e.answer_by < ${today}::date)::int)`;
}

/** Reminds the creditors of what their debtors wait for, once a day at most, and tells both when the time is over. */
export const answerDeadlines: readonly (Deadline & EachDue)[] = (['full', 'simple'] as const).map((kind) =>
  eachDue(
    'registries.answer',
    async (db, now) => {
      const steps = await stepsBy(db, moscowDay(now));
      const { rows } = await sql<{ id: number }>`select distinct e.legal_entity_id as id
        from ${sql.table(entryTables[kind])} e where ${waiting[kind]} and e.answer_reminders < ${steps} limit ${batch}`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    },
    (_app: App, tx: Tx, id: number, now: Date) => remind(tx, kind, id, moscowDay(now)),
  ),
);

async function remind(tx: Tx, kind: RegistryKind, legalEntityId: number, today: Day): Promise<void> {
  const steps = await stepsBy(tx, today);
  const { rows } = await sql<{ answerBy: string; individualId: number | null }>`
    update ${sql.table(entryTables[kind])} e set answer_reminders = ${steps}
    where e.legal_entity_id = ${legalEntityId} and ${waiting[kind]} and e.answer_reminders < ${steps}
    returning e.answer_by, e.individual_id`.execute(tx);
  const coming = rows.filter(({ answerBy }) => answerBy >= today);
  const late = rows.filter(({ answerBy }) => answerBy < today);
  // Those who may withdraw what its debtors do not agree with.
  const { withdrawEntry } = kind === 'full' ? registries : simpleRegistries;
  const people = (await employeesWith(tx, legalEntityId, withdrawEntry)).map(({ accountId }) => accountId);
  if (coming.length > 0) {
    const last = toDay(coming.map(({ answerBy }) => answerBy).toSorted()[0]!);
    await notify(tx, people, {
      event: 'claim.answer',
      title: `Ответ заёмщикам до ${formatDay(last)}: долгов — ${coming.length}`,
      detail: whatToDo[kind],
      link: link[kind],
    });
  }
  if (late.length === 0) return;
  await notify(tx, people, {
    event: 'claim.answer',
    title: `Срок ответа заёмщикам вышел: долгов — ${late.length}`,
    detail: whatToDo[kind],
    link: link[kind],
  });
  await notify(
    tx,
    await accountsOf(
      tx,
      late.flatMap(({ individualId }) => individualId ?? []),
    ),
    {
      event: 'claim.changed',
      creditorId: legalEntityId,
      title: 'Кредитор не ответил вам в срок',
      detail: 'Ваш ответ о долге остаётся в силе',
      link: pagePath('/dashboard/registries-entries'),
    },
  );
}

const whatToDo: Record<RegistryKind, string> = {
  full: 'Они не согласны с долгом: отзовите требование или загрузите исправленное',
  simple:
    'О признанных долгах загрузите полный реестр, несогласных проверьте: отзовите запись или загрузите исправленную',
};

const link: Record<RegistryKind, PageAddress> = {
  full: pagePath('/dashboard/registries'),
  simple: pagePath('/dashboard/simplified-registries'),
};

async function accountsOf(tx: Tx, individualIds: readonly number[]): Promise<number[]> {
  if (individualIds.length === 0) return [];
  const rows = await tx.selectFrom('individuals').select('accountId').where('id', 'in', individualIds).execute();
  return rows.flatMap(({ accountId }) => accountId ?? []);
}
