import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestMachine } from '#domain/negotiation/request.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { resetLimits } from '../security/helpers/limits.ts';
import { makeScenario, type Scenario } from './helpers/scenario.ts';
import { type Act, type Real, statusOf } from './helpers/walk-act.ts';
import { fresh, known, type Model } from './helpers/walk-model.ts';
import { requestMoves } from './helpers/walk-requests.ts';
import { settlementMoves } from './helpers/walk-settlements.ts';

/** A usual run walks a little and always the same ways; WALKS=10000 is for those who want to know. */
const { WALKS } = process.env;
const walks = Number(WALKS ?? 3);
const length = 50;

let scenario: Scenario;
let acts: Readonly<Record<string, Act>>;
beforeAll(async () => {
  scenario = await makeScenario();
  acts = { ...requestMoves(scenario), ...settlementMoves(scenario) };
});
afterAll(() => scenario.testApp.stop());

const seen = {
  request: new Set<string>(),
  settlement: new Set<string>(),
  legal: new Set<string>(),
  illegal: new Set<string>(),
};

/** A step of a walk: an act by its name, or one of those that the rules allow now. */
type Step = string | { pick: number };

function nameOf(step: Step, model: Model, real: Real): string {
  if (typeof step === 'string') return step;
  const open = Object.keys(acts).filter((name) => {
    const { needs, legal } = acts[name]!;
    return !(needs && real[needs] === 0) && legal(model);
  });
  return open[step.pick % open.length] ?? 'debtor asks';
}

async function walk(steps: readonly Step[]): Promise<void> {
  // Nobody signs so much in a quarter of an hour: the codes of thousands of walks would be too many for one network.
  await resetLimits(scenario.testApp);
  const contractNumber = `MN8-${Math.random()}`;
  const real: Real = { entry: await scenario.claim({ contractNumber }), contractNumber, request: 0, settlement: 0 };
  const model = fresh();
  const told: string[] = [];
  for (const step of steps) {
    const name = nameOf(step, model, real);
    const act = acts[name]!;
    if (act.needs && real[act.needs] === 0) continue;
    const isLegal = act.legal(model);
    const reply = await act.ask(real, model);
    const isDone = typeof reply === 'boolean' ? reply : reply.status < 300;
    told.push(`${name}: ${typeof reply === 'boolean' ? reply : `${reply.status} ${reply.body?.message ?? ''}`}`);
    expect(isDone, `${isLegal ? 'legal' : 'illegal'} in ${JSON.stringify(model)}\n${told.join('\n')}`).toBe(isLegal);
    if (typeof reply !== 'boolean') expect(reply.status, told.join('\n')).toBeLessThan(500);
    seen[isLegal ? 'legal' : 'illegal'].add(name);
    if (isLegal) act.apply(model);
    if (model.request) seen.request.add(model.request);
    if (model.settlement) seen.settlement.add(model.settlement);
    await expectSame(real, model, told);
  }
  await expectClosed(real);
}

/** The program stands where the model does. */
async function expectSame({ request, settlement }: Real, model: Model, told: readonly string[]): Promise<void> {
  if (request !== 0) {
    const [row] = await scenario.run('select status, archived_at is not null as archived from requests where id = $1', [
      request,
    ]);
    expect(row, told.join('\n')).toEqual({ status: model.request, archived: model.archived });
  }
  if (settlement !== 0 && model.settlement !== null) {
    expect((await statusOf(scenario, 'settlements', settlement))['status'], told.join('\n')).toBe(model.settlement);
  }
}

/** Those who have no part in it may do nothing of it, whatever its state. */
async function expectClosed({ request, settlement }: Real): Promise<void> {
  const paths = [
    request > 0 && `/api/individuals/${scenario.debtorId}/questionnaires/${request}`,
    settlement > 0 && `/api/loans/${settlement}`,
  ].filter((path) => path !== false);
  for (const path of paths) expect((await scenario.other.get(path)).status).toBe(404);
}

test(`MN8: ${walks} random walks of ${length} acts over requests, claims, bargaining and agreements do what the rules allow and nothing else`, {
  timeout: 120_000 + walks * 30_000,
}, async () => {
  for (const way of known) await walk(way);
  // Half of the steps go where the rules allow, or a walk would hardly ever leave the first states.
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.constantFrom(...Object.keys(acts)),
    fc.nat({ max: 1_000 }).map((pick) => ({ pick })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), (way) => walk(way)),
    { numRuns: walks, endOnFailure: true, ...(!WALKS && { seed: 8 }) },
  );
  expect([...seen.settlement].sort()).toEqual([...settlementMachine.statuses].sort());
  expect([...seen.request].sort()).toEqual([...requestMachine.statuses].sort());
  const never = Object.keys(acts).filter((name) => !seen.legal.has(name));
  // In a few walks not every sum is offered by everybody; all other acts are made in the known ways.
  expect(never.filter((name) => !/offers|accepts|rejects|recalls/.test(name))).toEqual([]);
});
