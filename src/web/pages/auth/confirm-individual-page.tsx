import { auth } from '#contract/access/auth.ts';
import { ConfirmEmail } from './sign-up/confirm-email.tsx';

/** The link of a person's letter. */
export default function ConfirmIndividualPage() {
  return <ConfirmEmail operation={auth.individualFirstSignIn} />;
}
