import { Refusal } from '#contract/kernel/errors.ts';
import { checkObjects } from '../access.ts';
import type { App } from '../app.ts';
import type { Asked } from './routes.ts';

/** Whether the handler looks its object up itself (see `findsObject`). */
export const findsItself = (handler: object): boolean => 'findsObject' in handler;

/** Looks whether the objects named in the path are within the actor's scope. @throws Refusal 404 or 403 */
export async function checkNamed(app: App, { operation, actor, params }: Asked): Promise<void> {
  const ids = Object.entries(params).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  await checkObjects(app.house.resources, app.database.db, operation, actor, Object.fromEntries(ids));
}

/** Runs a handler that finds its object itself; only when it finds nothing do we look why: 404 or 403. */
export async function findFirst(app: App, asked: Asked, run: () => Promise<unknown>): Promise<unknown> {
  try {
    const answer = await run();
    if (!asked.scoped) throw new Error(`${asked.operation.code}: the handler looked outside of the actor's scope`);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'object.absent') await checkNamed(app, asked);
    throw error;
  }
}
