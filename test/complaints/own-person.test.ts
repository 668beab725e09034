import { describe, expect, test } from 'vitest';
import { say } from '../chats/helpers/talk.ts';
import type { Client } from '../helpers/client.ts';
import { openRecords } from './helpers/records.ts';

/** Who decides no complaint: whoever it concerns, by any of his accounts (docs/decisions/0206, docs/decisions/0209). */
const { scenario, chat, debtor, manager, head, run, deciding, decider, card, decide, record, fail, complainOf } =
  await openRecords();

describe('nobody decides of what he has done himself', () => {
  test.each([
    ['recorded', () => manager],
    ['denied', () => head],
  ])('as whoever has %s the contact', async (_done, whoOf) => {
    const call = await record();
    expect((await fail(call, head.client)).status).toBe(200);
    const { id } = await complainOf(call, 'threat');
    const { client, accountId } = await scenario.testApp.operator('manager');
    const who = whoOf().accountId;
    await run(`update accounts set phone = '+79990001133' where id in ($1, $2)`, [who, accountId]);
    await run('update accounts set phone_confirmed_at = now() where id = $1', [who]);
    expect(await card(id, client)).toMatchObject({ isOfReader: true, moves: [] });
    const refused = await decide(id, 'dismiss', {}, client);
    expect([refused.status, refused.body.code], refused.text).toEqual([409, 'move.illegal']);
    await run('update accounts set phone = null, phone_confirmed_at = null where id = $1', [who]);
    expect((await decide(id, 'dismiss', {}, scenario.operator)).status).toBe(200);
  });
});

describe('whoever works for the creditor', () => {
  test('decides no complaint about a colleague, by whichever account, and is told of none', async () => {
    const { client, accountId } = await scenario.testApp.operator('manager');
    const [colleague] = await run(
      `select e.account_id as id from memberships m join employees e on e.id = m.employee_id
       where m.legal_entity_id = $1 and e.account_id <> $2 order by e.id limit 1`,
      [scenario.company, manager.accountId],
    );
    const theirs = [colleague!['id'], accountId];
    const before = await run('select id, phone, phone_confirmed_at from accounts where id = any($1)', [theirs]);
    await run(`update accounts set phone = '+79990001144', phone_confirmed_at = now() where id = any($1)`, [theirs]);
    const { id } = await complainOf(await record(), 'threat');
    expect(await card(id, client)).toMatchObject({ isOfReader: true, moves: [] });
    expect((await decide(id, 'dismiss', {}, client)).status).toBe(409);
    const linked = async (reader: Client) => (await reader.get('/api/notifications')).text.includes(`preview=${id}`);
    expect([await linked(client), await linked(deciding)]).toEqual([false, true]);
    for (const { id: account, phone, phone_confirmed_at: at } of before)
      await run('update accounts set phone = $2, phone_confirmed_at = $3 where id = $1', [account, phone, at]);
    expect((await decide(id, 'dismiss')).status).toBe(200);
  });
});

describe('nobody decides of a complaint that is his own', () => {
  const complained = async () => {
    const call = await record();
    return (await complainOf(call, 'threat')).id as number;
  };
  const refusedOwn = async (id: number) => {
    expect(await card(id)).toMatchObject({ moves: [] });
    const refused = await decide(id, 'dismiss');
    expect([refused.status, refused.body.code], refused.text).toEqual([409, 'approval.own']);
    expect((await decide(id, 'dismiss', {}, scenario.operator)).status).toBe(200);
  };

  test('by his phone', async () => {
    const id = await complained();
    const [{ phone }] = (await run('select phone from accounts where id = $1', [decider])) as [
      { phone: string | null },
    ];
    await run(`update accounts set phone = '+79990001122', phone_confirmed_at = now() where id in ($1, $2)`, [
      decider,
      debtor.accountId,
    ]);
    await refusedOwn(id);
    await run('update accounts set phone = $2 where id = $1', [decider, phone]);
  });

  test('by his full name', async () => {
    const { client, accountId } = await scenario.testApp.operator('manager');
    const id = await complained();
    await run(
      `update operators o set last_name = i.last_name, first_name = i.first_name, middle_name = i.middle_name
       from individuals i where i.id = $2 and o.account_id = $1`,
      [accountId, scenario.debtorId],
    );
    expect((await card(id, client)).moves).toEqual([]);
    const refused = await decide(id, 'dismiss', {}, client);
    expect(refused.status, refused.text).toBe(409);
  });

  test('but not by a name and a phone that an employee has typed in himself', async () => {
    const { client, accountId } = await scenario.testApp.operator('manager');
    const [name] = await run(
      `update operators set middle_name = 'Ильич' where account_id = $1 returning last_name, first_name, middle_name`,
      [accountId],
    );
    const [mine] = await run('select last_name, first_name, middle_name from employees where account_id = $1', [
      head.accountId,
    ]);
    for (const row of [name!, mine!]) {
      await run('update employees set last_name = $2, first_name = $3, middle_name = $4 where account_id = $1', [
        head.accountId,
        ...Object.values(row),
      ]);
    }
    await run(
      `update accounts set phone = (select phone from accounts where id = $2), phone_confirmed_at = null where id = $1`,
      [head.accountId, accountId],
    );
    // What answers the debtor goes at any hour.
    await say(debtor, chat, 'Слушаю');
    const { body: message } = await say(head, chat, 'Слова с чужим именем');
    const made = await debtor.client.post(`/api/chats/${chat}/message/${message.id}/complaint`, { kind: 'threat' });
    const decided = await decide(made.body.id, 'dismiss', {}, client);
    expect(decided.status, decided.text).toBe(200);
  });

  test('by the browser that both have signed in from', async () => {
    const { client, accountId } = await scenario.testApp.operator('manager');
    const id = await complained();
    await run(`insert into known_devices (account_id, token_hash) values ($1, sha256('one')), ($2, sha256('one'))`, [
      accountId,
      debtor.accountId,
    ]);
    expect((await decide(id, 'dismiss', {}, client)).status).toBe(409);
  });
});
