import type { Client, Reply } from '../../helpers/client.ts';
import type { Scenario } from './scenario.ts';
import type { Model } from './walk-model.ts';

/** Where the debt is in the program. */
export interface Real {
  entry: number;
  contractNumber: string;
  request: number;
  settlement: number;
}

/** One act of somebody: whether the rules allow it, what it changes, and how it is asked of the program. */
export interface Act {
  legal: (model: Model) => boolean;
  apply: (model: Model) => void;
  ask: (real: Real, model: Model) => Promise<Reply | boolean>;
  /** Nobody can even name what is not there yet. */
  needs?: 'request' | 'settlement';
}

export const later = (days: number): Date => new Date(Date.now() + days * 86_400_000);
export const statusOf = async (scenario: Scenario, table: 'requests' | 'settlements', id: number) =>
  (await scenario.run(`select status, version from ${table} where id = $1`, [id]))[0]!;
/** What the clock does: it says nothing, so whether the row has moved tells whether it did anything. */
export const byClock = async (
  scenario: Scenario,
  table: 'requests' | 'settlements',
  id: number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const before = await statusOf(scenario, table, id);
  await work();
  return (await statusOf(scenario, table, id))['version'] !== before['version'];
};
export const post = (client: Client, path: string, body: object = {}) => client.post(path, body);
