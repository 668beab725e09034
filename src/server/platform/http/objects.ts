import { type Resource, scopeOf } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { isWrite } from '#contract/kernel/op.ts';
import type { App } from '../app.ts';
import { checkObjects } from '../auth/access.ts';
import type { RequestContext } from './routes.ts';

/** Looks whether the objects named in the path are within the actor's scope. @throws Refusal 404 or 403 */
export async function checkNamed(app: App, { operation, actor, params }: RequestContext): Promise<void> {
  const ids = Object.entries(params).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  await checkObjects(app.appDefinition.resources, app.database.db, operation, actor, Object.fromEntries(ids));
}

/** The parameters of the path for the handler, noting which of them it reads. */
export const notingReads = ({ params, read }: RequestContext): RequestContext['params'] =>
  new Proxy(params, {
    get(all, name: string) {
      read.add(name);
      return all[name];
    },
  });

/**
 * Stops an answer whose rows were not kept within the actor's scope. Who may see everything needs no scope. Where the path
 * names the object that the rows belong to, that object was looked at before (`checkNamed`), and the handler must have
 * taken its number: rows that it found without are anybody's.
 * @throws Error a defect of the handler, which is an incident to whoever asks
 */
export function demandScoped(context: RequestContext): void {
  const { actor } = context;
  const { code, def } = context.operation;
  if (!actor || def.access === 'anyone' || scopeOf(def.access, actor.kind) === 'all') return;
  // A report is a read whose wishes come in a body.
  if (!isWrite(context.operation) || def.file) {
    const named = Object.keys(def.on ?? {}).at(-1);
    if (named === undefined && !def.lists) throw new Error(`${code} does not say what it lists`);
    const isNobodys = def.lists?.length === 0;
    if (named !== undefined && !isNobodys && !context.read.has(named))
      throw new Error(`${code}: the handler did not read {${named}}`);
  }
  demandScope(context, def.lists ?? []);
}

function demandScope({ operation, scopeApplied }: RequestContext, resources: readonly Resource[]): void {
  const missed = resources.filter((resource) => !scopeApplied.has(resource));
  if (missed.length === 0) return;
  throw new Error(`${operation.code}: the handler looked outside of the actor's scope of ${missed.join(', ')}`);
}

/** Runs a handler that finds its object itself; only when it finds nothing do we look why: 404 or 403. */
export async function runScopedRead(app: App, context: RequestContext, run: () => Promise<unknown>): Promise<unknown> {
  try {
    const answer = await run();
    demandScope(context, Object.values(context.operation.def.on ?? {}).slice(-1));
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'object.absent') await checkNamed(app, context);
    throw error;
  }
}
