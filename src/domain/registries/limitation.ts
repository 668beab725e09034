import { addDays, addMonths, type Day, daysBetween } from '../values/days.ts';

/** The state of a claim's limitation on a day. Enforcement is another law with another term, so it is a branch of its own. */
export const LIMITATION_STATUSES = ['running', 'stopped', 'may_be_over', 'enforcement'] as const;
export type LimitationStatus = (typeof LIMITATION_STATUSES)[number];

/** An act of the debtor by which he recognised the debt; no act of the creditor interrupts anything. */
export interface Recognition {
  readonly on: Day;
  /** Whether it was written: signed under rules that he had accepted before. After the term nothing else counts. */
  readonly written: boolean;
}

/** While a court had the claim. */
export interface CourtTime {
  readonly from: Day;
  /** The day on which it came back, for example with the order cancelled; null while it is there. */
  readonly to: Day | null;
}

export interface LimitationQuestion {
  readonly stage: 'pretrial' | 'court' | 'enforcement';
  readonly overdueFrom: Day;
  readonly recognitions: readonly Recognition[];
  readonly court: readonly CourtTime[];
  readonly on: Day;
}

/** What a debtor is told where the term may have run out, before he recognises the debt (ст. 203, 206; Пленум ВС № 43 п. 20). */
export const LIMITATION_WARNING = [
  'С начала просрочки или с конца договора прошло больше трёх лет: срок исковой давности мог истечь.',
  'Если он истёк, суд по вашему заявлению откажет кредитору во взыскании. С ним истекает и срок по процентам и неустойке.',
  'Признание долга может лишить вас этой защиты: если вы признаете долг письменно, например подпишете соглашение, срок начнётся заново.',
  'Прежде чем признавать долг, посоветуйтесь с юристом.',
] as const;

/** How it begins where the creditor has told no day of the overdue: whether the term still runs nobody here can say. */
export const LIMITATION_UNDATED = 'Кредитор не назвал, с какого дня долг просрочен: срок исковой давности мог истечь.';

/** The same of one claim. @param overdueFrom its day of the overdue; null where the creditor has named none */
export const limitationWarning = ({ overdueFrom }: { readonly overdueFrom?: string | null }): readonly string[] =>
  overdueFrom === null ? [LIMITATION_UNDATED, ...LIMITATION_WARNING.slice(1)] : LIMITATION_WARNING;

/** What he reads besides where a court has the claim: only it applies the term, and only when asked (ст. 199 п. 2). */
export const LIMITATION_IN_COURT =
  'Долг уже в суде: заявите о сроке в этом деле, до решения суда. Сам суд срок не применит.';

/**
 * What an act of the debtor that recognises his debt does where the term still runs (ст. 203; Пленум ВС № 43 п. 20): one sentence for
 * every button that does so.
 */
export const recognitionWords = (act: string): string =>
  `${act} — это признание долга: срок исковой давности, если он не истёк, начнётся заново.`;

/** What a written one does also where the term has run out (ст. 206 п. 2): an agreement is signed, so that its creditor reads this. */
export const writtenRecognitionWords = (act: string): string =>
  `${act} — это письменное признание долга: срок исковой давности начнётся заново, даже если он истёк.`;

/** The general term of limitation in months (ГК РФ, ст. 196). */
const LIMITATION_MONTHS = 36;
/** The longest term, from the breach itself, whatever has begun it anew (ст. 196 п. 2). */
const LONGEST_MONTHS = 120;
/** What is left of the term after the court is so long at least (ст. 204 п. 4). */
const LEAST_REST_MONTHS = 6;

const wholeTerm = (from: Day): Day => addMonths(from, LIMITATION_MONTHS);
const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);

type Happening = Recognition | (CourtTime & { readonly on: Day });

/**
 * The state of the term on a day, its last day included (docs/domain.md §8.11). A recognition within the term begins it anew
 * (ст. 203), after it only a written one does (ст. 206 п. 2); a court that was asked in time stops it (ст. 204). Ten years after
 * the breach the debtor is warned whatever he has recognised (ст. 196 п. 2; docs/decisions/0115). The answer forbids nothing: only a
 * court applies limitation, and only when asked.
 */
export function limitationOn({ stage, overdueFrom, recognitions, court, on }: LimitationQuestion): LimitationStatus {
  if (stage === 'enforcement') return 'enforcement';
  let last = wholeTerm(overdueFrom);
  for (const one of happenings(recognitions, court, on)) {
    const inTime = one.on <= last;
    if ('written' in one) {
      if (inTime || one.written) last = laterOf(last, wholeTerm(one.on));
    } else if (inTime) {
      if (one.to === null || one.to > on) return 'stopped';
      last = laterOf(addDays(last, daysBetween(one.from, one.to)), addMonths(one.to, LEAST_REST_MONTHS));
    }
  }
  return on > last || on > addMonths(overdueFrom, LONGEST_MONTHS) ? 'may_be_over' : 'running';
}

/** All that had happened by a day, in its order. */
const happenings = (recognitions: readonly Recognition[], court: readonly CourtTime[], on: Day): Happening[] =>
  [...recognitions, ...court.map((time) => ({ ...time, on: time.from }))]
    .filter((one) => one.on <= on)
    .toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
