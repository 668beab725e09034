import { machine, type StatusOf } from '../values/machine.ts';
import { onlyOne } from '../values/text/only-one.ts';
import { invoiceNumberIn } from './invoice.ts';

/** What the partner's statement of a day and our own records do not agree about (docs/domain.md §10.1). */
export const DIFFERENCES = {
  missing_here: 'Нет у нас',
  missing_there: 'Нет у партнёра',
  other_sum: 'Другая сумма',
  other_status: 'Другой статус',
  repeated: 'Дважды в выписке',
} as const;
type DifferenceKind = keyof typeof DIFFERENCES;

/** A difference waits for an accountant, unless a later reconciliation finds that it is no more. */
export const differenceMachine = machine('difference', {
  first: 'open',
  states: {
    open: { label: 'Не разобрано', tone: 'warning' },
    held: { label: 'Ждёт зачёта', tone: 'info' },
    decided: { label: 'Разобрано', tone: 'success' },
    cleared: { label: 'Сошлось', tone: 'neutral' },
  },
  moves: {
    hold: {
      from: ['open'],
      to: 'held',
      by: ['administrator', 'operator:accountant'],
      label: 'Принять как невыясненное',
    },
    decide: { from: ['open', 'held'], to: 'decided', by: ['administrator', 'operator:accountant'], label: 'Разобрать' },
    clear: { from: ['open'], to: 'cleared', by: ['system'], label: 'Сошлось' },
    reopen: { from: ['decided', 'cleared'], to: 'open', by: ['system'], label: 'Разошлось снова' },
  },
});
export type DifferenceStatus = StatusOf<typeof differenceMachine>;

/** How an accountant ends a difference. The first five book money, `ask` has the partner asked once more. */
export const DIFFERENCE_DECISIONS = {
  assign: 'Зачесть в соглашение',
  invoice: 'Оплата счёта за вознаграждение',
  unmatched: 'Принять как невыясненное поступление',
  commission: 'Комиссия партнёра',
  expense: 'Списать в расходы',
  ask: 'Спросить партнёра ещё раз',
  other_day: 'Пройдёт другим днём',
  partner_error: 'Ошибка партнёра, он исправит',
  explained: 'Объяснено',
} as const;
export type DifferenceDecision = keyof typeof DIFFERENCE_DECISIONS;

/** Whether a decision books money. */
export const booksMoney = (decision: DifferenceDecision): boolean =>
  ['assign', 'invoice', 'unmatched', 'commission', 'expense'].includes(decision);

/** A movement of the partner's statement. `amount` in kopecks is below zero when money left. */
export type StatementLine = {
  readonly id: string;
  readonly kind: 'payment' | 'refund' | 'transfer' | 'commission' | 'payout';
  readonly key: string | null;
  readonly amount: number;
};

/** A payment, a refund, a payout or its way back of ours, `amount` as the statement would have it. */
export type OwnMovement = {
  readonly what: 'payment' | 'refund' | 'payout' | 'payout_return';
  readonly id: number;
  /** The payment, refund or payout itself; of a way back the payout. */
  readonly about: number;
  readonly key: string;
  readonly amount: number;
  /** Whether it has come or gone with us, too. */
  readonly isDone: boolean;
  /** Whether it has agreed with a statement before, and by which line; null where it has not, or nobody knows. */
  readonly hasAgreed: boolean;
  readonly line: string | null;
};

/** Whether money goes the other way than ours, as when the payer's bank takes back what he has paid. */
const goesBack = (line: StatementLine, own: OwnMovement): boolean => line.amount < 0 !== own.amount < 0;

/**
 * Whether a line that names what is ours is a movement of its own: money that goes the other way, or what has agreed by another line. There may
 * be several of them, each known by its line (docs/decisions/0133).
 */
export const isMovementApart = (line: StatementLine, own: OwnMovement): boolean =>
  goesBack(line, own) || (own.line !== null && own.line !== line.id);

/** One thing that does not agree; `line` null when the statement has none, `own` null when we have none. Sums in kopecks. */
export type Difference = {
  readonly kind: DifferenceKind;
  readonly line: StatementLine | null;
  readonly own: OwnMovement | null;
};

/** What agrees: ours, by the line of the statement with which it does. */
export type MatchedMovement = { readonly own: OwnMovement; readonly line: StatementLine };

/**
 * Compares a statement with our records by the keys that both sides know.
 * @param own what the statement names, and what should be in it
 * @returns what agrees, and what does not, in the order of the statement and then of our records
 */
export function reconcile(
  lines: readonly StatementLine[],
  own: readonly OwnMovement[],
): { matched: MatchedMovement[]; differences: Difference[] } {
  const byKey = new Map(own.map((one) => [one.key, one]));
  const seen = new Set<string>();
  const matched: MatchedMovement[] = [];
  const differences: Difference[] = [];
  for (const line of lines) {
    const ours = line.key === null ? undefined : byKey.get(line.key);
    const kind = kindOf(line, ours, seen);
    if (ours && !goesBack(line, ours)) seen.add(ours.key);
    if (kind) differences.push({ kind, line, own: ours ?? null });
    else if (ours) matched.push({ own: ours, line });
  }
  for (const ours of own) {
    if (ours.isDone && !ours.hasAgreed && !seen.has(ours.key))
      differences.push({ kind: 'missing_there', line: null, own: ours });
  }
  const repeated = new Set(
    differences.flatMap(({ kind, line, own: one }) =>
      kind === 'repeated' && line && one && !goesBack(line, one) ? [one.key] : [],
    ),
  );
  return { matched: matched.filter((one) => !repeated.has(one.own.key)), differences };
}

function kindOf(
  line: StatementLine,
  own: OwnMovement | undefined,
  seen: ReadonlySet<string>,
): DifferenceKind | undefined {
  if (!own) return 'missing_here';
  const isKnown = own.line === line.id;
  if (!isKnown && seen.has(own.key)) return 'repeated';
  if (line.amount !== own.amount) return 'other_sum';
  if (!isKnown && own.line !== null) return 'repeated';
  return own.isDone ? undefined : 'other_status';
}

// A Latin Y looks the same, and dashes come in all lengths.
const agreementNumber = /(?:^|[^\p{L}\d])[УYуy]\s*[-–—]?\s*(\d{4})\s*[-–—]\s*(\d{6,})(?!\d)/gu;

/** The number of an agreement in what somebody has written as the purpose of his transfer; null when there is none, or several. */
export const agreementNumberIn = (purpose: string | null): string | null =>
  onlyOne([...(purpose ?? '').matchAll(agreementNumber)].map(([, year, no]) => `У-${year}-${no}`));

/**
 * How a difference may be ended: money is booked only where the statement has it and we have nothing, or hold that it never went: a
 * refund that has failed with us, or a payment that was taken back (docs/decisions/0126). Money that is held already can only be counted to an agreement or to an invoice;
 * what is in the books is booked no second time, however the statement looks later: only the rest of it is.
 */
export function decisionsFor(difference: {
  kind: DifferenceKind;
  /** What the statement calls it; null where it has nothing. */
  movement: StatementLine['kind'] | null;
  theirs: number | null;
  ours: number | null;
  status: DifferenceStatus;
  /** By which decision money of it is in the books; null while none is. */
  booked: DifferenceDecision | null;
  bookedSum: number | null;
  expensedSum: number;
}): DifferenceDecision[] {
  const { kind, movement, theirs, status, booked } = difference;
  if (status === 'held') return ['assign', 'invoice'];
  if (status !== 'open') return [];
  // A payout that comes back is the creditor's: once the partner has told of it, it agrees.
  const came = kind === 'missing_here' && (theirs ?? 0) > 0 && movement !== 'payout';
  const left = kind === 'missing_here' && (theirs ?? 0) < 0;
  const wentAfterAll = kind === 'other_status' && (theirs ?? 0) < 0;
  const takenBack = isTakenBack(difference) && theirs !== 0;
  const open: [DifferenceDecision, boolean][] = [
    ['assign', came],
    ['invoice', came],
    ['unmatched', came],
    ['commission', left],
    ['ask', kind === 'missing_there' || kind === 'other_status' || kind === 'other_sum'],
    ['expense', left || wentAfterAll || takenBack],
    ['other_day', kind === 'missing_there'],
    ['partner_error', true],
    ['explained', true],
  ];
  const fitting = open.filter(([, isOpen]) => isOpen).map(([decision]) => decision);
  if (booked === null) return fitting;
  return [...forRest(difference, booked), ...fitting.filter((one) => !booksMoney(one))];
}

/** As a chargeback does: the payer's bank takes back what he has paid; nought where it has not, after all. */
const isTakenBack = ({ kind, theirs, ours }: Pick<Line, 'kind' | 'theirs' | 'ours'>): boolean =>
  (kind === 'other_sum' || kind === 'repeated') && theirs !== null && theirs <= 0 && (ours ?? 0) > 0;

/** Whether a line is in the books by itself, and not by a payment, a refund or a payout of ours. */
const isCounted = (line: Pick<Line, 'kind' | 'theirs' | 'ours'>): boolean =>
  line.kind === 'missing_here' || isTakenBack(line);

/** A line of the statement as a difference has it, sums in kopecks. */
interface Line {
  kind: DifferenceKind;
  status: DifferenceStatus;
  theirs: number | null;
  ours: number | null;
  bookedSum: number | null;
}

/**
 * What of a line is not in the books since it looks otherwise, below zero where it became less; null where nothing is, or nobody knows. Of a payment,
 * a refund or a payout of ours only the partner's word counts, so that the line is of nobody, or of what was taken back of a payment.
 */
export function restOf(line: Line): number | null {
  const { status, theirs, bookedSum } = line;
  if (status !== 'open' || theirs === null || bookedSum === null) return null;
  return isCounted(line) ? theirs - bookedSum || null : null;
}

/** What of held money its line has more by now than the books, below zero where it has less: it is booked with the decision whose it is. Kopecks. */
export const heldRest = ({ status, theirs, bookedSum }: Pick<Line, 'status' | 'theirs' | 'bookedSum'>): number =>
  status === 'held' && theirs !== null && bookedSum !== null ? theirs - bookedSum : 0;

/** Whether the books have a line just as it looks: nobody need look at it. */
export const isInBooks = (line: Omit<Line, 'status'>): boolean =>
  line.bookedSum !== null && line.theirs === line.bookedSum && isCounted(line);

/** Whether money has come by a line, as it is in the books, and not left. */
const hasCome = (booked: DifferenceDecision): boolean => booked !== 'commission' && booked !== 'expense';

/**
 * What of the rest of a line was written off before, and so comes back from expenses; the other part of it is new. Kopecks.
 * @param expensedSum how much of what has come by it is an expense by now
 */
export const comesBack = (booked: DifferenceDecision | null, rest: number, expensedSum: number): number =>
  rest <= 0 || booked === null ? 0 : hasCome(booked) ? Math.min(rest, expensedSum) : rest;

/**
 * The rest of a line of which one part comes back from expenses, while the other is new; null where it is all of one kind. Kopecks.
 * @param expensedSum how much of what has come by it is an expense by now
 */
export function partsOfRest(
  booked: DifferenceDecision | null,
  rest: number | null,
  expensedSum: number,
): { back: number; fresh: number } | null {
  const back = comesBack(booked, rest ?? 0, expensedSum);
  const fresh = (rest ?? 0) - back;
  return back > 0 && fresh > 0 ? { back, fresh } : null;
}

/** How much of what has come by a line is an expense once its rest is booked; kopecks. */
export const expensedAfter = (booked: DifferenceDecision | null, rest: number, expensedSum: number): number =>
  booked === null || !hasCome(booked) ? 0 : expensedSum - Math.min(rest, expensedSum);

/** Whose more money is has to be told; what became less is an expense, or one that came back. */
function forRest(line: Line & { expensedSum: number }, booked: DifferenceDecision): DifferenceDecision[] {
  const rest = restOf(line);
  if (rest === null) return [];
  if (hasCome(booked)) return rest > line.expensedSum ? ['assign', 'invoice'] : ['expense'];
  // Of a payment it is known what it was that left.
  return rest > 0 || isTakenBack(line) ? [booked] : ['commission', 'expense'];
}

/** What a decision does, in words: of what had left and is less by now the rest comes back. */
export const decisionTitle = (decision: DifferenceDecision, rest: number | null): string =>
  rest !== null && rest > 0 && (decision === 'expense' || decision === 'commission')
    ? 'Вернуть из расходов'
    : DIFFERENCE_DECISIONS[decision];

/** Whether two lines that were taken for one can be told apart: as long as the statement has the later one. */
export const canSeparate = ({
  replacedLine,
  theirs,
}: {
  replacedLine: string | null;
  theirs: number | null;
}): boolean => replacedLine !== null && theirs !== 0;

/** A movement beside what it would be known again by, were it issued under another number. */
interface Recognisable {
  /** What of ours it is about; null where we have nothing. */
  readonly about: string | null;
  /** Kopecks, below zero when money left; null where nobody knows. */
  readonly amount: number | null;
  readonly purpose: string | null;
}

/** Whether two movements have this in common; the first that two of them have makes them one. */
type Likeness = (gone: Recognisable, fresh: Recognisable) => boolean;
const words = (purpose: string | null): string => (purpose ?? '').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
const sameSum: Likeness = (gone, fresh) => gone.amount === fresh.amount;
const samePurpose: Likeness = (gone, fresh) => words(gone.purpose) === words(fresh.purpose);
const likenesses: readonly Likeness[] = [
  (gone, fresh) => sameSum(gone, fresh) && samePurpose(gone, fresh),
  (gone, fresh) => words(gone.purpose) !== '' && samePurpose(gone, fresh),
  sameSum,
];

/** The agreement or the invoice that a purpose names; null where it names none, or several. */
const namedIn = (purpose: string | null): string | null => agreementNumberIn(purpose) ?? invoiceNumberIn(purpose);

/** Equal instalments come every day: each names its own case, and is no other's. */
const nameDifferent = (gone: Recognisable, fresh: Recognisable): boolean => {
  const [before, now] = [namedIn(gone.purpose), namedIn(fresh.purpose)];
  return before !== null && now !== null && before !== now;
};

const canBeOne = (gone: Recognisable, fresh: Recognisable): boolean =>
  gone.about === fresh.about &&
  Math.sign(gone.amount ?? 0) === Math.sign(fresh.amount ?? 0) &&
  !nameDifferent(gone, fresh);

/**
 * Which lines that a statement holds no more stand in it under another number: a bank issues a line that it corrects anew. The same sum and purpose
 * come first, then the same purpose, then the same sum; money that goes the other way, is about something else or names another case is never the same
 * (docs/decisions/0195).
 * @returns those found again, each with the one it is now
 */
export function reissuedAs<Gone extends Recognisable, Fresh extends Recognisable>(
  gone: readonly Gone[],
  fresh: readonly Fresh[],
): Map<Gone, Fresh> {
  const found = new Map<Gone, Fresh>();
  const taken = new Set<Fresh>();
  for (const isAlike of likenesses) {
    for (const one of gone) {
      if (found.has(one)) continue;
      const now = fresh.find((other) => !taken.has(other) && canBeOne(one, other) && isAlike(one, other));
      if (!now) continue;
      found.set(one, now);
      taken.add(now);
    }
  }
  return found;
}
