import { ListTodo } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isOnItsWay, useRegistryTasks } from '#web/features/registries/upload/tasks.ts';
import {
  type BackgroundTask,
  defaultFileName,
  fileOf,
  hasEnded,
  removeTask,
  saveReady,
  useTasks,
} from '#web/kit/tasks/tasks.ts';
import { tasksTexts as t } from '#web/kit/tasks/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import styles from './tray.module.css';

/** Few people load registries, so what shows it comes when there is something to show. */
const RegistryTask = lazy(() => import('#web/features/registries/upload/task-item.tsx'));
const Following = lazy(() => import('#web/features/registries/upload/following.tsx'));

/** What goes on without its page, and what has come of it. It is there as long as there is something in it. */
export default function Tray() {
  const tasks = useTasks();
  useEffect(() => saveReady(tasks), [tasks]);
  const registries = useRegistryTasks();
  if (tasks.length === 0 && registries.length === 0) return null;
  const running = tasks.filter((task) => !hasEnded(task)).length + registries.filter(isOnItsWay).length;
  const label = (
    <>
      <ListTodo size={20} aria-hidden="true" />
      {running > 0 && <span className={styles.count}>{running}</span>}
    </>
  );
  return (
    <>
      <Suspense>{registries.length > 0 && <Following tasks={registries} />}</Suspense>
      <DropPanel variant="quiet" title={t.title} name={t.tray(running)} label={label}>
        <ul className={styles.tasks}>
          {registries.map((task) => (
            <li key={task.key} className={styles.task}>
              <Suspense>
                <RegistryTask task={task} />
              </Suspense>
            </li>
          ))}
          {tasks.map((task) => (
            <Task key={task.id} task={task} />
          ))}
        </ul>
      </DropPanel>
    </>
  );
}

function Task({ task }: { task: BackgroundTask }) {
  const [failure, setFailure] = useState<string>();
  const { id, title, state } = task;
  const remove = () => removeTask(id).catch((error: Error) => setFailure(error.message));
  return (
    <li className={styles.task}>
      <strong>{title}</strong>
      <span className="dim small">{stateOf(task)}</span>
      {!hasEnded(task) && <progress aria-label={title} className={styles.progress} />}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <div className="row">
        {state === 'done' && (
          <a href={fileOf(id)} download={defaultFileName} aria-label={t.saveOf(title)}>
            {t.save}
          </a>
        )}
        <Button variant="quiet" onClick={() => void remove()}>
          {hasEnded(task) ? t.remove : t.cancel}
        </Button>
      </div>
    </li>
  );
}

function stateOf({ state, bytes, message, expiresAt }: BackgroundTask): string {
  if (state === 'waiting') return t.waiting;
  if (state === 'running') return t.running(bytes);
  return state === 'done' ? t.done(bytes, formatInstant(expiresAt)) : (message ?? '');
}
