import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { BREACH_WORDS } from '#domain/settlements/breach.ts';
import type { BreachState } from './breach.queries.ts';

type Card = Answer<typeof settlements.get>;

/** When an agreement in force may be ended for late payments, in the words of its text. */
export function breachTermsOf(standing: BreachState | null): Card['breachTerms'] {
  if (!standing) return null;
  const { delay, cure } = BREACH_WORDS[standing.rule];
  return { delay, cure, byRule: standing.byRule };
}

/** The notice of a coming breach as both see it. */
export function shownBreach(standing: BreachState | null): Card['breach'] {
  if (!standing?.notice) return null;
  const { notice, payUntil, byRule, ruleUntil } = standing;
  const { decisionAskedAt: _, readOn: __, ...shown } = notice;
  return { ...shown, payUntil, byRule, ruleUntil };
}
