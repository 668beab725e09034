import type { Input, Result } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { Side } from '#domain/values/machine.ts';
import type { Act } from '#web/kit/one-time-code/code.tsx';
import { type Me, useMe } from '#web/kit/session/session.ts';

export type Settlement = Result<typeof settlements.get>;
export type Offer = Settlement['offers'][number];
export type Proposal = Settlement['proposals'][number];
export type { Side };

/** What each side signs and moves by; both do the same. */
export const operationsOf = {
  individual: {
    code: settlements.codeForDebtor,
    offer: settlements.offerByDebtor,
    accept: settlements.acceptByDebtor,
    reject: settlements.rejectByDebtor,
    recall: settlements.recallByDebtor,
    stop: settlements.stopByDebtor,
    reschedule: settlements.rescheduleByDebtor,
    reopen: settlements.reopenByDebtor,
  },
  creditor: {
    code: settlements.codeForCreditor,
    offer: settlements.offerByCreditor,
    accept: settlements.acceptByCreditor,
    reject: settlements.rejectByCreditor,
    recall: settlements.recallByCreditor,
    stop: settlements.stopByCreditor,
    reschedule: settlements.rescheduleByCreditor,
    reopen: settlements.reopenByCreditor,
  },
} as const;

/** What shows a side the text of what it is about to offer. */
export const draftsOf = { individual: settlements.draftByDebtor, creditor: settlements.draftByCreditor } as const;
/** What gives it as a file. */
export const draftFilesOf = {
  individual: settlements.printDraftByDebtor,
  creditor: settlements.printDraftByCreditor,
} as const;
export type Draft = Input<typeof settlements.draftByCreditor>['body'];

/** Terms as the reading of their text takes them: without the words for the other side. */
export const draftWith = (
  plan: Plan,
  { penaltyDayBps, shiftEvery }: Pick<Draft, 'penaltyDayBps' | 'shiftEvery'>,
): Draft => ({
  plan: plan as Draft['plan'],
  ...(penaltyDayBps !== undefined && { penaltyDayBps }),
  ...(shiftEvery !== undefined && { shiftEvery }),
});

/** The objects in the path of an act of a side. */
export const paramsOf = ({ id, individualId, legalEntityId }: Settlement, side: Side): { id: number; x: number } => ({
  id: side === 'individual' ? individualId : legalEntityId,
  x: id,
});

/** Why the viewer may not sign for his company, so that a button says it before he asks for a code. */
export const closedFor = (
  { cannotSign }: Pick<Settlement, 'cannotSign'>,
  side: Side,
  act: 'conclude' | 'change' | 'certify',
): string | undefined => (side === 'creditor' ? (cannotSign?.[act] ?? undefined) : undefined);

/** What sends the signer his code. */
export const codeOf = (settlement: Settlement, side: Side): Act => ({
  operation: operationsOf[side].code,
  params: paramsOf(settlement, side),
});

/** The side of the viewer; nobody's for those who only look. */
export function useSide(settlement: Settlement): Side | null {
  return sideOf(useMe(), settlement);
}

function sideOf(me: Me | undefined, { individualId, legalEntityId }: Settlement): Side | null {
  if (me?.individualId === individualId) return 'individual';
  return me?.legalEntities.some(({ id }) => id === legalEntityId) ? 'creditor' : null;
}

/** The offer that waits for an answer. */
export const activeOfferOf = ({ offers }: Settlement): Offer | undefined =>
  offers.find(({ status }) => status === 'active');

/** What is proposed about an agreement in force and waits for an answer. */
export const proposed = ({ proposals }: Settlement): Proposal | undefined =>
  proposals.find(({ status }) => status === 'active');

/** Of a settlement what tells when its schedule was changed. */
export type Changed = Pick<Settlement, 'signedAt'> & {
  proposals: readonly Pick<Proposal, 'kind' | 'status' | 'createdAt'>[];
  replaced: readonly Pick<Settlement['replaced'][number], 'replacedOn'>[];
};

/** When the schedule of the agreement in force was last changed; undefined where it is the one that was agreed at first. */
export function changedOn({ proposals, replaced, signedAt }: Changed): string | undefined {
  // An agreement that both gave up leaves rows behind as well: these are not its changes.
  const isChanged = proposals.some(
    ({ kind, status, createdAt }) => kind === 'addendum' && status === 'accepted' && createdAt > (signedAt ?? ''),
  );
  return isChanged ? replaced[0]?.replacedOn : undefined;
}

/** The rows of the schedule that still wait for money. */
export const openRows = ({ schedule }: Settlement): Settlement['schedule'] =>
  schedule.filter(({ status }) => status !== 'paid' && status !== 'cancelled');

/** The last offer of a side; the newest come first. */
export const lastOf = ({ offers }: Settlement, side: Side): Offer | undefined =>
  offers.find((offer) => offer.side === side);

/** Where a side reads the paper of what it is about to propose. */
export const readsOf = (settlement: Settlement, by: Side, body: Draft) => ({
  operation: draftsOf[by],
  params: paramsOf(settlement, by),
  body,
});
