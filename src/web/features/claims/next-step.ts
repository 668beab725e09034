import type { Result } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import { serverDay } from '#web/ui/clock.ts';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;
export type OwnClaim = Result<typeof claims.list>['items'][number];
/** An older node that still runs beside this one does not tell what of the next payment is open. */
type OwnSettlement = Omit<NonNullable<OwnClaim['settlement']>, 'nextSum'> & { nextSum?: number | null };
type Standing = Pick<OwnClaim, 'settled'> & { settlement: OwnSettlement | null };

/** The settlement of a claim, once it has been signed. */
export const signedOf = ({ settlement }: Pick<Standing, 'settlement'>): OwnSettlement | undefined =>
  // An older node that still runs beside this one tells nothing of it.
  settlement?.isSigned ? settlement : undefined;

/** Whether all of its schedule is paid and a penalty is not: money pays the rows first. */
export const owesPenaltyAlone = ({ status, nextDueDate }: OwnSettlement): boolean =>
  status === 'waiting_for_payment' && nextDueDate === null;

/** What comes next of a claim that somebody bargains about, has agreed on or has paid, and how loudly that is said. */
export function nextStepOf(claim: Standing): {
  text: string;
  tone?: 'success' | 'danger';
} {
  if (claim.settled) return { text: t.settledStep, tone: 'success' };
  const signed = signedOf(claim);
  // Until its creditor has answered a request nothing is bargained about.
  if (!signed) return { text: claim.settlement ? t.frozenStep : t.requestStep };
  if (signed.status === 'paid') return { text: t.paidStep, tone: 'success' };
  const { nextDueDate: day, nextSum } = signed;
  if (day === null) return { text: t.penaltyStep, tone: 'danger' };
  const sum = nextSum ? formatMoneyOf(nextSum) : undefined;
  return { text: t[day < serverDay() ? 'latePayment' : 'nextPayment'](formatDayOf(day), sum) };
}
