import { expect } from 'vitest';
import { openTalk } from '../../chats/helpers/scene.ts';
import type { Client } from '../../helpers/client.ts';

/** Calls and meetings of a journal, what is complained of them, and an operator who decides it. */
export async function openRecords() {
  const scene = await openTalk({ demo: false });
  const { scenario, manager, run } = scene;
  const { client: deciding, accountId: decider } = await scenario.testApp.operator('manager');

  const card = async (id: number, client = deciding) => (await client.get(`/internal/complaints/${id}`)).body;
  /** Decides as the operator has just read it. */
  const decide = async (id: number, move: string, more: object = {}, client: Client = deciding) => {
    const { seen } = await card(id);
    return client.post(`/internal/complaints/${id}/decision`, { move, answer: 'Мы проверили запись', seen, ...more });
  };

  let entry: number;
  let recorded = 0;
  /** The claim of the last one that was recorded. */
  const takeClaim = async (): Promise<void> => {
    entry = await scenario.claim();
  };
  /** Each of an hour of its own, further apart than what is told of is taken for what was planned. */
  const record = async (kind = 'call', status = 'held'): Promise<number> => {
    await takeClaim();
    const [made] = await run(
      `insert into contact_records (legal_entity_id, registry_entry_id, individual_id, kind, source, status, at, told_at, account_id, note)
       values ($1, $2, $3, $4, 'hand', $5, date_trunc('minute', now()) - interval '30 days' - make_interval(hours => $7), now(), $6, 'Обещал заплатить') returning id`,
      [scenario.company, entry, scenario.debtorId, kind, status, manager.accountId, 5 * recorded++],
    );
    return made!['id'] as number;
  };
  const journalAt = () =>
    `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${entry}/contacts`;
  const fail = (id: number, client = manager.client) =>
    client.post(`${journalAt()}/${id}/fail`, { why: 'Не дозвонился' });
  const complainOf = async (id: number, kind: string) => {
    const made = await scenario.debtor.post(`/api/contacts/${id}/complaint`, { kind });
    expect(made.status, made.text).toBe(200);
    return made.body;
  };
  return { ...scene, deciding, decider, card, decide, takeClaim, record, journalAt, fail, complainOf };
}
