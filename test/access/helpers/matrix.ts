import type { Access, Kind, Resource, Scope } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';

/**
 * The access matrix as the contract alone implies it: every operation, every person, every object. It shares no code
 * with the server's own access check, so that a mistake in one shows against the other.
 */

/** Somebody who asks. What makes people differ in access is said here and nowhere else. */
export interface Person {
  /** The head of his column in docs/generated/access.md. */
  readonly name: string;
  /** The kind of his account; null is somebody who never had one. */
  readonly kind: Kind | null;
  /** His system role (where the objects called his own are); null is a role without permissions. */
  readonly role?: string | null;
  /** His role in another company, which is neither the own one nor the foreign one. */
  readonly roleElsewhere?: string;
  /** Why his session opens nothing, or his account nothing of his former company. */
  readonly out?: 'expired' | 'blocked' | 'dismissed';
  readonly lacksSecondFactor?: true;
}

export const people: readonly Person[] = [
  { name: 'никто', kind: null },
  { name: 'сеанс истёк', kind: 'individual', out: 'expired' },
  { name: 'заблокирован', kind: 'individual', out: 'blocked' },
  { name: 'физлицо', kind: 'individual' },
  { name: 'руководитель', kind: 'employee', role: 'head' },
  { name: 'менеджер', kind: 'employee', role: 'manager' },
  { name: 'бухгалтер', kind: 'employee', role: 'accountant' },
  { name: 'наблюдатель', kind: 'employee', role: 'observer' },
  { name: 'сотрудник без прав', kind: 'employee', role: null },
  { name: 'без прав здесь, руководитель там', kind: 'employee', role: null, roleElsewhere: 'head' },
  { name: 'уволенный сотрудник', kind: 'employee', role: 'head', out: 'dismissed' },
  { name: 'О: администратор', kind: 'operator', role: 'administrator' },
  { name: 'О: менеджер', kind: 'operator', role: 'manager' },
  { name: 'О: верификатор', kind: 'operator', role: 'verifier' },
  { name: 'О: бухгалтер', kind: 'operator', role: 'accountant' },
  { name: 'О: наблюдатель', kind: 'operator', role: 'observer' },
  { name: 'О: без прав', kind: 'operator', role: null },
  { name: 'О: без второго фактора', kind: 'operator', role: 'administrator', lacksSecondFactor: true },
  { name: 'О: уволен', kind: 'operator', role: 'administrator', out: 'dismissed' },
];

/** Which objects the path names: none, his own, somebody else's, ones that are not there, or the whole platform's. */
export type Target = 'none' | 'own' | 'foreign' | 'absent' | 'shared';
export type ExpectedAnswer = '✓' | '401' | '403' | '404';

/** Resources of the platform as a whole: nobody's own, so nobody's foreign either. */
const shared: readonly Resource[] = [
  'operator',
  'account',
  'operatorRole',
  'employeePermission',
  'operatorPermission',
  'approval',
  'difference',
];

/** The resources that the path names, the parent first. */
export const resourcesOf = ({ params, def }: Operation): Resource[] => params.flatMap((param) => def.on?.[param] ?? []);

/** The targets an operation is asked with. */
export function targetsOf(operation: Operation): Target[] {
  const named = resourcesOf(operation);
  if (named.length === 0) return ['none'];
  return named.every((resource) => shared.includes(resource)) ? ['shared', 'absent'] : ['own', 'foreign', 'absent'];
}

/** What the contract says to this person about this operation and these objects. */
export function expected({ def }: Operation, person: Person, target: Target): ExpectedAnswer {
  if (def.access === 'anyone') return target === 'absent' ? '404' : '✓';
  if (person.kind === null || isNobody(person)) return '401';
  const { scope, allows } = read(def.access, person.kind);
  if (scope === undefined) return '403';
  if (person.lacksSecondFactor && !def.beforeSecondFactor) return '403';
  const here = person.out === 'dismissed' ? allows(null) : allows(person.role ?? null);
  const anywhere = here || (person.roleElsewhere !== undefined && allows(person.roleElsewhere));
  if (!anywhere) return '403';
  return ofObject(person, scope, target, here);
}

/** Sessions of these people open nothing; a dismissed employee still has his account. */
const isNobody = ({ kind, out }: Person): boolean =>
  out === 'expired' || out === 'blocked' || (out === 'dismissed' && kind === 'operator');

function read(access: Access, kind: Kind): { scope: Scope | undefined; allows: (role: string | null) => boolean } {
  const grant = access[kind];
  if (typeof grant === 'string' || grant === undefined) return { scope: grant, allows: () => true };
  const [scope, ...roles] = grant as readonly [Scope, ...string[]];
  return { scope, allows: (role) => role !== null && roles.includes(role) };
}

function ofObject(person: Person, scope: Scope, target: Target, here: boolean): ExpectedAnswer {
  if (target === 'none' || target === 'shared') return '✓';
  if (target === 'absent') return '404';
  if (target === 'foreign') return scope === 'all' ? '✓' : '404';
  const left = person.out === 'dismissed' && (scope === 'member' || scope === 'counterparty');
  if (left) return '404';
  return here ? '✓' : '403';
}

/** The matrix as a page: operations × people. Of an object of one's own / of somebody else's. */
export function accessTable(groups: ReadonlyMap<string, readonly Operation[]>): string {
  const head = ['Операция', ...people.map(({ name }) => name)];
  const sections = [...groups].map(([group, operations]) => {
    const rows = operations.map((one) => [`\`${one.route}\``, ...people.map((person) => cell(one, person))]);
    return [`## ${group}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  });
  return `${intro}\n\n${sections.join('\n\n')}\n`;
}

/** One sign when the objects make no difference; absent ones are 404 to everybody who may ask at all. */
function cell(operation: Operation, person: Person): string {
  const targets = targetsOf(operation).filter((target) => target !== 'absent');
  const answers = new Set(targets.map((target) => expected(operation, person, target)));
  return [...answers].join(' / ');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const intro = `# Кто что может

Таблица сделана из контракта (\`npm run docs\`) и сверяется с настоящим сервером в \`test/access/matrix.test.ts\`.

✓ разрешено · 401 нужен вход · 403 нет права · 404 объект чужой, для спрашивающего его нет.
Два знака: свой объект / чужой. Объект, которого нет, для всех, кому операция открыта, отвечает 404. «О» — оператор.`;
