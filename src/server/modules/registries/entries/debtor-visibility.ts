import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { individuals } from '#contract/parties/individuals.ts';
import { registries } from '#contract/registries/registries.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { maskEmail, maskInn, maskPhone } from '#domain/values/masks.ts';
import type { ActorMembership, Ctx } from '#server/platform/ctx.ts';

const loads = [registries.upload.code, simpleRegistries.upload.code];

/**
 * Whether the viewer sees ИНН and phones of a company's debtors in full: those who load such data for this company
 * themselves, and operators who may ask for anybody's. Everybody else sees masks.
 */
export function seesDebtors(ctx: Ctx, legalEntityId: number): boolean {
  if (ctx.actor?.kind === 'operator') return revealsAnybody(ctx);
  return memberships(ctx).some((one) => one.legalEntityId === legalEntityId && loadsFor(one));
}

/** A debtor's ИНН, phone and address as far as the viewer may see them, in the entries of both kinds. */
export const shownInn = (ctx: Ctx, row: { legalEntityId: number; debtorInn: string }): string =>
  seesDebtors(ctx, row.legalEntityId) ? row.debtorInn : maskInn(row.debtorInn);
export const shownPhone = (ctx: Ctx, row: { legalEntityId: number; phone: string }): string =>
  seesDebtors(ctx, row.legalEntityId) ? row.phone : maskPhone(row.phone);
export const shownEmail = (ctx: Ctx, row: { legalEntityId: number; email: string | null }): string | null =>
  row.email && (seesDebtors(ctx, row.legalEntityId) ? row.email : maskEmail(row.email));

/** The same of a row whose company is in a column. */
export const debtorSeen = (ctx: Ctx, company: string): RawBuilder<SqlBool> =>
  ctx.actor?.kind === 'operator'
    ? sql.lit(revealsAnybody(ctx))
    : sql<SqlBool>`${sql.ref(company)} = any(${companiesLoadedFor(ctx)}::bigint[])`;

const revealsAnybody = (ctx: Ctx): boolean =>
  ctx.may(individuals.reveal) && ctx.may(registries.reveal, { legalEntityId: null });

const memberships = (ctx: Ctx): readonly ActorMembership[] => ctx.actor?.memberships ?? [];

const loadsFor = ({ permissions }: ActorMembership): boolean => loads.some((code) => permissions.has(code));

const companiesLoadedFor = (ctx: Ctx): number[] =>
  memberships(ctx)
    .filter(loadsFor)
    .map(({ legalEntityId }) => legalEntityId);
