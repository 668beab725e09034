import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { registryImportMachine } from '#domain/registries/registry-import.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import { isUnderWay, paramsOf, type Registry } from '../kind.ts';
import { registryKinds } from '../kinds.ts';
import { registryTexts } from '../texts.ts';
import { dismissTask, endTask, type RegistryTask } from './tasks.ts';

type Known = RegistryTask & { state: { registryId: number } };
const isKnown = (task: RegistryTask): task is Known => 'registryId' in task.state;

/** Follows the registries that the server is at work on, whatever page is open. */
export default function Following({ tasks }: { tasks: readonly RegistryTask[] }) {
  return tasks.filter(isKnown).map((task) => <Followed key={task.key} task={task} />);
}

/** The page of a registry shows by itself how far it is; elsewhere the end of the work is said aloud. */
function Followed({ task }: { task: Known }) {
  const { kind, legalEntityId, state, name } = task;
  const key = { id: state.registryId, legalEntityId };
  const { data, error } = useFollow(registryKinds[kind].operations.get, isUnderWay, { params: paramsOf(key) });
  const isHere = useLocation().pathname === registryKinds[kind].hrefOf(key);
  const words = error ? error.message : data && !isUnderWay(data) ? sayingOf(data) : undefined;
  const isNews = words !== undefined && state.is === 'followed';
  useEffect(() => {
    if (words === undefined) return;
    if (isHere) return dismissTask(task.key);
    if (!isNews) return;
    notify({ severity: 'info', summary: name, detail: words });
    endTask(task, words);
  }, [task, name, words, isHere, isNews]);
  return null;
}

const sayingOf = ({ status }: Registry): string =>
  status === 'ready' ? registryTexts.tray.ready : registryImportMachine.label(status);
