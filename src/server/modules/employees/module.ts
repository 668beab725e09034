import type { ServerModule } from '#server/platform/module.ts';
import { employeeCardHandlers } from './cards.ts';
import { employeeResources } from './employees.resource.ts';
import { employeeHandlers } from './handlers.ts';
import { powerHandlers } from './powers-of-attorney.ts';
import { tables } from './tables.ts';

export const employeesModule: ServerModule = {
  name: 'employees',
  tables,
  operations: [...employeeHandlers, ...employeeCardHandlers, ...powerHandlers],
  resources: employeeResources,
};
