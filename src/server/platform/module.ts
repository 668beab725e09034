import { subJobCodes } from '#domain/money/close-day.ts';
import type { App, AppDefinition } from './app.ts';
import type { ApprovalRules } from './approvals.ts';
import type { ResourceRules } from './auth/access.ts';
import type { Implemented } from './ctx.ts';
import type { Tx } from './database/db.ts';
import type { TablesOfModule } from './database/tables.ts';
import type { Reaction } from './events.ts';
import type { Interval } from './jobs/interval.ts';
import type { Task } from './jobs/jobs.ts';
import type { LetterTemplates } from './jobs/letters.ts';
import type { Deadline } from './state/deadlines.ts';
import type { SubJobs } from './state/sub-jobs.ts';
import type { SystemOperation } from './state/write.ts';

/** All that a module brings. Each declares itself in its `module.ts`, by which `npm run docs` finds it. */
export interface ServerModule {
  readonly name: string;
  /** Its tables: what they hold of people, and what the audit calls them. */
  readonly tables?: TablesOfModule;
  /** Operations of the contract with their handlers, by `implement`. */
  readonly operations?: readonly Implemented[];
  /** Each kind of its objects that paths name (`Resource` of the contract): in which table it is, and who reaches which of them. */
  readonly resources?: ResourceRules | ((approvals: ApprovalRules) => ResourceRules);
  /** Letters by the names under which they are in the database. */
  readonly letters?: LetterTemplates;
  /** What the system does by itself: the name under which it writes, and what the audit calls it. */
  readonly systemOperations?: Readonly<Record<SystemOperation, string>>;
  /** Jobs of the queue by the names under which they are enqueued. */
  readonly tasks?: Readonly<Record<string, Task>>;
  /** What one person proposes here and another one decides, by the kinds under which it is in the database. */
  readonly approvals?: ApprovalRules;
  /** What it does when something happens in another module, by `reactTo`. */
  readonly reactions?: readonly Reaction[];
  /** What time has come for, looked at every minute. */
  readonly deadlines?: readonly Deadline[];
  /** What it does when a business day is closed. */
  readonly subJobs?: SubJobs;
  /** Other work that comes back with the clock, begun with the node; nothing where there is none to do. */
  readonly background?: readonly ((app: App) => Interval | undefined)[];
  /** Brings what the code says of it into the database before any node serves: roles, texts. */
  readonly seed?: (tx: Tx) => Promise<void>;
  /** Takes up what an earlier process has left undone, once the queue works. */
  readonly resume?: (app: App) => Promise<void>;
}

/**
 * Puts the modules together, in their order.
 * @throws when two bring the same thing, or an operation names a resource that none brings: an error of declaration
 */
export function assembleApp(modules: readonly ServerModule[]): AppDefinition {
  const approvals = merged(modules, 'approvals', ({ approvals: rules }) => rules);
  const resources = merged(modules, 'resources', ({ resources: rules }) =>
    typeof rules === 'function' ? rules(approvals) : rules,
  );
  const operations = modules.flatMap((module) => module.operations ?? []);
  for (const { operation } of operations) {
    const named = [...Object.values(operation.def.on ?? {}), ...(operation.def.lists ?? [])];
    const unknown = named.find((resource) => !resources[resource]);
    if (unknown !== undefined) throw new Error(`${operation.code}: no module says what a «${unknown}» is`);
  }
  return {
    modules,
    operations,
    resources,
    tables: merged(modules, 'tables', ({ tables }) => tables),
    letters: merged(modules, 'letters', ({ letters }) => letters),
    titles: new Map([
      ...operations.map(({ operation }) => [operation.code, operation.def.about] as const),
      ...Object.entries(merged(modules, 'systemOperations', ({ systemOperations }) => systemOperations)),
    ]),
    tasks: merged(modules, 'tasks', ({ tasks }) => tasks),
    approvals,
    reactions: modules.flatMap((module) => module.reactions ?? []),
    subJobs: new Map(
      subJobCodes.map((code) => [code, modules.flatMap(({ subJobs = {} }) => subJobs[code] ?? [])] as const),
    ),
  };
}

/** What the modules bring under names, in one. @param part what it is called in an error */
function merged<Brought extends object>(
  modules: readonly ServerModule[],
  part: string,
  broughtBy: (module: ServerModule) => Brought | undefined,
): Brought {
  const owners = new Map<string, string>();
  const all = modules.map((module) => ({ name: module.name, brought: broughtBy(module) }));
  for (const { name, brought } of all) {
    for (const key of Object.keys(brought ?? {})) {
      const other = owners.get(key);
      if (other !== undefined) throw new Error(`${part}: «${key}» is brought by both ${other} and ${name}`);
      owners.set(key, name);
    }
  }
  return Object.assign({}, ...all.map(({ brought }) => brought)) as Brought;
}
