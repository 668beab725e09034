import { pagePath } from '#contract/kernel/page-path.ts';
import { settingApprovalRights, settings } from '#contract/platform/settings.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { settingHandlers } from './handlers.ts';
import { approveRaise } from './settings.commands.ts';
import { tables } from './tables.ts';

export const settingsModule: ServerModule = {
  name: 'settings',
  tables,
  operations: settingHandlers,
  approvals: {
    'settings.raise': {
      title: 'Поднять сумму выплаты без второго человека',
      by: 'operators',
      proposes: [settings.replace],
      about: { settings: { type: 'setting', card: () => pagePath('/settings'), behind: null } },
      decides: settingApprovalRights.setting,
      approved: approveRaise,
    },
  },
};
