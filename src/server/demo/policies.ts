import type { PolicyBand } from '#domain/negotiation/policy-band.ts';
import { DEFAULT_BAND } from '#domain/negotiation/policy-band.ts';
import { kopecks } from '#domain/values/money.ts';
import { findRule, sendRuleCode, signRule } from '../modules/certificates/rule.commands.ts';
import { publishPolicy, sendPublishingCode } from '../modules/policy/handlers.ts';
import type { DemoScenario } from './scenario.ts';

type Band = Omit<PolicyBand, 'categoryId'>;

/** Costs of a court are asked for in full; penalties are forgiven first. */
const componentOrder = ['penalty', 'fine', 'fee', 'interest_overdue', 'interest', 'principal'] as const;
const { categoryId: _, ...baseBand } = { ...DEFAULT_BAND, componentOrder };

/** A young debt: a small discount, answered by itself where nothing is left to think about. */
const young: Band = {
  ...baseBand,
  dpdTo: 90,
  minLumpBps: 8500,
  minPlanBps: 9500,
  maxPayments: 6,
  minPayment: kopecks(100_000),
  autoAcceptBps: 9800,
  autoRejectBps: 5000,
  approvalBelowBps: 9000,
  penaltyDayBps: 5,
};

/** An older one: more is forgiven, and more time is given. */
const older: Band = {
  ...baseBand,
  dpdFrom: 91,
  dpdTo: 365,
  minLumpBps: 6000,
  minPlanBps: 7500,
  maxPayments: 12,
  minPayment: kopecks(100_000),
  maxDaysToFirst: 45,
  maxPlanDays: 400,
  autoAcceptBps: 9500,
  autoRejectBps: 3500,
  approvalBelowBps: 7000,
  penaltyDayBps: 10,
};

/** A debt that hardly anybody pays. */
const old: Band = {
  ...older,
  dpdFrom: 366,
  dpdTo: null,
  minLumpBps: 4000,
  minPlanBps: 5500,
  maxPayments: 24,
  minPayment: kopecks(50_000),
  maxPlanDays: 760,
  autoAcceptBps: 8500,
  autoRejectBps: 2500,
  approvalBelowBps: 5000,
};

/** Who publishes which conditions. */
export const policies: Readonly<Record<string, readonly Band[]>> = {
  'head@alpha.test': [young, older, old],
  'head@beta.test': [young, { ...older, approvalBelowBps: null, autoAcceptBps: null }, { ...old, autoAcceptBps: null }],
  'head@gamma.test': [
    { ...older, dpdFrom: 0, minDownBps: 1000 },
    { ...old, minDownBps: 500 },
  ],
};

/** The head publishes conditions of his company under the code of a letter. */
export async function publishesPolicy(scenario: DemoScenario, head: string, bands: readonly Band[]): Promise<void> {
  const ctx = await scenario.by(head);
  const [membership] = ctx.actor.memberships;
  if (!membership) throw new Error('A head without a company');
  const form = { bands: bands.map((band) => ({ ...band, componentOrder: [...band.componentOrder] })), version: 0 };
  const code = await scenario.codeFrom(ctx, () => sendPublishingCode(ctx, membership.legalEntityId, form));
  await publishPolicy(ctx, membership.legalEntityId, { ...form, code });
}

/** The head signs, under the code of a letter, that certificates of his company are issued and signed without him. */
export async function signsCertificateRule(scenario: DemoScenario, head: string): Promise<void> {
  const ctx = await scenario.by(head);
  const [membership] = ctx.actor.memberships;
  if (!membership) throw new Error('A head without a company');
  const { version, sha256: textHash } = await findRule(ctx, membership.legalEntityId);
  const code = await scenario.codeFrom(ctx, () => sendRuleCode(ctx, membership.legalEntityId, textHash));
  await signRule(ctx, membership.legalEntityId, { version, textHash, code });
}
