import type { FieldErrors } from '#contract/kernel/errors.ts';
import { withoutBlanks } from '#web/kit/form/values.ts';
import { checkRepeat } from '../new-password-fields.tsx';
import { texts } from '../texts.ts';

/** A consent document as the form needs it. */
export interface ConsentDocument {
  id: number;
  title: string;
  body: string;
  required: boolean;
}

/** What the forms of both kinds are given. */
export interface SignUpFormProps {
  documents: readonly ConsentDocument[];
  onSent: (message: string) => void;
}

/** What both kinds of registration ask for. Consents are kept by the document: «d12» is document 12. */
interface SignUpValues {
  lastName: string;
  firstName: string;
  middleName: string;
  phone: string;
  password: string;
  repeat: string;
  consents: Record<string, boolean>;
}

export const emptySignUp: SignUpValues = {
  lastName: '',
  firstName: '',
  middleName: '',
  phone: '',
  password: '',
  repeat: '',
  consents: {},
};

/** The name of a document's checkbox. */
export const consentField = ({ id }: ConsentDocument): ConsentField => `consents.d${id}`;
export type ConsentField = `consents.d${number}`;

const isGiven = ({ consents }: SignUpValues, { id }: ConsentDocument): boolean => consents[`d${id}`] === true;

/** The rules of the form that the schema does not know: the repeated password and the required consents. */
export function checkSignUp(values: SignUpValues, documents: readonly ConsentDocument[]): FieldErrors {
  const errors = checkRepeat(values);
  for (const document of documents) {
    if (document.required && !isGiven(values, document)) errors[consentField(document)] = texts.consents.mustAgree;
  }
  return errors;
}

/** The body of the operation: no repeated password, and the ids of the documents that were ticked. */
export function signUpBody<Values extends SignUpValues>(values: Values, documents: readonly ConsentDocument[]) {
  const { repeat: _, consents: __, ...rest } = values;
  const given = documents.filter((document) => isGiven(values, document)).map(({ id }) => id);
  return { ...(withoutBlanks(rest) as Omit<Values, 'repeat' | 'consents'>), consents: given };
}
