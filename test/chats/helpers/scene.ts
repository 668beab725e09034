import { afterAll } from 'vitest';
import { zoneOfNoon } from '#test/helpers/zone-of-noon.ts';
import type { Client } from '../../helpers/client.ts';
import { openBargaining } from '../../settlements/helpers/bargaining.ts';
import { makeScenario } from '../../settlements/helpers/scenario.ts';
import type { Talker } from './talk.ts';

/** A debtor and a creditor who bargain, with the chat that they have; it is stopped after the tests of a file. */
export async function openTalk(...booting: Parameters<typeof makeScenario>) {
  const scenario = await makeScenario(...booting);
  afterAll(() => scenario.testApp.stop());
  const { id: settlement, request } = await openBargaining(scenario);
  const chat = (await scenario.debtor.get(`/api/loans/${settlement}/chat`)).body.id as number;
  // Whatever the hour, the creditor may speak first: he names a phone, and it is noon where the debtor lives.
  await scenario.run(`update legal_entities set phone = '+78001234567' where id = $1`, [scenario.company]);
  await scenario.run('update registry_entries set tz = $1', [zoneOfNoon()]);
  const talker = async (client: Client): Promise<Talker> => {
    const info = await client.get(`/api/chats/${chat}/info`);
    return { client, accountId: info.body.accountId };
  };
  return {
    scenario,
    settlement,
    request,
    chat,
    debtor: await talker(scenario.debtor),
    manager: await talker(scenario.manager),
    head: await talker(scenario.head),
    run: (sql: string, values?: unknown[]) => scenario.run(sql, values),
  };
}
