import { createContext, useContext, useEffect } from 'react';

/** Asks something before a dialog closes, and closes it where the answer allows it. */
export type ClosingQuestion = (close: () => void) => void;

/** Gives a dialog the question of what stands in it. @returns takes it back */
type Hold = (question: ClosingQuestion) => () => void;
export const Closing = createContext<Hold | undefined>(undefined);

/** What stands in a dialog asks before its cross, Escape or a press beside it closes it. Outside of a dialog nothing is asked. */
export function useClosingQuestion(question: ClosingQuestion | undefined): void {
  const hold = useContext(Closing);
  useEffect(() => (hold && question ? hold(question) : undefined), [hold, question]);
}
