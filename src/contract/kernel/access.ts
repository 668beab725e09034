/**
 * Access as data: who may ask for an operation, and over which objects.
 *
 * Every operation names, for each kind of person, a scope (which objects) and, where roles exist, the system roles
 * that hold its permission from the start. The server, the OPTIONS probe, the interface, the documents and the
 * access matrix of the tests all read this one declaration.
 */

export const kinds = ['individual', 'employee', 'operator'] as const;
export type Kind = (typeof kinds)[number];

/** The system roles of a creditor's employees. */
export const employeeRoles = {
  head: 'Руководитель',
  manager: 'Менеджер',
  accountant: 'Бухгалтер',
  observer: 'Наблюдатель',
} as const;
export type EmployeeRole = keyof typeof employeeRoles;

/** The system roles of the platform's operators. */
export const operatorRoles = {
  administrator: 'Администратор',
  manager: 'Менеджер',
  verifier: 'Верификатор',
  accountant: 'Бухгалтер',
  observer: 'Наблюдатель',
} as const;
export type OperatorRole = keyof typeof operatorRoles;

/**
 * What a person may reach with an operation. At most ten, each answered by the server as one SQL predicate.
 * - `self`: what belongs to the signed-in account itself, no object is named;
 * - `own`: objects of the signed-in person: what an individual owns, an employee himself;
 * - `member`: objects of a company where the employee is an active member;
 * - `counterparty`: individuals with whom the employee's company has a settlement;
 * - `all`: everything.
 */
export type Scope = 'self' | 'own' | 'member' | 'counterparty' | 'all';

/** A scope alone asks for no permission; a scope with roles asks for the permission that these roles hold at first. */
type Grant<Role extends string> = Scope | readonly [Scope, ...Role[]];

export interface Access {
  readonly individual?: Scope;
  readonly employee?: Grant<EmployeeRole>;
  readonly operator?: Grant<OperatorRole>;
}

/** Everything about one's own account, open to each signed-in person without a permission. */
export const self = { individual: 'self', employee: 'self', operator: 'self' } as const satisfies Access;

export const everyEmployee = Object.keys(employeeRoles) as EmployeeRole[];
export const everyOperator = Object.keys(operatorRoles) as OperatorRole[];

/**
 * A kind of object that paths name, as 'settlement' or 'savedView': each `{param}` of a path is the number of one of its kind. What rows
 * these are and who reaches which of them is declared by the server module that has them (`resources` in its `module.ts`); an operation that names another one
 * stops the server at its start.
 */
export type Resource = string;

/** The scope that an access declaration gives to a kind of person, or undefined when it gives none. */
export function scopeOf(access: Access, kind: Kind): Scope | undefined {
  const grant = access[kind];
  return typeof grant === 'string' ? grant : grant?.[0];
}

/** The system roles that hold the permission from the start; empty when the kind needs no permission. */
export function rolesOf(access: Access, kind: Kind): readonly string[] {
  const grant = access[kind];
  return typeof grant === 'string' || grant === undefined ? [] : grant.slice(1);
}

/** Whether a person of this kind needs the operation's permission in one of his roles. */
export function needsPermission(access: Access, kind: Kind): boolean {
  return typeof access[kind] === 'object';
}
