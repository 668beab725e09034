import type { Result } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import { serverDay } from '#web/ui/clock.ts';
import { formatDayOf } from '#web/ui/format.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;
export type OwnClaim = Result<typeof claims.list>['items'][number];
type OwnSettlement = NonNullable<OwnClaim['settlement']>;

/** The settlement of a claim, once it has been signed. */
export const signedOf = ({ settlement }: Pick<OwnClaim, 'settlement'>): OwnSettlement | undefined =>
  // An older node that still runs beside this one tells nothing of it.
  settlement?.isSigned ? settlement : undefined;

/** Whether all of its schedule is paid and a penalty is not: money pays the rows first. */
export const owesPenaltyAlone = ({ status, nextDueDate }: OwnSettlement): boolean =>
  status === 'waiting_for_payment' && nextDueDate === null;

/** What comes next of a claim that somebody bargains about, has agreed on or has paid, and how loudly that is said. */
export function nextStepOf(claim: Pick<OwnClaim, 'settlement' | 'settled'>): {
  text: string;
  tone?: 'success' | 'danger';
} {
  if (claim.settled) return { text: t.settledStep, tone: 'success' };
  const signed = signedOf(claim);
  if (!signed) return { text: t.frozenStep };
  if (signed.status === 'paid') return { text: t.paidStep, tone: 'success' };
  const { nextDueDate: day } = signed;
  if (day === null) return { text: t.penaltyStep, tone: 'danger' };
  return { text: t[day < serverDay() ? 'latePayment' : 'nextPayment'](formatDayOf(day)) };
}
