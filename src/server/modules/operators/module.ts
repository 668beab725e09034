import { operatorCame } from '#server/modules/auth/auth.events.ts';
import { decidingRoleGiven } from '#server/modules/roles/roles.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { operatorHandlers } from './handlers.ts';
import { operatorResources } from './operators.resource.ts';
import { tables } from './tables.ts';
import { askForVoucher, tieToGiver } from './vouchers.commands.ts';

export const operatorsModule: ServerModule = {
  name: 'operators',
  tables,
  operations: operatorHandlers,
  resources: operatorResources,
  reactions: [
    reactTo(operatorCame, (ctx, { id }) => askForVoucher(ctx, id)),
    reactTo(decidingRoleGiven, (ctx, { operatorIds }) => tieToGiver(ctx, operatorIds)),
  ],
};
