import { pagePath } from '#contract/kernel/page-path.ts';
import { operatingCompanies, operatingCompanyApprovalRights } from '#contract/platform/operating-companies.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { operatingCompanyHandlers } from './handlers.ts';
import { approveCompany } from './operating-companies.commands.ts';
import { tables } from './tables.ts';

export const operatingCompaniesModule: ServerModule = {
  name: 'operating-companies',
  tables,
  operations: operatingCompanyHandlers,
  approvals: {
    'operatingCompany.change': {
      title: 'Изменить сведения о площадке',
      by: 'operators',
      proposes: [operatingCompanies.propose],
      about: {
        operatingCompanies: { type: 'operatingCompany', card: () => pagePath('/approvals'), behind: null },
      },
      decides: operatingCompanyApprovalRights.operatingCompany,
      approved: approveCompany,
    },
  },
};
