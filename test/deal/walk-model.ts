import type { request as requestMachine } from '#domain/request.ts';
import type { settlement as settlementMachine } from '#domain/settlement.ts';

export type Who = 'individual' | 'creditor';
type RequestState = (typeof requestMachine.statuses)[number];
type DealState = (typeof settlementMachine.statuses)[number];

/** What the rules of the domain (§7.2, §7.3) say of one debt, kept apart from the program. */
export interface Model {
  request: RequestState | null;
  archived: boolean;
  deal: DealState | null;
  offer: Who | null;
  turn: Who;
  round: number;
  last: Record<Who, number | null>;
  /** A debt that has been paid is never asked about again. */
  shut: boolean;
}
export const other = (who: Who): Who => (who === 'individual' ? 'creditor' : 'individual');
export const early: readonly (RequestState | null)[] = ['waiting', 'search', 'pending'];
export const isFree = ({ request, archived, shut }: Model): boolean =>
  !shut && (request === null || request === 'closed' || archived);
/** The request and its deal end together. */
export const end = (model: Model): void => {
  model.deal = 'closed';
  model.request = 'closed';
};

export const amounts: Record<Who, readonly number[]> = {
  individual: [1_500_000, 2_000_000, 2_500_000],
  creditor: [3_900_000, 3_500_000, 3_000_000],
};
export const isBetter = (who: Who, before: number | null, amount: number): boolean =>
  before === null || (who === 'individual' ? amount >= before : amount <= before);
export const bargains = ({ deal }: Model): boolean => deal === 'negotiation';

export const fresh = (): Model => ({
  request: null,
  archived: false,
  deal: null,
  offer: null,
  turn: 'creditor',
  round: 0,
  last: { individual: null, creditor: null },
  shut: false,
});

/** The ways that a random walk may need long for: each is walked once, so that every move is seen in every run. */
export const known: readonly (readonly string[])[] = [
  [
    'debtor asks',
    'creditor begins',
    'individual offers 1500000',
    'creditor accepts',
    'all is paid',
    'creditor confirms',
    'debtor asks',
  ],
  [
    'debtor asks',
    'creditor declines',
    'operator archives',
    'operator restores',
    'debtor hands over',
    'creditor is silent for a month',
  ],
  [
    'debtor asks',
    'creditor begins',
    'creditor offers 3900000',
    'offer runs out',
    'both are silent for a month',
    'debtor asks',
    'debtor withdraws',
  ],
  [
    'debtor asks',
    'operator closes',
    'debtor asks',
    'creditor begins',
    'creditor offers 3900000',
    'creditor recalls',
    'individual stops',
  ],
  [
    'debtor asks',
    'creditor begins',
    'individual offers 2500000',
    'creditor rejects',
    'individual offers 1500000',
    'creditor stops',
  ],
];
