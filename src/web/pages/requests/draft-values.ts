import type { Request as Given, Result } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import { requestGaps } from '#domain/negotiation/request-form.ts';
import { addMonths, type Day, parseRussianDay } from '#domain/values/days.ts';
import { parseMoney } from '#domain/values/money.ts';
import { typedDay, typedSum } from '#web/kit/form/typed.ts';
import { texts } from './texts.ts';

const t = texts.draft;

export type Request = Result<typeof requests.get>;
type Change = Omit<Given<typeof requests.update>['body'], 'version' | 'send'>;

/** A draft as its form shows it: everything as typed. */
export interface DraftValues {
  creditorName: string;
  contractNumber: string;
  contractDate: string;
  claimedDebt: string;
  issuedAmount: string;
  debtReason: string;
  desiredAmount: string;
  payments: string;
  comment: string;
}
export type DraftField = keyof DraftValues;
export type DraftErrors = Partial<Record<DraftField, string>>;

/** A draft of a request, as its form holds it. */
export function valuesOf(request: Request): DraftValues {
  return {
    creditorName: request.creditorName ?? '',
    contractNumber: request.contractNumber ?? '',
    contractDate: typedDay(request.contractDate),
    claimedDebt: typedSum(request.claimedDebt),
    issuedAmount: typedSum(request.issuedAmount),
    debtReason: request.debtReason ?? '',
    desiredAmount: typedSum(request.desiredAmount),
    payments: request.desiredPlan ? String(request.desiredPlan.payments) : '',
    comment: request.comment ?? '',
  };
}

/** What a change of the values is made to. */
interface Saved {
  values: DraftValues;
  /** How the debtor would like to pay, with what the form has no field for. */
  plan: Request['desiredPlan'];
}

/**
 * What has been typed since the values were saved, as the server takes it; what cannot be read is at its field. Another number of
 * payments leaves their first day, while it has not passed, and what is paid at first.
 */
export function changesOf(
  values: DraftValues,
  { values: saved, plan }: Saved,
  today: Day,
): { change: Change; errors: DraftErrors } {
  const errors: DraftErrors = {};
  const change: Record<string, unknown> = {};
  for (const field of Object.keys(values) as DraftField[]) {
    if (values[field] === saved[field]) continue;
    const text = values[field].trim();
    const read = text === '' ? null : readers[field](text, { plan, today });
    if (read === undefined) errors[field] = wrong[field] ?? '';
    else change[field === 'payments' ? 'desiredPlan' : field] = read;
  }
  return { change, errors };
}

/** Whether these values lack nothing: then only their author sends them on, never the saving by itself. */
export const isWhole = (values: DraftValues, isVerified: boolean): boolean =>
  requestGaps({ ...values, claimedDebt: parseMoney(values.claimedDebt) }, isVerified).length === 0;

/** A text as the server takes it; undefined when it is none. */
type Reader = (text: string, of: Pick<Saved, 'plan'> & { today: Day }) => unknown;
const asText: Reader = (text) => text;
const asSum: Reader = (text) => parseMoney(text) || undefined;

const readers: Record<DraftField, Reader> = {
  creditorName: asText,
  contractNumber: asText,
  contractDate: (text) => parseRussianDay(text) ?? undefined,
  claimedDebt: asSum,
  issuedAmount: asSum,
  debtReason: asText,
  desiredAmount: asSum,
  payments: (text, { plan, today }) => {
    const { downPayment = 0, firstDate = '' } = plan ?? {};
    return {
      kind: text === '1' && downPayment === 0 ? 'at_once' : 'equal',
      payments: Number(text),
      firstDate: firstDate >= today ? firstDate : addMonths(today, 1),
      ...(downPayment > 0 && { downPayment }),
    };
  },
  comment: asText,
};

const wrong: DraftErrors = {
  contractDate: t.wrongDay,
  claimedDebt: t.wrongSum,
  issuedAmount: t.wrongSum,
  desiredAmount: t.wrongSum,
};
