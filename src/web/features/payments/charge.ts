import { payments } from '#contract/money/payments.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { usePaused } from '#web/kit/form/use-paused.ts';
import { formatMoneyOf } from '#web/ui/format.ts';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.charge;

/** Whose debt is paid, whether its debtor bears a fee of the platform, and whether he may pay now. */
interface Charged {
  id: number;
  individualId: number;
  debtorFee: object | null;
  moves: readonly string[];
}

/** What the payer is asked for when he pays a sum; kopecks. */
export interface Charge {
  /** With the fee that he bears; undefined until the server, which alone reckons it, has answered. */
  payerTotal: number | undefined;
  fee: number;
  /** Why no payment may be of this sum. */
  problem: string | undefined;
  /** The answer is on its way. */
  isAsked: boolean;
  /** «5 000,00 ₽», «5 100,00 ₽ вместе с вознаграждением платформы 100,00 ₽» */
  words: string;
}

/**
 * What a sum of a settlement will cost its payer; nothing is asked where his creditor bears the fee, nor while no payment is taken.
 * @param amount in kopecks, as it is typed: it is asked about when the typing pauses
 */
export function useCharge({ id, individualId, debtorFee, moves }: Charged, amount: number): Charge {
  const paused = usePaused(amount);
  const bears = debtorFee !== null && amount > 0;
  const asks = bears && moves.includes('pay');
  const input = { params: { id: individualId, loanId: id }, query: { amount: paused } };
  const { data, error, isFetching } = useReadOf(payments.quote, asks && paused > 0 ? input : undefined);
  if (!bears) return { payerTotal: amount, fee: 0, problem: undefined, isAsked: false, words: formatMoneyOf(amount) };
  const told = paused === amount ? data : undefined;
  const isAsked = asks && (paused !== amount || (!told && isFetching));
  const problem = isAsked ? undefined : error?.fields['amount'];
  return { payerTotal: told?.payerAmount, fee: told?.feeAmount ?? 0, problem, isAsked, words: wordsOf(amount, told) };
}

function wordsOf(amount: number, told: { feeAmount: number; payerAmount: number } | undefined): string {
  if (!told) return t.andFee(formatMoneyOf(amount));
  if (told.feeAmount === 0) return formatMoneyOf(told.payerAmount);
  return t.withFee(formatMoneyOf(told.payerAmount), formatMoneyOf(told.feeAmount));
}
