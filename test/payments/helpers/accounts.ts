import { codeTo } from '../../helpers/mail/letters.ts';
import type { Scenario } from '../../settlements/helpers/scenario.ts';

/** An account as a company names it, but for its number. */
export const account = {
  kind: 'bank_account',
  bankName: 'Сбербанк',
  bik: '044525225',
  corrAccount: '30101810400000000225',
  recipientName: 'ООО «Альфа»',
  recipientInn: '7707083893',
};

/** The code by which the head of the company changes where it is paid to, by this form. */
export async function accountCode({ head, company, headEmail, testApp }: Scenario, form: object): Promise<string> {
  await head.post(`/api/legal-entities/${company}/payment-details/code`, { form });
  return codeTo(testApp, headEmail);
}

/** A day goes by: papers name the account in use, and those who pay are told of it. */
export async function dayGoesBy(scenario: Scenario): Promise<void> {
  await scenario.run(`update payment_details set verified_at = verified_at - interval '25 hours'`);
  await scenario.run(`update legal_entities set former_account_at = former_account_at - interval '25 hours'`);
  await scenario.run(`update graphile_worker._private_jobs set run_at = now() where key like 'requisites:%'`);
}
