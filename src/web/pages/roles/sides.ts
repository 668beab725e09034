import { employeePermissions, employeeRoles, operatorPermissions, operatorRoles } from '#contract/access/roles.ts';
import type { Definition, Operation, Result, RouteOf } from '#contract/kernel/op.ts';

type Slot = 'query' | 'body' | 'out' | 'upload';
type Shapes<D> = Omit<Definition, Slot> & Pick<D, Extract<keyof D, Slot>>;
/** Operations that differ by address and by who may, not by what is asked and told. */
type Shared<One, Other, Name extends keyof One & keyof Other> = {
  readonly [N in Name]: Operation<
    RouteOf<One[N]> | RouteOf<Other[N]>,
    Shapes<One[N] extends { def: infer D } ? D : never>
  >;
};

/** The roles of one kind of people and the permissions that they are made of. */
export interface SideOperations {
  roles: Shared<typeof employeeRoles, typeof operatorRoles, 'list' | 'create' | 'update' | 'remove'>;
  permissions: Shared<typeof employeePermissions, typeof operatorPermissions, 'list'>;
}

export type Side = 'employees' | 'operators';
export type Role = Result<typeof employeeRoles.get>;
export type Permission = Result<typeof employeePermissions.get>;

export const sides: Readonly<Record<Side, SideOperations>> = {
  employees: { roles: employeeRoles, permissions: employeePermissions },
  operators: { roles: operatorRoles, permissions: operatorPermissions },
};
