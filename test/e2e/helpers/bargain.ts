import { expect } from 'vitest';
import type { Signed } from '#test/helpers/boot.ts';
import { lump, readDraft } from '#test/settlements/helpers/bargaining.ts';
import type { Scenario } from './scenario.ts';
import { codeOf } from './signing.ts';

/** Between whom it goes: a lender with his claims, who acts for him, and the debtor. */
interface Sides {
  lender: { id: number };
  manager: Signed;
  debtor: Signed & { individualId: number };
}

/**
 * A bargaining about a claim of the debtor, opened without the browser.
 * @param index which of his claims @param request what his request says
 * @returns the number of the settlement
 */
export async function startBargaining({ lender, manager, debtor }: Sides, index = 0, request = {}): Promise<number> {
  const own = `/api/individuals/${debtor.individualId}`;
  const entry = (await debtor.client.get(`${own}/registry-entries`)).body.items[index];
  const asked = await debtor.client.post(
    `${own}/questionnaires/create-by/legal-entity/${lender.id}/registry/${entry.registryId}/registry-entry/${entry.id}`,
    request,
  );
  const { id, version } = asked.body;
  const opened = await manager.client.post(`${own}/questionnaires/${id}/negotiate/${lender.id}`, { version });
  return opened.body.settlementId;
}

/**
 * An agreement to pay the whole debt, made without the browser.
 * @param terms of the creditor's offer: at once unless they name another plan
 * @returns the number of the settlement
 */
export async function makeAgreement(
  scenario: Scenario,
  sides: Sides,
  { plan: shape = {}, ...terms }: { plan?: object; shiftEvery?: number } = {},
): Promise<number> {
  const { lender, manager, debtor } = sides;
  const id = await startBargaining(sides);
  const [own, theirs] = [`/api/individuals/${debtor.individualId}`, `/api/legal-entities/${lender.id}`];
  const plan = { ...lump((await manager.client.get(`/api/loans/${id}`)).body.debtTotal), ...shape };
  const textHash = await readDraft({ client: manager.client, base: theirs }, id, { plan, ...terms });
  await manager.client.post(`${theirs}/loans/${id}/signing-code`, { textHash });
  const code = await codeOf(scenario, manager);
  const offered = await manager.client.post(`${theirs}/offer-terms/${id}`, { plan, ...terms, textHash, code });
  const { termsHash } = offered.body.offers[0];
  await debtor.client.post(`${own}/loans/${id}/signing-code`, { textHash: termsHash });
  const accepted = await debtor.client.post(`${own}/accept-terms/${id}`, {
    termsHash,
    code: await codeOf(scenario, debtor),
  });
  expect(accepted.body.status).toBe('waiting_for_payment');
  return id;
}
