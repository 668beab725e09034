import type { BusinessCalendar } from '../values/business-calendar.ts';
import { addMonths, type Day } from '../values/days.ts';
import { machine, type StatusOf } from '../values/machine.ts';
import { type Kopecks, kopecks } from '../values/money.ts';
import { monthEnd, monthOf } from '../values/months.ts';
import { onlyOne } from '../values/text/only-one.ts';

/** An invoice of the platform's fee (docs/decisions/0169). Nobody types one, so there is no draft; part payments are sums beside the state. */
export const invoiceMachine = machine('invoice', {
  first: 'issued',
  states: {
    issued: { label: 'Ждёт оплаты', tone: 'info' },
    paid: { label: 'Оплачен', tone: 'success' },
    cancelled: { label: 'Аннулирован', tone: 'neutral' },
  },
  moves: {
    pay: { from: ['issued'], to: 'paid', by: ['administrator', 'operator:accountant', 'system'], label: 'Оплатить' },
    cancel: { from: ['issued'], to: 'cancelled', by: ['administrator', 'operator:accountant'], label: 'Аннулировать' },
  },
});
export type InvoiceStatus = StatusOf<typeof invoiceMachine>;

/** The papers of an invoice, all under its number (docs/decisions/0169). */
export const INVOICE_PAPERS = {
  invoice: 'Счёт на оплату',
  transfer: 'Акт (УПД)',
  breakdown: 'Реестр сделок',
} as const;
export type InvoicePaper = keyof typeof INVOICE_PAPERS;

/** What is numbered without gaps, and the letters that its numbers begin with. */
const NUMBERED = { invoice: 'СЧ', correction: 'КД' } as const;
export type Numbered = keyof typeof NUMBERED;

/** «СЧ-2026-000001» */
export const paperNumber = (kind: Numbered, year: number, count: number): string =>
  `${NUMBERED[kind]}-${year}-${String(count).padStart(6, '0')}`;

// A Latin C looks the same; people leave zeros out, and dashes come in all lengths.
const invoiceNumber = /(?:^|[^\p{L}\d])[СCсc][Чч]\s*[-–—]?\s*(\d{4})\s*[-–—]\s*(\d{1,9})(?!\d)/gu;

/** The number of an invoice in what somebody has written as the purpose of his transfer; null when there is none, or several. */
export const invoiceNumberIn = (purpose: string | null): string | null =>
  onlyOne(
    [...(purpose ?? '').matchAll(invoiceNumber)].map(([, year, no]) =>
      paperNumber('invoice', Number(year), Number(no)),
    ),
  );

// «ИНН/КПП 7701234567/770101001», «ИНН плательщика: 7701234567»; a Latin H looks the same.
const innMention = /(?<!\p{L})(?:и\.?[нh]\.?[нh]|inn)(?:[\s/\\|,_-]*[кk][пp][пp])?(?!\p{L})\D{0,40}(\d*)/giu;

/** Whether somebody has written an INN as the purpose of his transfer that is not this one, or that nobody can read. */
export const namesOtherInn = (purpose: string | null, inn: string): boolean =>
  [...(purpose ?? '').matchAll(innMention)].some(([, named]) => named !== inn);

/** Of which month people look at the sums: until the tenth they check the invoices of the one before. */
export const reckonedMonth = (today: Day): Day =>
  monthOf(Number(today.slice(8)) < 10 ? addMonths(monthOf(today), -1) : today);

/** Whether a month is over when a day begins. */
export const isMonthOver = (month: Day, today: Day): boolean => monthEnd(month) < today;

/** The later of two days. */
export const laterDay = (one: Day, other: Day): Day => (one > other ? one : other);

/** The last day on which an invoice is paid in time. */
export const dueDateOf = (issuedOn: Day, calendar: BusinessCalendar, workingDays: number): Day =>
  calendar.addWorkingDays(issuedOn, workingDays);

/** What of something is not used up yet. */
interface WithRest {
  readonly id: number;
  readonly rest: Kopecks;
}

/** How much of a credit pays an invoice. */
interface CreditUsed {
  readonly invoiceId: number;
  readonly creditId: number;
  readonly amount: Kopecks;
}

/** Lets credits (money that has come, corrections) pay open invoices, both in the order in which they are told. */
export function useCredits(invoices: readonly WithRest[], credits: readonly WithRest[]): CreditUsed[] {
  const used: CreditUsed[] = [];
  const left = credits.map(({ id, rest }) => ({ id, rest: Number(rest) }));
  for (const invoice of invoices) {
    let open = Number(invoice.rest);
    for (const credit of left) {
      const amount = Math.min(open, credit.rest);
      if (amount <= 0) continue;
      used.push({ invoiceId: invoice.id, creditId: credit.id, amount: kopecks(amount) });
      credit.rest -= amount;
      open -= amount;
    }
  }
  return used;
}
