import { randomUUID } from 'node:crypto';
import { addDays } from '#domain/values/days.ts';
import { sendMessage } from '../modules/chats/chats.commands.ts';
import { complainOfContact, complainOfMessage } from '../modules/complaints/complain.ts';
import { decideComplaint, seenNow } from '../modules/complaints/decide.ts';
import { enterContact } from '../modules/contacts/records.commands.ts';
import type { DemoScenario } from './scenario.ts';

const ivanov = 'ivanov@demo.test';
const petrova = 'petrova@demo.test';
const alpha = 'manager@alpha.test';
const operator = 'manager@demo.test';

/** What debtors have complained of: a request for another day of payment that was answered, a threat, a call that nobody remembers. */
export async function complained(scenario: DemoScenario): Promise<void> {
  await scenario.on(9);
  const calm = await answered(scenario, ivanov, {
    asks: 'Можно платить десятого числа?',
    answer: 'Да: предложите новый график на странице урегулирования, мы его подпишем.',
  });
  const misled = await complainOfMessage(await scenario.by(ivanov), calm, {
    kind: 'misleading',
    words: 'Обещали перенести платёж, а график остался прежним',
  });
  await scenario.on(8);
  await decideComplaint(await scenario.by(operator), misled, {
    move: 'dismiss',
    seen: await seenNow(scenario.clock.db, misled),
    answer: 'Кредитор согласился на новый график и сказал, где его предложить. Предложите его: срок изменит подпись.',
  });

  await scenario.on(5);
  const rude = await answered(scenario, petrova, {
    asks: 'Зарплату задержали, заплачу на следующей неделе',
    answer: 'Ждать не будем. Не заплатите сегодня — пожалеете.',
  });
  const threatened = await complainOfMessage(await scenario.by(petrova), rude, {
    kind: 'threat',
    words: 'Мне угрожают, хотя я сказала, когда заплачу',
  });
  await scenario.on(4);
  await decideComplaint(await scenario.by(operator), threatened, {
    move: 'uphold',
    seen: await seenNow(scenario.clock.db, threatened),
    answer: 'Так писать нельзя: это давление. Кредитору об этом сказано, повторится — пожалуйтесь снова.',
  });

  await scenario.on(2);
  const call = await told(scenario, ivanov);
  await scenario.on(1);
  await complainOfContact(await scenario.by(ivanov), call, {
    kind: 'untrue',
    words: 'В тот день мне никто не звонил',
  });
}

/** The debtor writes first, so that the creditor answers at whatever hour the story is told. */
async function answered(
  scenario: DemoScenario,
  debtor: string,
  { asks, answer }: { asks: string; answer: string },
): Promise<{ id: number; messageId: number }> {
  const ctx = await scenario.by(debtor);
  const { id } = await ctx.db
    .selectFrom('chats as c')
    .innerJoin('memberships as m', 'm.legalEntityId', 'c.legalEntityId')
    .innerJoin('employees as p', 'p.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'p.accountId')
    .innerJoin('settlements as s', 's.id', 'c.settlementId')
    .select('c.id')
    .where('a.email', '=', alpha)
    .where('c.individualId', '=', ctx.actor.individualId)
    .where('s.status', '=', 'waiting_for_payment')
    .orderBy('c.id')
    .executeTakeFirstOrThrow();
  await sendMessage(ctx, id, { key: randomUUID(), text: asks }, undefined);
  const said = await sendMessage(await scenario.by(alpha), id, { key: randomUUID(), text: answer }, undefined);
  return { id, messageId: said.id };
}

/** The creditor has told of a call of the day before. @returns the contact */
async function told(scenario: DemoScenario, debtor: string): Promise<number> {
  const ctx = await scenario.by(alpha);
  const { id: entry } = await ctx.db
    .selectFrom('registryEntries as e')
    .innerJoin('settlements as s', 's.registryEntryId', 'e.id')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .innerJoin('memberships as m', 'm.legalEntityId', 's.legalEntityId')
    .innerJoin('employees as p', 'p.id', 'm.employeeId')
    .innerJoin('accounts as c', 'c.id', 'p.accountId')
    .select('e.id')
    .where('a.email', '=', debtor)
    .where('c.email', '=', alpha)
    .where('s.status', '=', 'waiting_for_payment')
    .orderBy('e.id')
    .executeTakeFirstOrThrow();
  const form = { kind: 'call', day: addDays(ctx.day, -1), time: '15:20', note: 'Обещал заплатить в срок' } as const;
  await enterContact(ctx, entry, form);
  const { id } = await ctx.db
    .selectFrom('contactRecords')
    .select('id')
    .where('registryEntryId', '=', entry)
    .where('kind', '=', 'call')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}
