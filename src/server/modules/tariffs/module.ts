import { pagePath } from '#contract/kernel/page-path.ts';
import { tariffApprovalRights, tariffs } from '#contract/money/tariffs.ts';
import { behindCompanyOf } from '#server/platform/auth/accounts-behind.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { tariffFileHandlers } from './file-handlers.ts';
import { tariffHandlers } from './handlers.ts';
import { tables } from './tables.ts';
import { approveTariff } from './tariffs.commands.ts';
import { tariffResources } from './tariffs.resource.ts';

export const tariffsModule: ServerModule = {
  name: 'tariffs',
  tables,
  operations: [...tariffHandlers, ...tariffFileHandlers],
  resources: tariffResources,
  approvals: {
    'tariff.keep': {
      title: 'Ввести тариф',
      by: 'operators',
      proposes: [tariffs.add, tariffs.replace],
      about: {
        tariffs: {
          type: 'tariff',
          card: (id) => pagePath('/references/tariffs', { preview: id }),
          behind: behindCompanyOf('tariffs'),
        },
      },
      decides: tariffApprovalRights.tariff,
      approved: approveTariff,
    },
  },
};
