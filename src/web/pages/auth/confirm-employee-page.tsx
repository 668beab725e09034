import { auth } from '#contract/access/auth.ts';
import { ConfirmEmail } from './sign-up/confirm-email.tsx';

/** The link of an employee's letter. */
export default function ConfirmEmployeePage() {
  return <ConfirmEmail operation={auth.employeeFirstSignIn} />;
}
