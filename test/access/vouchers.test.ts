import { expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { needsPermission } from '#contract/kernel/access.ts';
import { needsKey, type Operation } from '#contract/kernel/op.ts';

/** Another person decides what these propose, and whoever waits for a voucher counts there as one with his inviter (docs/decisions/0120). */
const decidedByAnother = [
  'individuals.setVerificationStatus',
  'individuals.update',
  'legal-entities.setVerificationStatus',
  'legal-entities.update',
  'legal-entities.updateRepresentative',
  'life-events.enter',
  'life-events.end',
  'life-events.reopen',
  'ledger.closeMonth',
  'payments.refund',
  'payments.failRefund',
  'tariffs.add',
  'tariffs.replace',
  'rates.propose',
  'approvals.decide',
  'operating-companies.propose',
  'payouts.propose',
  'payouts.fail',
  'invoices.proposeIssuer',
  'invoices.correct',
  'invoices.settleReturned',
  'invoices.pay',
];
/** Reading, by a request that leaves a mark or goes to a partner. */
const reading = [
  'individuals.reveal',
  'registries.readMessages',
  'registries.reveal',
  'simple-registries.readMessages',
  'simple-registries.reveal',
  'endings.closedReport',
  'payments.receipt',
  'reconciliation.run',
  'tariffs.simulate',
  'close-day.chooseLetter',
  'chats.read',
  'saved-views.share',
];
/** The daily work with questionnaires, requests and words, which no money follows and nobody's access hangs on. */
const dailyWork = [
  'all-requests.archive',
  'all-requests.restore',
  'all-requests.withdraw',
  'simple-requests.archive',
  'simple-requests.restore',
  'individual-avatars.remove',
  'employee-avatars.remove',
  'individual-identity.submit',
  'company-identity.submit',
  'rnko-form.reject',
  'rnko-form.startReview',
  'rnko-form.approve',
  'rnko-form.send',
  'endings.moderate',
  'deliveries.resend',
  'chats.send',
  'chats.edit',
  'chats.remove',
  'chats.restore',
  'chats.removeFile',
  'chats.restoreFile',
];

const isOperatorsWrite = (operation: Operation): boolean => {
  const { access } = operation.def;
  return needsKey(operation) && access !== 'anyone' && needsPermission(access, 'operator');
};

test('whatever an operator changes by a permission waits for his voucher, or is named here with why it need not', () => {
  const open = operations.filter((one) => isOperatorsWrite(one) && !one.def.vouched).map(({ code }) => code);
  expect(open.toSorted()).toEqual([...decidedByAnother, ...reading, ...dailyWork].toSorted());
});

test('nothing but the acts of operators asks for a voucher', () => {
  const idle = operations.filter((one) => one.def.vouched && !isOperatorsWrite(one)).map(({ code }) => code);
  expect(idle).toEqual([]);
});
