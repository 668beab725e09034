import {
  type Access,
  employeeRoles,
  type Kind,
  kinds,
  operatorRoles,
  rolesOf,
  type Scope,
  scopeOf,
} from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { declarationOf } from './declarations.ts';
import type { Section } from './specification.ts';

/** The page of all operations: those of the specification by its sections, then ours, with counts on top. */
export function operationsPage(sections: readonly Section[], operations: readonly Operation[]): string {
  const byRoute = new Map(operations.map((operation) => [operation.route, operation]));
  const asked = sections.flatMap(({ routes }) => routes);
  const done = asked.filter((route) => byRoute.has(route)).length;
  const ours = operations.filter(({ route }) => !asked.includes(route));
  const parts = [
    '# Операции',
    'Сделано из контракта и списка заказчика (`docs/specification/operations.txt`) командой `npm run docs`.',
    countsOf(asked.length, done, ours.length),
    ...sections.map(({ title, routes }) => sectionOf(title, routes, byRoute)),
    sectionOf(
      'Сверх спецификации',
      ours.map(({ route }) => route),
      byRoute,
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The counts alone, which the command also prints. */
export const countsOf = (asked: number, done: number, ours: number): string =>
  `Операций в спецификации: ${asked}. Есть: ${done}, ещё нет: ${asked - done}. Сверх спецификации: ${ours}.`;

function sectionOf(title: string, routes: readonly string[], byRoute: ReadonlyMap<string, Operation>): string {
  const rows = routes.map((route) => rowOf(route, byRoute.get(route)));
  return [
    `## ${title}`,
    '',
    line(['Операция', 'Состояние', 'Код', 'Где', 'Кому']),
    line(Array(5).fill('---')),
    ...rows,
  ].join('\n');
}

const rowOf = (route: string, operation: Operation | undefined): string =>
  operation
    ? line([
        `\`${route}\``,
        'есть',
        `\`${operation.code}\``,
        declarationOf(operation),
        accessText(operation.def.access),
      ])
    : line([`\`${route}\``, 'ещё нет', '', '', '']);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const kindNames: Record<Kind, string> = { individual: 'физлицо', employee: 'сотрудник', operator: 'оператор' };
const scopeNames: Record<Scope, string> = {
  self: 'о себе',
  own: 'своё',
  member: 'своя компания',
  counterparty: 'по делам компании',
  all: 'всё',
};
const roleNames: Record<Kind, Readonly<Record<string, string>>> = {
  individual: {},
  employee: employeeRoles,
  operator: operatorRoles,
};

/** Who may, in words. */
export function accessText(access: 'anyone' | Access): string {
  if (access === 'anyone') return 'любой';
  const grants = kinds.flatMap((kind) => {
    const scope = scopeOf(access, kind);
    return scope === undefined ? [] : `${kindNames[kind]}${rolesText(access, kind)}: ${scopeNames[scope]}`;
  });
  return grants.join('; ');
}

function rolesText(access: Access, kind: Kind): string {
  const roles = rolesOf(access, kind);
  if (roles.length === 0) return '';
  const names = roles.map((role) => roleNames[kind][role]!.toLowerCase());
  return roles.length === Object.keys(roleNames[kind]).length ? ' любой роли' : ` (${names.join(', ')})`;
}
