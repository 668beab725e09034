import type { Operation, Result } from '#contract/kernel/op.ts';
import { backgroundTasks } from '#contract/platform/background-tasks.ts';
import { makeStore } from '#web/ui/store.ts';
import { onAccountChange } from '../data/account-change.ts';
import { addressOf, call } from '../data/api.ts';
import { refreshOf, useFollowed } from '../data/query.ts';
import { type Query, stringifyQuery } from '../data/query-string.ts';
import { useMe } from '../session/session.ts';

export type BackgroundTask = Result<typeof backgroundTasks.list>['items'][number];

/** How often a task that is not over is asked after. */
const pauseMs = 700;

/** Tasks that were started on this very page: their files are saved as soon as they are there. */
const wanted = makeStore<readonly number[]>([]);
onAccountChange(() => wanted.set([]));

export const hasEnded = ({ state }: BackgroundTask): boolean => state === 'done' || state === 'failed';

/** The tasks of the person, the newest first; they are followed until they are over. An individual has none. */
export function useTasks(): readonly BackgroundTask[] {
  const kind = useMe()?.kind;
  const answer = useFollowed(
    backgroundTasks.list,
    (last) => (last?.items.every(hasEnded) ? false : pauseMs),
    kind !== undefined && kind !== 'individual',
  );
  return answer?.items ?? [];
}

/** Starts an export; its file is saved when it is ready, unless the page is gone by then. @throws ApiError */
export async function startExport(operation: Operation, query: Query): Promise<number> {
  const body = { operation: operation.code, query: stringifyQuery(query) };
  const { id } = await call(backgroundTasks.startExport, { body });
  wanted.set([...wanted.get(), id]);
  await refreshOf(backgroundTasks.list);
  return id;
}

/** Takes a task away; one that is still running is broken off. @throws ApiError */
export async function removeTask(id: number): Promise<void> {
  await call(backgroundTasks.remove, { params: { id } });
  await refreshOf(backgroundTasks.list);
}

/** Where the file of a task is. */
export const fileOf = (id: number): string => addressOf(backgroundTasks.file, { params: { id } });

/** The name of a file that brings none (docs/specification.md §9). */
export const defaultFileName = 'report.xlsx';

/** Saves the files that were wanted on this page and are ready. */
export function saveReady(tasks: readonly BackgroundTask[]): void {
  const ready = tasks.filter(({ id, state }) => state === 'done' && wanted.get().includes(id));
  for (const { id } of ready) {
    wanted.set(wanted.get().filter((one) => one !== id));
    Object.assign(document.createElement('a'), { href: fileOf(id), download: defaultFileName }).click();
  }
}
