import type { requestMachine } from '#domain/negotiation/request.ts';
import type { settlementMachine } from '#domain/settlements/settlement.ts';

export type Who = 'individual' | 'creditor';
type RequestState = (typeof requestMachine.statuses)[number];
type SettlementState = (typeof settlementMachine.statuses)[number];

/** What the rules of the domain (docs/domain.md §7.2, §7.3) say of one debt, kept apart from the program. */
export interface Model {
  request: RequestState | null;
  archived: boolean;
  settlement: SettlementState | null;
  offer: Who | null;
  turn: Who;
  round: number;
  last: Record<Who, number | null>;
  /** A debt that has been paid is never bargained about again. */
  shut: boolean;
  /** The claim is bound to a request or a settlement, so that its creditor cannot take it back; taken back it is withdrawn. */
  held: boolean;
  withdrawn: boolean;
  /** The request says all that is needed to look for its creditor. */
  whole: boolean;
  /** Something of the agreed sum has been paid; a payment is late and its debtor has been warned. */
  part: boolean;
  warned: boolean;
  /** What somebody has proposed about the agreement in force. */
  proposal: { kind: 'addendum' | 'annulment'; by: Who } | null;
}
export const other = (who: Who): Who => (who === 'individual' ? 'creditor' : 'individual');
export const early: readonly (RequestState | null)[] = ['waiting', 'search', 'pending'];
/** There is no request that goes on. */
export const isIdle = ({ request, archived }: Model): boolean => request === null || request === 'closed' || archived;
export const isFree = (model: Model): boolean => isIdle(model) && !model.shut && !model.withdrawn;
/** An agreement that is to be paid. */
export const isRunning = ({ settlement }: Model): boolean => settlement === 'waiting_for_payment';
/** The request and its settlement end together, and the claim is free again. */
export const end = (model: Model): void => {
  Object.assign(model, { settlement: 'closed', request: 'closed', held: false, proposal: null });
};
/** All has been paid and confirmed: the claim is no debt any more. */
export const fulfil = (model: Model): void => {
  end(model);
  Object.assign(model, { shut: true, held: true });
};
/** A request that lacks nothing looks for its creditor, and finds him where his registry has the claim. */
export const seek = (model: Model): void => {
  const isFound = !model.shut && !model.withdrawn;
  Object.assign(model, { request: isFound ? 'pending' : 'search', held: isFound || model.held, whole: true });
};

export const amounts: Record<Who, readonly number[]> = {
  individual: [1_500_000, 2_000_000, 2_500_000],
  creditor: [3_900_000, 3_500_000, 3_000_000],
};
export const isBetter = (who: Who, before: number | null, amount: number): boolean =>
  before === null || (who === 'individual' ? amount >= before : amount <= before);
export const bargains = ({ settlement }: Model): boolean => settlement === 'negotiation';

export const fresh = (): Model => ({
  request: null,
  archived: false,
  settlement: null,
  offer: null,
  turn: 'creditor',
  round: 0,
  last: { individual: null, creditor: null },
  shut: false,
  held: false,
  withdrawn: false,
  whole: false,
  part: false,
  warned: false,
  proposal: null,
});

/** What somebody has proposed about the agreement lies there until it is answered. */
export const isProposed = (model: Model, by: Who): boolean => isRunning(model) && model.proposal?.by === by;
/** Both have given the agreement up: they bargain as if for the first time. */
export const reopen = (model: Model): void => {
  const turn = model.proposal?.by ?? model.turn;
  const last = { individual: null, creditor: null };
  Object.assign(model, { settlement: 'negotiation', request: 'negotiation', offer: null, round: 0, turn, last });
  Object.assign(model, { warned: false, proposal: null });
};

/** The ways that a random walk may need long for: each is walked once, so that every move is seen in every run. */
export const known: readonly (readonly string[])[] = [
  [
    'debtor asks',
    'creditor begins',
    'creditor offers 3000000',
    'individual accepts',
    'individual proposes a schedule',
    'individual gives up',
    'creditor rejects',
    'creditor gives up',
    'individual agrees to give up',
    'creditor offers 3900000',
    'individual accepts',
    'individual gives up',
    'creditor agrees to give up',
    'individual offers 1500000',
    'creditor accepts',
    'clock finds it late',
    'creditor proposes a schedule',
    'individual accepts',
    'a part is paid',
    'individual gives up',
    'creditor proposes a schedule',
    'offer runs out',
    'individual proposes a schedule',
    'individual recalls',
    'individual proposes a schedule',
    'both are silent for a month',
    'individual proposes a schedule',
    'creditor accepts',
    'all is paid',
  ],
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
  [
    'debtor drafts',
    'operator archives',
    'operator restores',
    'debtor completes',
    'creditor withdraws the claim',
    'creditor declines',
    'creditor withdraws the claim',
    'debtor completes',
    'creditor loads the claim again',
    'creditor begins',
    'creditor offers 3000000',
    'individual accepts',
    'head ends it',
    'a part is paid',
    'clock finds it late',
    'head ends it',
    'debtor asks',
  ],
  [
    'debtor asks',
    'creditor begins',
    'creditor offers 3000000',
    'individual accepts',
    'clock finds it late',
    'a month passes',
    'debtor asks',
    'creditor begins',
    'creditor offers 3000000',
    'individual accepts',
    'a part is paid',
    'all is paid',
    'a month passes',
    'creditor withdraws the claim',
    'debtor drafts',
    'debtor completes',
    'debtor hands over',
    'creditor begins',
  ],
];
