import { pagePath } from '#contract/kernel/page-path.ts';
import { ledger, ledgerApprovalRights } from '#contract/money/ledger.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { ledgerHandlers } from './handlers.ts';
import { beginClose, closeMonthJob, resumeCloses } from './months/close-month.ts';
import { finishClose } from './months/finish-close.ts';
import { tables } from './tables.ts';

export const ledgerModule: ServerModule = {
  name: 'ledger',
  tables,
  operations: ledgerHandlers,
  tasks: { [closeMonthJob]: finishClose },
  deadlines: [resumeCloses],
  systemOperations: { 'ledger.monthBalances': 'Остатки закрытого месяца книги' },
  approvals: {
    'ledger.closeMonth': {
      title: 'Закрыть месяц книги',
      by: 'operators',
      proposes: [ledger.closeMonth],
      about: { ledgerMonths: { type: 'ledgerMonth', card: () => pagePath('/ledger'), behind: null } },
      decides: ledgerApprovalRights.month,
      approved: beginClose,
    },
  },
};
