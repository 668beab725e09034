import { contractRights, operations } from '#contract/index.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { employeeRoleHandlers, operatorRoleHandlers } from './handlers.ts';
import { employeePermissionHandlers, operatorPermissionHandlers } from './permissions.ts';
import { roleResources } from './roles.resource.ts';
import { syncRoles } from './sync.ts';
import { tables } from './tables.ts';

export const rolesModule: ServerModule = {
  name: 'roles',
  tables,
  operations: [
    ...employeeRoleHandlers,
    ...operatorRoleHandlers,
    ...employeePermissionHandlers,
    ...operatorPermissionHandlers,
  ],
  resources: roleResources,
  seed: (tx) => syncRoles(tx, [...operations, ...contractRights]),
};
