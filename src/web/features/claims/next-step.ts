import type { Result } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import { serverDay } from '#web/ui/clock.ts';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;
export type OwnClaim = Result<typeof claims.list>['items'][number];
type Whole = NonNullable<OwnClaim['settlement']>;
/** An older node that still runs beside this one tells less: not what of the next payment is open, not what is overdue, not when money has come. */
type Newer = 'nextSum' | 'overdueSum' | 'owesPenalty' | 'paidOn';
type OwnSettlement = Omit<Whole, Newer> & { [Key in Newer]?: Whole[Key] | undefined };
/** The settlement of a claim; undefined where an older node tells nothing of any. */
export interface Standing {
  settlement?: OwnSettlement | null | undefined;
}

/** The settlement of a claim, once it has been signed. */
export const signedOf = ({ settlement }: Standing): OwnSettlement | undefined =>
  settlement?.isSigned ? settlement : undefined;

/** Whether all of its schedule is paid and a penalty is not: money pays the rows first. */
export const owesPenaltyAlone = ({ status, nextDueDate }: Pick<OwnSettlement, 'status' | 'nextDueDate'>): boolean =>
  status === 'waiting_for_payment' && nextDueDate === null;

/** A payment of a schedule that is asked for, and all that is overdue with it; kopecks. */
export interface NextPayment extends Pick<OwnSettlement, 'nextSum' | 'overdueSum' | 'feeByDebtor'> {
  nextDueDate: string;
}

/** What a debtor is told of the next payment of an agreement: one that is late is told with all others that are. */
export function paymentWords(asked: NextPayment, next: (day: string, sum?: string) => string = t.nextPayment): string {
  const day = formatDayOf(asked.nextDueDate);
  const { nextSum, overdueSum } = asked;
  if (!isLate(asked)) return next(day, nextSum ? sumWords(nextSum, asked) : undefined);
  // The first of them alone would be read as all that is overdue.
  if (!overdueSum) return t.latePayment(day);
  return overdueSum === nextSum
    ? t.latePayment(day, sumWords(overdueSum, asked))
    : t.latePayments(day, sumWords(overdueSum, asked, true));
}

/** By the day of the server where it tells what is overdue: a day may stay open beyond its midnight. */
const isLate = ({ nextDueDate, overdueSum }: NextPayment): boolean =>
  overdueSum === undefined ? nextDueDate < serverDay() : overdueSum > 0;

/**
 * A sum of a schedule in a sentence.
 * @param isLast nothing of its clause follows
 */
export const sumWords = (sum: number, { feeByDebtor }: Pick<NextPayment, 'feeByDebtor'>, isLast = false): string =>
  feeByDebtor ? t.withoutFee(formatMoneyOf(sum), isLast) : formatMoneyOf(sum);

/** What comes next of a claim that somebody bargains about, has agreed on or has paid, and how loudly that is said. */
export function nextStepOf(claim: Standing & Pick<OwnClaim, 'settled'>): {
  text: string;
  tone?: 'success' | 'danger';
} {
  if (claim.settled) return { text: t.settledStep, tone: 'success' };
  if (claim.settlement === undefined) return { text: t.unknownStep };
  const signed = signedOf(claim);
  // Until its creditor has answered a request nothing is bargained about.
  if (!signed) return { text: claim.settlement ? t.frozenStep : t.requestStep };
  if (signed.status === 'paid') return { text: t.paidStep, tone: 'success' };
  const { nextDueDate } = signed;
  if (nextDueDate === null) return { text: t.penaltyStep, tone: 'danger' };
  return { text: t.signedStep(paymentWords({ ...signed, nextDueDate })) };
}
