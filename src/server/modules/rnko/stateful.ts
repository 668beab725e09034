import { rnkoIdentityMachine } from '#domain/parties/rnko.ts';
import { rnkoFormMachine } from '#domain/parties/rnko-form.ts';
import { stateful } from '#server/platform/state/transition.ts';

/** An identification, as it is moved. */
export const rnkoIdentityState = stateful(rnkoIdentityMachine, { table: 'rnkoIdentities', column: 'status' });

/** A questionnaire, as it is moved. */
export const rnkoFormState = stateful(rnkoFormMachine, { table: 'rnkoForms', column: 'status' });
