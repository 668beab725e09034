import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';

type Moves = Answer<typeof settlements.get>['moves'];

/** What is open even where two may not agree on anything new. */
const ENDING: ReadonlySet<Moves[number]> = new Set([
  'reject',
  'recall',
  'stop',
  'rejectProposal',
  'recallProposal',
  'refusePause',
  'dispute',
  'objectHolidays',
]);
/** What a debtor of an agreement in force has by law, or asks and answers before anything is signed. */
const LAWFUL: ReadonlySet<Moves[number]> = new Set(['takeHolidays', 'recallPause']);

/** Of the moves of a bargaining or a change those that are open while an event stops it, or a side is not verified. */
export function openMoves(moves: Moves, { isStopped, isVerified }: { isStopped: boolean; isVerified: boolean }): Moves {
  if (isStopped) return moves.filter((move) => ENDING.has(move));
  return isVerified ? moves : moves.filter((move) => ENDING.has(move) || LAWFUL.has(move));
}
