import type { Day } from '../values/days.ts';
import { isDeath, type LifeEventKind } from './life-event.ts';

/** What the end of an event means for the debts of its person (docs/decisions/0211). */
export const LIFE_OUTCOMES = {
  discharged: 'Заёмщик освобождён от долгов',
  served: 'Служба закончилась',
  goes_on: 'Долги остаются',
} as const;
export type LifeOutcome = keyof typeof LIFE_OUTCOMES;

/** By which law obligations end, as people read it; the article with its mark stands in docs/decisions/0211. */
const ENDING_LAWS: Readonly<Partial<Record<LifeEventKind, string>>> = {
  bankruptcy: 'заёмщик освобождён от долгов после банкротства, статья 213.28 Закона о банкротстве',
  bankruptcy_out_of_court:
    'заёмщик освобождён от долгов после внесудебного банкротства, статья 223.6 Закона о банкротстве',
  service_death: 'обязательства по кредиту прекращены, статья 2 Закона № 377-ФЗ',
  service_disability: 'обязательства по кредиту прекращены, статья 2 Закона № 377-ФЗ',
};

/**
 * A bankruptcy may end with a discharge (127-ФЗ, ст. 213.28, п. 3; out of court ст. 223.6, п. 1 [K]). A service that has ended gives more days by the
 * law (377-ФЗ, ст. 1 [K]), and one that never was gives none.
 */
export function outcomesOf(kind: LifeEventKind): readonly LifeOutcome[] {
  if (kind === 'bankruptcy' || kind === 'bankruptcy_out_of_court') return ['discharged', 'goes_on'];
  return SERVICE_KINDS.some((one) => one === kind) ? ['served', 'goes_on'] : ['goes_on'];
}

/** The events that, once they count, end what loans oblige to (377-ФЗ, ст. 2 [K]; docs/decisions/0130). */
export const LOAN_ENDS = ['service_death', 'service_disability'] as const satisfies readonly LifeEventKind[];
const endsLoans = (kind: LifeEventKind): boolean => LOAN_ENDS.some((one) => one === kind);

/**
 * After which of them nothing else can end an agreement, so that its creditor may withdraw the claim. A bankruptcy and an incapacity leave it:
 * the court or a guardian goes on with it (docs/decisions/0211).
 */
export const leavesNoOtherEnd = (kind: LifeEventKind): boolean => isDeath(kind) || endsLoans(kind);

/** The kinds whose end says whether there was a service at all. */
export const SERVICE_KINDS = ['service', 'family_service'] as const satisfies readonly LifeEventKind[];

/**
 * Whether an event counts for no day: holidays of a service, taken on a `ground` by their debtor alone, that two operators have ended because it
 * never was. What two have confirmed keeps its days (docs/decisions/0212).
 */
export const neverWas = ({
  kind,
  ground,
  outcome,
}: {
  readonly kind: LifeEventKind;
  readonly ground: string | null;
  readonly outcome: LifeOutcome | null;
}): boolean => ground !== null && outcome === 'goes_on' && SERVICE_KINDS.some((one) => one === kind);

/** Why nothing is owed any more: «обязательства прекращены: статья 2 Закона № 377-ФЗ». */
export const endingLaw = (kind: LifeEventKind): string => ENDING_LAWS[kind] ?? 'обязательства прекращены';

/** An event that ends debts, by its beginning or by its end. */
export interface DebtEnd {
  readonly kind: LifeEventKind;
  readonly since: Day;
  readonly begins: boolean;
  readonly outcome: LifeOutcome | null;
}

/** A claim as the law looks at it; `isLoan` also of «Прочее» of a lender. */
interface EndedClaim {
  readonly contractDate: Day;
  readonly isLoan: boolean;
}

/** Whether an event ends debts at all. */
export const endsDebts = ({ kind, begins, outcome }: Omit<DebtEnd, 'since'>): boolean =>
  begins ? endsLoans(kind) : outcome === 'discharged' && outcomesOf(kind).includes('discharged');

/**
 * Whether a claim ends with it. What was agreed to after the day of a bankruptcy is a current payment and stays (127-ФЗ,
 * ст. 213.28, п. 5 [K]), as do the debts that are no loans of whoever is dead or disabled by service.
 */
export const isEnded = (end: DebtEnd, { contractDate, isLoan }: EndedClaim): boolean =>
  endsDebts(end) && contractDate <= end.since && (isLoan || !endsLoans(end.kind));
