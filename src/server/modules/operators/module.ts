import { operatorCame } from '#server/modules/auth/auth.events.ts';
import { on } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { operatorHandlers } from './handlers.ts';
import { operatorResources } from './operators.resource.ts';
import { tables } from './tables.ts';
import { askForVoucher } from './vouchers.commands.ts';

export const operatorsModule: ServerModule = {
  name: 'operators',
  tables,
  operations: operatorHandlers,
  resources: operatorResources,
  reactions: [on(operatorCame, (ctx, { id }) => askForVoucher(ctx, id))],
};
