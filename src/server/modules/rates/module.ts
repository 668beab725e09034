import { pagePath } from '#contract/kernel/page-path.ts';
import { rateApprovalRights, rates } from '#contract/platform/rates.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { rateHandlers } from './handlers.ts';
import { approveRates, seedRates } from './rates.commands.ts';
import { tables } from './tables.ts';

export const ratesModule: ServerModule = {
  name: 'rates',
  tables,
  operations: rateHandlers,
  approvals: {
    'rate.keep': {
      title: 'Ввести ставку или предел',
      by: 'operators',
      proposes: [rates.propose],
      about: { datedRates: { type: 'rate', card: () => pagePath('/approvals'), behind: null } },
      decides: rateApprovalRights.rate,
      approved: approveRates,
    },
  },
  seed: seedRates,
};
