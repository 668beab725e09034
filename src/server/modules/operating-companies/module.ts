import type { ServerModule } from '#server/platform/module.ts';
import { operatingCompanyHandlers } from './handlers.ts';
import { approveCompany } from './operating-companies.commands.ts';
import { tables } from './tables.ts';

export const operatingCompaniesModule: ServerModule = {
  name: 'operating-companies',
  tables,
  operations: operatingCompanyHandlers,
  approvals: { 'operatingCompany.change': approveCompany },
};
