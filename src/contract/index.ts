import { accounts, auth } from './auth.ts';
import { employees } from './employees.ts';
import { individuals } from './individuals.ts';
import type { Module, Operation } from './kernel/op.ts';
import { legalEntities } from './legal-entities.ts';
import { operators } from './operators.ts';
import { employeePermissions, employeeRoles, operatorPermissions, operatorRoles } from './roles.ts';
import { mailbox, system } from './system.ts';

/** The whole contract. Browser modules import their own file instead, to keep their chunks small. */
export const contract = {
  auth,
  accounts,
  individuals,
  legalEntities,
  employees,
  operators,
  employeePermissions,
  employeeRoles,
  operatorPermissions,
  operatorRoles,
  system,
  mailbox,
} as const satisfies Record<string, Module>;

export const operations: readonly Operation[] = Object.values(contract).flatMap((module) => Object.values(module));
