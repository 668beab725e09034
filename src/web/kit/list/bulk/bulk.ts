import type { AnyRequest, Operation } from '#contract/kernel/op.ts';
import { type VerificationMove, type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import { ApiError, call } from '#web/kit/data/api.ts';

/** What a card says about the moves that the viewer may make. */
export interface BulkCard {
  id: number;
  name: string;
  version: number;
  verificationStatus: VerificationStatus;
  moves: readonly VerificationMove[];
  blockers: Readonly<Record<string, string>>;
}
/** What has come of one row: nothing when the move was made, otherwise why it was not. */
export type Outcome = { id: number; failed?: string };

/** So many cards are read, or moved, at once: enough to be quick, few enough to leave the server to others. */
const atOnce = 4;
/** A decision about more than so many at once is not one that somebody has looked at. */
export const mostAtOnce = 100;

const ask = (operation: Operation, input: AnyRequest): Promise<unknown> => call(operation, input);

/** The cards of these rows as they are now. @throws ApiError */
export function readCards(get: Operation, chosen: ReadonlyMap<number, string>): Promise<BulkCard[]> {
  return inTurn([...chosen], async ([id, name]) => ({ ...((await ask(get, { params: { id } })) as BulkCard), name }));
}

/** The moves that at least one of the cards offers, the way forward first. */
export const movesOf = (cards: readonly BulkCard[]): VerificationMove[] =>
  (['approve', 'return', 'block', 'unblock'] as const).filter((move) =>
    cards.some(({ moves }) => moves.includes(move)),
  );

/** Why a move cannot be made with this card; nothing when it can. */
export function blockerOf(card: BulkCard, move: VerificationMove, otherwise: string): string | undefined {
  return card.moves.includes(move) ? card.blockers[move] : otherwise;
}

/** Blocking takes a second person; all other moves happen at once. */
export const isProposed = (move: VerificationMove): boolean => move === 'block' || move === 'unblock';
export const statusAfter = (move: VerificationMove): VerificationStatus => verificationMachine.moves[move].to;

/** Makes the move with each card; one that is refused does not stop the others. */
export function makeAll(
  decide: Operation,
  move: VerificationMove,
  reason: string,
  cards: readonly BulkCard[],
  onOutcome: (outcome: Outcome) => void,
): Promise<void[]> {
  return inTurn(cards, async ({ id, version }) => {
    try {
      await ask(decide, { params: { id }, body: { move, version, ...(reason && { reason }) } });
      onOutcome({ id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onOutcome({ id, failed: Object.values(error.fields)[0] ?? error.message });
    }
  });
}

async function inTurn<From, To>(items: readonly From[], work: (item: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
