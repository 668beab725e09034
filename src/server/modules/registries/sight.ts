import { individuals } from '#contract/individuals.ts';
import { registries } from '#contract/registries.ts';
import { simpleRegistries } from '#contract/simple-registries.ts';
import type { Ctx } from '#server/platform/ctx.ts';

const loads = [registries.upload.code, simpleRegistries.upload.code];

/**
 * Whether the viewer sees ИНН and phones of a company's debtors in full: those who load such data for this company
 * themselves, and operators who may ask for anybody's. Everybody else sees masks.
 */
export function seesDebtors(ctx: Ctx, legalEntityId: number): boolean {
  if (ctx.actor?.kind === 'operator') return ctx.may(individuals.reveal) && ctx.may(registries.reveal);
  const place = ctx.actor?.memberships.find((one) => one.legalEntityId === legalEntityId);
  return loads.some((code) => place?.permissions.has(code));
}
