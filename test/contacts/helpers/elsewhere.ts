import { innOf, type Scenario } from '../../settlements/helpers/scenario.ts';

/** The tables of claims by their kind. */
export const ELSEWHERE = { full: 'registry_entries', simple: 'simple_registry_entries' } as const;

/** The creditor says of the debtor in another of his registries that the law closes him. */
export async function sayElsewhere(scenario: Scenario, kind: keyof typeof ELSEWHERE, flag: string): Promise<void> {
  if (kind === 'full') {
    const id = await scenario.claim();
    await scenario.run('update registry_entries set contact_flag = $2 where id = $1', [id, flag]);
    return;
  }
  await scenario.run(
    `insert into simple_registry_entries (legal_entity_id, registry_id, debtor_inn, last_name, first_name, contract_number, phone, tz, status,
       content_hash, contact_flag)
     select legal_entity_id, registry_id, debtor_inn, last_name, first_name, 'К-' || gen_random_uuid(), phone, tz, 'search', '', $2
     from registry_entries where debtor_inn = $1 limit 1`,
    [innOf.debtor, flag],
  );
}
