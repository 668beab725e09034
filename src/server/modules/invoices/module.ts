import { pagePath } from '#contract/kernel/page-path.ts';
import { invoiceApprovalRights, invoices } from '#contract/money/invoices.ts';
import { behindCompanyOf } from '#server/platform/auth/accounts-behind.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { cancelByTwo } from './cancel.ts';
import { correctInvoices, issueInvoices } from './close.commands.ts';
import { approveCorrection } from './corrections.commands.ts';
import { invoiceHandlers } from './handlers.ts';
import { invoiceResources } from './invoices.resource.ts';
import { approveIssuer } from './issuer.ts';
import { invoiceLetters } from './letters.ts';
import { approvePayment } from './payments.commands.ts';
import { remindOfInvoices } from './reminders.ts';
import { approveReturned } from './returned.commands.ts';
import { tables } from './tables.ts';

const card = (id: number) => pagePath('/dashboard/invoices', { preview: id });
const decides = invoiceApprovalRights.invoice;

export const invoicesModule: ServerModule = {
  name: 'invoices',
  tables,
  operations: invoiceHandlers,
  resources: invoiceResources,
  letters: invoiceLetters,
  systemOperations: {
    'invoices.issue': 'Счета за месяц',
    'invoices.returned': 'Исправление счёта по возвратам',
    'invoices.remind': 'Напоминание о неоплаченном счёте',
  },
  approvals: {
    'invoice.pay': {
      title: 'Отметить оплату счёта',
      by: 'operators',
      proposes: [invoices.pay],
      about: { invoices: { type: 'invoice', card, behind: behindCompanyOf('invoices') } },
      decides,
      approved: approvePayment,
    },
    'invoice.correct': {
      title: 'Уменьшить счёт',
      by: 'operators',
      proposes: [invoices.correct],
      about: { invoices: { type: 'invoice', card, behind: behindCompanyOf('invoices') } },
      decides,
      approved: approveCorrection,
    },
    'invoice.cancel': {
      title: 'Аннулировать счёт',
      by: 'operators',
      proposes: [invoices.cancel],
      about: { invoices: { type: 'invoice', card, behind: behindCompanyOf('invoices') } },
      decides,
      approved: cancelByTwo,
    },
    'invoice.returned': {
      title: 'Возврат по уменьшенному счёту',
      by: 'operators',
      proposes: [invoices.settleReturned],
      about: { invoices: { type: 'invoice', card, behind: behindCompanyOf('invoices') } },
      decides,
      approved: approveReturned,
    },
    'invoice.issuer': {
      title: 'Изменить реквизиты для счетов',
      by: 'operators',
      proposes: [invoices.proposeIssuer],
      about: {
        operatingCompanies: { type: 'operatingCompany', card: () => pagePath('/dashboard/invoices'), behind: null },
      },
      decides,
      approved: approveIssuer,
    },
  },
  subJobs: {
    'issue-invoices': [
      { about: 'legalEntities', each: issueInvoices },
      { about: 'invoices', each: correctInvoices },
      { about: 'invoices', each: remindOfInvoices },
    ],
  },
};
