import { upload } from '#web/kit/data/upload.ts';
import { currentMe, useMe } from '#web/kit/session/session.ts';
import { makeStore } from '#web/ui/store.ts';
import type { Registry, RegistryKindView } from '../kind.ts';
import { registryTexts } from '../texts.ts';

/** A file on its way, or a registry that the server is at work on; what it says when that is over. */
export interface RegistryTask {
  key: string;
  /** Whose it is: another person at the same device does not see it. */
  account: number;
  kind: RegistryKindView['kind'];
  legalEntityId: number;
  name: string;
  state:
    | { is: 'sending'; share: number }
    | { is: 'followed'; registryId: number }
    | { is: 'over'; registryId: number; words: string }
    | { is: 'failed'; message: string };
}

/** What the server works on outlives a reload; a file on its way does not, since the page itself sends it. */
const storageKey = 'registryTasks';
const tasks = makeStore<readonly RegistryTask[]>(stored());
const leaving = new Map<string, AbortController>();

/** The tasks of the person who is signed in. */
export function useRegistryTasks(): readonly RegistryTask[] {
  const account = useMe()?.id;
  return tasks.use().filter((task) => task.account === account);
}

export const isOnItsWay = ({ state }: RegistryTask): boolean => state.is === 'sending' || state.is === 'followed';

/** Sends a file; the task goes on whatever page is open. @throws ApiError when the server refuses it */
export async function sendRegistry(
  key: string,
  { kind, operations }: RegistryKindView,
  { legalEntityId, file, body }: { legalEntityId: number; file: File; body: object },
): Promise<Registry> {
  const stop = new AbortController();
  leaving.set(key, stop);
  const about = { key, account: currentMe()!.id, kind, legalEntityId, name: file.name };
  const tell = (state: RegistryTask['state']) => put({ ...about, state });
  tell({ is: 'sending', share: 0 });
  try {
    const made = await upload(
      operations.upload,
      { params: { id: legalEntityId }, body, file },
      { signal: stop.signal, onShare: (share) => tell({ is: 'sending', share }) },
    );
    tell({ is: 'followed', registryId: made.id });
    return made;
  } catch (error) {
    if (stop.signal.aborted) dismissTask(key);
    else tell({ is: 'failed', message: error instanceof Error ? error.message : registryTexts.tray.failed });
    throw error;
  } finally {
    leaving.delete(key);
  }
}

/** Follows a registry that the server has begun to work on. */
export function followRegistry(kind: RegistryTask['kind'], registry: Registry): void {
  const { id, legalEntityId, fileName } = registry;
  const state = { is: 'followed', registryId: id } as const;
  put({ key: `${kind}-${id}`, account: currentMe()!.id, kind, legalEntityId, name: fileName, state });
}

/** Keeps what has come of the work on a registry until the person has looked at it. */
export function endTask(task: RegistryTask & { state: { registryId: number } }, words: string): void {
  put({ ...task, state: { is: 'over', registryId: task.state.registryId, words } });
}

/** Takes a file on its way back. */
export const stopTask = (key: string): void => leaving.get(key)?.abort();

/** Forgets a task that is over. */
export function dismissTask(key: string): void {
  setTasks(tasks.get().filter((task) => task.key !== key));
}

/** A registry is in the list once, whatever is done with it. */
function put(task: RegistryTask): void {
  const isSame = ({ key, kind, state }: RegistryTask) =>
    key === task.key || (kind === task.kind && isOfOne(state, task.state));
  setTasks([...tasks.get().filter((one) => !isSame(one)), task]);
}

const isOfOne = (one: RegistryTask['state'], other: RegistryTask['state']): boolean =>
  'registryId' in one && 'registryId' in other && one.registryId === other.registryId;

function setTasks(next: readonly RegistryTask[]): void {
  tasks.set(next);
  sessionStorage.setItem(storageKey, JSON.stringify(next.filter(({ state }) => 'registryId' in state)));
}

function stored(): readonly RegistryTask[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(found) ? (found as RegistryTask[]) : [];
  } catch {
    return [];
  }
}
