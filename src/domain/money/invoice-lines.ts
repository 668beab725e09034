import type { Day } from '../values/days.ts';
import { cumulativeShare, greater, lesser, minus } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';

/** One fee on 1200, or what was reversed of one: below zero then. `vatBps` null is without VAT. Sums in kopecks, VAT within the amount. */
export interface FeeRow {
  readonly entryId: number;
  readonly paymentId: number;
  readonly settlementId: number;
  /** The day of the service, or of its reversal. */
  readonly day: Day;
  readonly amount: Kopecks;
  readonly vat: Kopecks;
  readonly vatBps: number | null;
}

/** The fees of one rate of VAT, as a paper names them; `count` is of payments. */
export interface FeeLine {
  readonly vatBps: number | null;
  readonly amount: Kopecks;
  readonly vat: Kopecks;
  readonly count: number;
}

/** What is not covered yet of a creditor, as papers take it. */
export interface Uncovered {
  /** What an invoice covers: fees, with what was reversed of them before they were invoiced. */
  readonly invoiced: readonly FeeRow[];
  /** What was reversed of fees that an invoice has already, by the number of that invoice. */
  readonly corrected: ReadonlyMap<number, readonly FeeRow[]>;
}

/** The living invoice that has the fee of a payment, and the rate by which it tells of it. */
export interface FeePlace {
  readonly invoiceId: number;
  readonly vatBps: number | null;
}

/**
 * Tells what of the entries is invoiced and what corrects an invoice of before, by the rate that stands there.
 * @param feeAt which invoice has the fee of a payment already; undefined when none does
 * @throws RangeError when something is reversed of a fee that is nowhere: the ledger does not do so
 */
export function splitUncovered(rows: readonly FeeRow[], feeAt: (paymentId: number) => FeePlace | undefined): Uncovered {
  const fresh = new Set(rows.filter(({ amount }) => amount > 0).map(({ paymentId }) => paymentId));
  const invoiced: FeeRow[] = [];
  const corrected = new Map<number, FeeRow[]>();
  for (const row of rows) {
    if (fresh.has(row.paymentId)) {
      invoiced.push(row);
      continue;
    }
    const place = feeAt(row.paymentId);
    if (!place) throw new RangeError(`The fee of payment ${row.paymentId} is nowhere`);
    const { invoiceId, vatBps } = place;
    const same = corrected.get(invoiceId);
    if (same) same.push({ ...row, vatBps });
    else corrected.set(invoiceId, [{ ...row, vatBps }]);
  }
  return { invoiced, corrected };
}

/** What the rows come to. */
export const totalOf = (rows: readonly { readonly amount: Kopecks; readonly vat: Kopecks }[]) => ({
  amount: sumKopecks(rows.map(({ amount }) => amount)),
  vat: sumKopecks(rows.map(({ vat }) => vat)),
});

/** One line for each rate of VAT, the higher first, without VAT last; a rate of which nothing is left has none. */
export function linesByRate(rows: readonly FeeRow[]): FeeLine[] {
  return [...Map.groupBy(rows, ({ vatBps }) => vatBps)]
    .map(([vatBps, those]) => ({ vatBps, ...totalOf(those), count: paymentsIn(those) }))
    .filter(({ amount, vat }) => amount !== 0 || vat !== 0)
    .toSorted((one, other) => (other.vatBps ?? -1) - (one.vatBps ?? -1));
}

/** How many payments have something left. */
function paymentsIn(rows: readonly FeeRow[]): number {
  const byPayment = new Map<number, number>();
  for (const { paymentId, amount } of rows) byPayment.set(paymentId, (byPayment.get(paymentId) ?? 0) + amount);
  return [...byPayment.values()].filter((amount) => amount !== 0).length;
}

/** The lines less what was taken off them, each by its rate. @throws RangeError when more was taken off than a line has */
export function linesLess(lines: readonly FeeLine[], taken: readonly FeeLine[]): FeeLine[] {
  return lines.map((line) => {
    const off = totalOf(taken.filter(({ vatBps }) => vatBps === line.vatBps));
    if (off.amount > line.amount || off.vat > line.vat) throw new RangeError('More is taken off a line than it has');
    return { ...line, amount: minus(line.amount, off.amount), vat: minus(line.vat, off.vat) };
  });
}

/**
 * Takes a sum off lines, the first of them first; of each as much of its VAT as of its sum, with the last kopeck all of it.
 * @param lines what is left of the lines of an invoice
 * @throws RangeError when the lines have less
 */
export function takeOff(lines: readonly FeeLine[], sum: Kopecks): FeeLine[] {
  const taken: FeeLine[] = [];
  let rest = sum;
  for (const { vatBps, amount, vat, count } of lines) {
    const part = lesser(rest, amount);
    if (part === 0) continue;
    taken.push({ vatBps, amount: part, vat: cumulativeShare(vat, part, amount), count });
    rest = minus(rest, part);
  }
  if (rest > 0) throw new RangeError('The lines have less than is taken off');
  return taken;
}

/**
 * What a correction takes off lines for fees that were reversed: their sums, and of VAT no more and no less than a line can give, since its
 * parts were rounded one by one and what was taken off by hand as a whole.
 * @param left what is left of the lines of an invoice
 * @returns null when a line has less left
 */
export function fitLines(left: readonly FeeLine[], reversed: readonly FeeLine[]): FeeLine[] | null {
  const taken: FeeLine[] = [];
  for (const line of reversed) {
    const has = left.find(({ vatBps }) => vatBps === line.vatBps);
    if (!has || has.amount < line.amount) return null;
    const least = greater(kopecks(0), kopecks(has.vat - (has.amount - line.amount)));
    taken.push({ ...line, vat: greater(least, lesser(line.vat, has.vat)) });
  }
  return taken;
}

/** Fees of one rate that were reversed, of which an invoice was lowered by hand as well. */
export interface HeldLine {
  readonly line: FeeLine;
  /** How much was taken off that line by hand and was not told since to be what came back. */
  readonly byHand: Kopecks;
  /** So much of what came back has no room in the line: that at least is the same money. */
  readonly least: Kopecks;
}

/** What was taken off by hand of each rate. */
export type ByRate = ReadonlyMap<number | null, Kopecks>;

/**
 * Which lines of reversed fees wait for people: those whose rate was lowered by hand.
 * @param left what is left of the lines of the invoice
 */
export function heldLines(left: readonly FeeLine[], reversed: readonly FeeLine[], byHand: ByRate): HeldLine[] {
  return reversed.flatMap((line) => {
    const lowered = byHand.get(line.vatBps) ?? kopecks(0);
    if (lowered <= 0) return [];
    const room = left.find(({ vatBps }) => vatBps === line.vatBps)?.amount ?? kopecks(0);
    return [{ line, byHand: lowered, least: greater(kopecks(0), kopecks(line.amount - room)) }];
  });
}

/** Splits reversed fees of a rate by how much of them an invoice was lowered by hand for already. */
export function splitCounted(line: FeeLine, sum: Kopecks): { counted: FeeLine; rest: FeeLine[] } {
  const counted = { ...line, amount: sum, vat: cumulativeShare(line.vat, sum, line.amount) };
  return { counted, rest: linesLess([line], [counted]).filter(({ amount }) => amount > 0) };
}

/** The same with the sign turned: rows of reversals, as a correction tells them. */
export const turned = <Row extends { readonly amount: Kopecks; readonly vat: Kopecks }>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, amount: kopecks(0 - row.amount), vat: kopecks(0 - row.vat) }));

/** Whether a paper is a счёт-фактура as well: somebody pays VAT in it (docs/decisions/0169). */
export const hasVat = (lines: readonly FeeLine[]): boolean => lines.some(({ vatBps }) => vatBps !== null);

/** «22 %», «Без НДС» */
export const vatWords = (vatBps: number | null): string =>
  vatBps === null ? 'Без НДС' : `${String(vatBps / 100).replace('.', ',')}\u00A0%`;

/** Who issues, as a paper says it. */
export interface IssuerFacts {
  readonly name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly ogrn: string;
  readonly address: string;
  readonly bankName: string;
  readonly bik: string;
  readonly corrAccount: string;
  readonly account: string;
  /** Who signs for it, and who keeps its books, where somebody else does. */
  readonly headName: string;
  readonly headPosition: string;
  readonly accountantName: string | null;
}

/** Who pays. */
export interface PayerFacts {
  readonly name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly ogrn: string | null;
  readonly address: string | null;
}

/** What an invoice says, as it was written down when it was issued; `form` is the number of its form. */
export interface InvoiceFacts {
  readonly form: number;
  readonly number: string;
  readonly issuedOn: Day;
  readonly month: Day;
  readonly dueDate: Day;
  readonly issuer: IssuerFacts;
  readonly payer: PayerFacts;
  readonly lines: readonly FeeLine[];
}

/** What a correction says: the lines as they were before it, and what is taken off them. */
export interface CorrectionFacts {
  readonly form: number;
  readonly number: string;
  readonly issuedOn: Day;
  readonly invoice: Pick<InvoiceFacts, 'number' | 'issuedOn'>;
  readonly reason: string;
  readonly issuer: IssuerFacts;
  readonly payer: PayerFacts;
  readonly before: readonly FeeLine[];
  readonly lines: readonly FeeLine[];
}
