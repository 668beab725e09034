import { verificationMachine } from '#domain/parties/verification.ts';
import { type Subject, stateful } from '#server/platform/state/transition.ts';

/** A person or a company, as its verification is moved. */
export const verificationState = ({ table, id }: Subject) =>
  stateful(verificationMachine, { table, column: 'verificationStatus' })(id);
